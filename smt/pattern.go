package smt

import (
	"math"

	"nearmiss/term"
)

// searchSlot searches along one slot: exploratory steps, then steps that double while they reduce
// the distance. It reports whether it has reduced the distance.
func (s *LocalSearch) searchSlot(slot int32) (improved bool) {
	sort := s.sort[slot]
	if sort.Kind == term.Bool {
		return s.tryAssign(slot, s.read(int(slot))^1)
	}
	for _, unit := range stepSizes(sort) {
		for s.steps > 0 && (s.patternMoves(slot, unit, false) || s.patternMoves(slot, unit, true)) {
			improved = true
		}
		if improved {
			return true
		}
	}
	return false
}

// stepSizes returns the sizes of exploratory steps. The size for integers is 1. Floats need several
// sizes, in representable values, because a small step may have no effect.
func stepSizes(s term.Sort) []uint64 {
	if s.Kind != term.Float {
		return integerUnits[:]
	}
	if s.Bits == 32 {
		return float32Units[:]
	}
	return float64Units[:]
}

var (
	integerUnits = [...]uint64{1} // step sizes of integers
	float32Units = [...]uint64{1, 1 << 8, 1 << 15, 1 << 20, 1 << 23}
	float64Units = [...]uint64{1, 1 << 13, 1 << 26, 1 << 39, 1 << 48, 1 << 52}
)

// patternMoves moves a slot up or down by steps that double while each reduces the distance.
func (s *LocalSearch) patternMoves(slot int32, step uint64, up bool) (improved bool) {
	for s.steps > 0 && s.tryAssign(slot, moveBy(s.sort[slot], s.read(int(slot)), step, up)) {
		improved = true
		if step < 1<<62 {
			step *= 2
		}
	}
	return improved
}

// moveBy returns the word n steps up or down from w. It stops at the end of the sort.
func moveBy(sort term.Sort, w, n uint64, up bool) uint64 {
	x, top := rankOf(sort, w)
	switch {
	case up && n > top-x:
		x = top
	case up:
		x += n
	case n > x:
		x = 0
	default:
		x -= n
	}
	return wordOfRank(sort, x)
}

// rankOf numbers the words of a sort by value, from 0 to top. Floats are ranked from -Inf to +Inf;
// NaN has the rank of 0.
func rankOf(sort term.Sort, w uint64) (x, top uint64) {
	switch sort.Kind {
	case term.Int:
		half := uint64(1) << (sort.Bits - 1)
		return w + half, half + (half - 1)
	case term.Uint:
		return w, sort.Wrap(^uint64(0))
	}
	f := math.Float64frombits(w)
	if f != f {
		f = 0
	}
	last := uint64(numberOf(sort, math.Inf(1)))
	return last + uint64(numberOf(sort, f)), 2 * last
}

// wordOfRank returns the word with a rank.
func wordOfRank(s term.Sort, x uint64) uint64 {
	switch {
	case s.Kind == term.Int:
		return x - uint64(1)<<(s.Bits-1)
	case s.Kind == term.Uint:
		return x
	}
	return math.Float64bits(floatOf(s, int64(x)-numberOf(s, math.Inf(1))))
}
