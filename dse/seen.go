package dse

// A seenSet is a set of what runs meet. Runs one after the other have most in common,
// so that it looks among a few of the last first, each in the slot that the caller
// gives it.
type seenSet[K comparable] struct {
	all    map[K]bool
	recent [1 << seenBits]K // some of them, and zero
}

const seenBits = 6

// renew forgets all.
func (s *seenSet[K]) renew() {
	clear(s.all)
	clear(s.recent[:])
}

// add reports whether it was not there. Slots are taken modulo what there is.
func (s *seenSet[K]) add(slot int, k K) bool {
	if s.lately(slot, k) {
		return false
	}
	s.recent[slot&(len(s.recent)-1)] = k
	if s.all[k] {
		return false
	}
	if s.all == nil {
		s.all = map[K]bool{}
	}
	s.all[k] = true
	return true
}

func (s *seenSet[K]) has(slot int, k K) bool { return s.lately(slot, k) || s.all[k] }

// lately reports whether it was there when its slot was asked for last. A slot that
// nobody has used looks like zero, which is looked up therefore.
func (s *seenSet[K]) lately(slot int, k K) bool {
	var zero K
	return k != zero && s.recent[slot&(len(s.recent)-1)] == k
}
