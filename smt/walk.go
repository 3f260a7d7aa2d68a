package smt

import (
	"context"
	"slices"

	"nearmiss/term"
)

// walk alternates descents and forced moves until no clause fails.
func (s *LocalSearch) walk(ctx context.Context) bool {
	for turn := 0; ; turn++ {
		s.descend(ctx)
		if len(s.failing) == 0 {
			return true
		}
		if s.steps <= 0 || turn%16 == 0 && ctx.Err() != nil {
			return false
		}
		if s.rng.IntN(64) == 0 {
			s.restart()
		}
		if !s.forceMove() {
			s.steps -= 10 // no evaluation took place; without this the loop might not end
		}
	}
}

// descend makes moves that reduce the distance while it finds one. Without a limit of steps it may go
// on for 2^64 moves: it also asks ctx.
func (s *LocalSearch) descend(ctx context.Context) {
	for move := 1; s.steps > 0 && len(s.failing) > 0 && s.improve(); move++ {
		if move%64 == 0 && ctx.Err() != nil {
			return
		}
	}
}

// maxTriedSlots is the largest number of slots of a clause that improve varies.
const maxTriedSlots = 32

// randomDraws is the number of random words that improve tries for a clause.
const randomDraws = 8

// improve makes one move that reduces the distance, and reports whether it has found one.
func (s *LocalSearch) improve() bool {
	first := 0
	if n := len(s.failing); n > 1 {
		first = s.rng.IntN(n)
	}
	for k := range len(s.failing) {
		c := s.failing[(first+k)%len(s.failing)]
		for range 2 {
			if slot, w, ok := s.inverseMove(c); ok && s.tryAssign(slot, w) {
				return true
			}
		}
		slots := s.clauses[c].term.Slots()
		from := s.rng.IntN(max(len(slots), 1))
		for j := range min(len(slots), maxTriedSlots) {
			if s.searchSlot(slots[(from+j)%len(slots)]) {
				return true
			}
			if s.steps <= 0 {
				return false
			}
		}
		for range randomDraws {
			if len(slots) > 0 && s.tryRandom(slots[s.rng.IntN(len(slots))]) {
				return true
			}
		}
	}
	return false
}

// tryRandom tries a random word for a slot.
func (s *LocalSearch) tryRandom(slot int32) bool {
	return s.steps > 0 && s.tryAssign(slot, s.randomWord(slot))
}

// forceMove assigns a slot so that a failing clause is likely to hold, whatever the effect on other
// clauses.
func (s *LocalSearch) forceMove() bool {
	c := s.failing[s.rng.IntN(len(s.failing))]
	slot, word, ok := s.inverseMove(c)
	if !ok || s.rng.IntN(16) == 0 {
		slots := s.clauses[c].term.Slots()
		if len(slots) == 0 {
			return false
		}
		slot = slots[s.rng.IntN(len(slots))]
		word = s.randomWord(slot)
	}
	if word == s.read(int(slot)) {
		return false
	}
	s.assign(slot, word)
	return true
}

// randomWord draws a word for a slot, usually a small one or one near the current word.
func (s *LocalSearch) randomWord(slot int32) uint64 {
	sort := s.sort[slot]
	if sort.Bits == 0 {
		return s.read(int(slot)) ^ 1
	}
	if s.rng.IntN(2) == 0 {
		return moveBy(sort, s.read(int(slot)), s.rng.Uint64()>>s.rng.IntN(64), s.rng.IntN(2) == 0)
	}
	if sort.Kind == term.Float && s.rng.IntN(8) > 0 {
		return s.commonFloat(sort)
	}
	return moveBy(sort, 0, s.rng.Uint64()>>s.rng.IntN(64), s.rng.IntN(2) == 0)
}

// commonFloat draws a float as programs use them: a whole number, usually small, or one with a
// fraction. Most of all float words are extremely small or large.
func (s *LocalSearch) commonFloat(sort term.Sort) uint64 {
	f := float64(int64(s.rng.Uint64()) >> (32 + s.rng.IntN(32)))
	if s.rng.IntN(2) == 0 {
		f += s.rng.Float64()
	}
	return rounded(sort, f)
}

// restart assigns all slots their values in the witness.
func (s *LocalSearch) restart() {
	slices.Sort(s.movedSlots)
	s.movedSlots = slices.Compact(s.movedSlots)
	for _, slot := range s.movedSlots {
		s.words[slot] = s.start[slot]
	}
	s.eval.Reset()
	for _, slot := range s.movedSlots {
		for _, i := range s.bySlot[slot] {
			s.setCost(i, s.clauseCost(s.clauses[i].term))
		}
	}
}
