package search

import (
	"math"
	"slices"

	"nearmiss/input"
)

// Shrink reduces v towards zero: shorter, then smaller, as long as keep
// accepts the smaller vector. It draws nothing, so the same v and keep give
// the same result; v itself is taken to be acceptable and is not asked about.
// It asks keep at most limit times and returns how often it did.
func Shrink(space *input.Space, v input.Vector, limit uint64, keep func(input.Vector) bool) (input.Vector, uint64) {
	s := &shrinker{space: space, best: slices.Clone(v), limit: limit, keep: keep}
	s.try(space.Zero())
	for s.pass() && s.asked < limit {
	}
	return s.best, s.asked
}

type shrinker struct {
	space *input.Space
	best  input.Vector
	limit uint64
	asked uint64
	keep  func(input.Vector) bool
}

// try asks about a vector and takes it over if it is kept.
func (s *shrinker) try(v input.Vector) bool {
	if s.asked >= s.limit || slices.Equal(v, s.best) {
		return false
	}
	s.asked++
	if !s.keep(v) {
		return false
	}
	s.best = slices.Clone(v)
	return true
}

// pass goes once over all variables and reports whether anything shrank.
func (s *shrinker) pass() (shrank bool) {
	for i := 0; ; i++ {
		vars := s.space.Vars(nil, s.best)
		if i >= len(vars) || s.asked >= s.limit {
			return shrank
		}
		if s.variable(&vars[i]) {
			shrank = true
		}
	}
}

func (s *shrinker) variable(v *input.Var) bool {
	switch v.Role {
	case input.RoleLen:
		return s.length(v)
	case input.RoleFloat:
		return s.float(v)
	case input.RoleByte:
		return s.char(v)
	}
	return s.number(v)
}

// set tries one word for a variable.
func (s *shrinker) set(v *input.Var, w uint64) bool {
	return s.try(s.space.Set(slices.Clone(s.best), v, w))
}

// length cuts runs of elements out, half of them first, one at last; then it
// tries nil for an empty slice or map.
func (s *shrinker) length(v *input.Var) (shrank bool) {
	for n := s.count(v); n > 0; n /= 2 {
		for at := s.count(v) - n; at >= 0; at -= n {
			if s.try(s.space.Delete(s.best, v, at, n)) {
				if v.Key { // the entry may have moved
					return true
				}
				shrank = true
				s.refresh(v)
			}
		}
	}
	if s.best[v.Off] != 0 && s.count(v) == 0 && s.set(v, 0) {
		shrank = true
	}
	return shrank
}

func (s *shrinker) count(v *input.Var) int {
	n := int(s.best[v.Off])
	if v.Type.Kind != input.String {
		n = max(n-1, 0)
	}
	return n
}

// refresh finds a length variable again after its elements changed. Its
// offset stays.
func (s *shrinker) refresh(v *input.Var) {
	for _, u := range s.space.Vars(nil, s.best) {
		if u.Off == v.Off {
			*v = u
			return
		}
	}
}

// number halves the way to zero as often as that is kept.
func (s *shrinker) number(v *input.Var) (shrank bool) {
	zero := v.Clamp(0)
	if s.set(v, zero) {
		return true
	}
	if v.Key { // its entry may have moved, or met another
		return false
	}
	if v.Role == input.RoleInt {
		if x := int64(s.best[v.Off]); x < 0 && x != math.MinInt64 && s.set(v, uint64(-x)) {
			shrank = true
		}
	}
	// Bisection between a word that is not kept and one that is.
	bad, good := zero, s.best[v.Off]
	for {
		mid := between(v, bad, good)
		if mid == bad || mid == good {
			return shrank
		}
		if s.set(v, mid) {
			good, shrank = mid, true
		} else {
			bad = mid
		}
		if s.asked >= s.limit {
			return shrank
		}
	}
}

// between is the middle of two words, on the side of bad.
func between(v *input.Var, bad, good uint64) uint64 {
	if v.Role == input.RoleInt {
		b, g := int64(bad), int64(good)
		if b <= g {
			return uint64(b + int64((uint64(g)-uint64(b))/2))
		}
		return uint64(b - int64((uint64(b)-uint64(g))/2))
	}
	if bad <= good {
		return bad + (good-bad)/2
	}
	return bad - (bad-good)/2
}

// float tries fewer digits: zero, then no decimals, then a few.
func (s *shrinker) float(v *input.Var) bool {
	x := math.Float64frombits(s.best[v.Off])
	if x == 0 && s.best[v.Off] == 0 {
		return false
	}
	if s.set(v, 0) || x != x {
		return s.best[v.Off] == 0
	}
	for _, y := range []float64{1, -1, 2, 10, 100} {
		if math.Abs(y) < math.Abs(x) && s.set(v, math.Float64bits(y)) {
			return true
		}
	}
	for digits := range 4 {
		p := math.Pow10(digits)
		y := math.Trunc(x*p) / p
		if y == x {
			return false
		}
		if s.set(v, math.Float64bits(y)) {
			return true
		}
	}
	return false
}

// char tries the plainest bytes that are smaller in this order.
func (s *shrinker) char(v *input.Var) bool {
	const order = "a0 "
	w := s.best[v.Off]
	for i := range order {
		if w == uint64(order[i]) {
			return false
		}
		if s.set(v, uint64(order[i])) {
			return true
		}
	}
	return false
}
