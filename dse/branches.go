package dse

// branches is a set of branches of a program, or of anything else that is numbered from 0.
type branches struct{ words []uint64 }

func (s *branches) has(b uint32) bool {
	i := int(b / 64)
	return i < len(s.words) && s.words[i]>>(b%64)&1 != 0
}

// add adds a branch, and reports whether it was not there.
func (s *branches) add(b uint32) bool {
	i := int(b / 64)
	if n := i + 1 - len(s.words); n > 0 {
		s.words = append(s.words, make([]uint64, n)...)
	}
	was := s.words[i]
	s.words[i] |= 1 << (b % 64)
	return s.words[i] != was
}
