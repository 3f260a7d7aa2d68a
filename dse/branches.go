package dse

// branches is a set of branches of a program, or of anything else that is numbered from 0.
type branches struct {
	words []uint64
	size  int
}

func (s *branches) has(b uint32) bool {
	i := int(b / 64)
	return i < len(s.words) && s.words[i]>>(b%64)&1 != 0
}

// empty removes all.
func (s *branches) empty() {
	s.words, s.size = s.words[:0], 0
}

// add adds a branch, and reports whether it was not there.
func (s *branches) add(b uint32) bool {
	i := int(b / 64)
	if i >= len(s.words) {
		s.words = lengthened(s.words, i+1)
	}
	if s.words[i]>>(b%64)&1 != 0 {
		return false
	}
	s.words[i] |= 1 << (b % 64)
	s.size++
	return true
}
