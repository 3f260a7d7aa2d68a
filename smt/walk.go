package smt

import (
	"context"
	"slices"

	"nearmiss/term"
)

// walk goes down, and on from where nothing helps, until no clause fails.
func (s *LocalSearch) walk(ctx context.Context) bool {
	for turn := 0; ; turn++ {
		s.descend()
		if len(s.failing) == 0 {
			return true
		}
		if s.left <= 0 || turn%16 == 15 && ctx.Err() != nil {
			return false
		}
		if s.rng.IntN(64) == 0 {
			s.restart()
		}
		if !s.force() {
			s.left -= 10 // nothing was evaluated; there may be nothing to try
		}
	}
}

// descend moves slots of failing clauses while that helps.
func (s *LocalSearch) descend() {
	for s.left > 0 && len(s.failing) > 0 && s.improve() {
	}
}

// most is how many slots of a clause are tried before a walk goes on.
const mostTried = 32

// draws is how many random words are then tried.
const randomDraws = 8

// improve makes one move that helps, if it finds one.
func (s *LocalSearch) improve() bool {
	first := 0
	if n := len(s.failing); n > 1 {
		first = s.rng.IntN(n)
	}
	for k := range len(s.failing) {
		c := s.failing[(first+k)%len(s.failing)]
		for range 2 {
			if slot, w, ok := s.want(c); ok && s.try(slot, w) {
				return true
			}
		}
		slots := s.clauses[c].t.Slots()
		from := s.rng.IntN(max(len(slots), 1))
		for j := range min(len(slots), mostTried) {
			if s.vary(slots[(from+j)%len(slots)]) {
				return true
			}
			if s.left <= 0 {
				return false
			}
		}
		for range randomDraws {
			if len(slots) > 0 && s.draw(slots[s.rng.IntN(len(slots))]) {
				return true
			}
		}
	}
	return false
}

// draw tries a random word.
func (s *LocalSearch) draw(slot int32) bool { return s.left > 0 && s.try(slot, s.random(slot)) }

// force makes a failing clause hold, or more so, whatever that does to others.
func (s *LocalSearch) force() bool {
	c := s.failing[s.rng.IntN(len(s.failing))]
	slot, w, ok := s.want(c)
	if !ok || s.rng.IntN(16) == 0 {
		slots := s.clauses[c].t.Slots()
		if len(slots) == 0 {
			return false
		}
		slot = slots[s.rng.IntN(len(slots))]
		w = s.random(slot)
	}
	if w == s.read(int(slot)) {
		return false
	}
	s.set(slot, w)
	return true
}

// random draws a word of a slot, small or near as a rule.
func (s *LocalSearch) random(slot int32) uint64 {
	sort := s.sort[slot]
	if sort.Bits == 0 {
		return s.read(int(slot)) ^ 1
	}
	if s.rng.IntN(2) == 0 {
		return shift(sort, s.read(int(slot)), s.rng.Uint64()>>s.rng.IntN(64), s.rng.IntN(2) == 0)
	}
	if sort.Kind == term.Float && s.rng.IntN(8) > 0 {
		return s.common(sort)
	}
	return shift(sort, 0, s.rng.Uint64()>>s.rng.IntN(64), s.rng.IntN(2) == 0)
}

// common draws a float as programs use them: a whole number, small as a rule, or
// one with digits behind the point. Of all words most are very small or large.
func (s *LocalSearch) common(sort term.Sort) uint64 {
	f := float64(int64(s.rng.Uint64()) >> (32 + s.rng.IntN(32)))
	if s.rng.IntN(2) == 0 {
		f += s.rng.Float64()
	}
	return rounded(sort, f)
}

// restart goes back to the witness.
func (s *LocalSearch) restart() {
	slices.Sort(s.moved)
	s.moved = slices.Compact(s.moved)
	for _, slot := range s.moved {
		s.words[slot] = s.begun[slot]
	}
	s.eval.Reset()
	for _, slot := range s.moved {
		for _, i := range s.bySlot[slot] {
			s.note(i, s.of(s.clauses[i].t))
		}
	}
}
