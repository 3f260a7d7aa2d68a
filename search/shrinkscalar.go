package search

import (
	"math"

	"nearmiss/input"
)

// scalars moves one value at a time.
func (s *shrinker) scalars() {
	for i := 0; i < len(s.vars) && !s.spent(); i++ {
		if v := s.vars[i]; scalar(&v) && s.best[v.Off] != v.Plain() {
			s.scalar(v)
		}
	}
}

func (s *shrinker) scalar(v input.Var) {
	w := s.best[v.Off]
	if v.Key { // its entry may move, so that one change is all
		for _, w := range []uint64{v.Plain(), v.FromInt(1), v.FromInt(2), 'a', 'b', '0'} {
			if s.set(&v, w) {
				return
			}
		}
		return
	}
	if s.set(&v, v.Plain()) || v.Role == input.RoleBool {
		return
	}
	if v.Char() && character(func(c byte) bool { return s.set(&v, uint64(c)) }) {
		return
	}
	if n, ok := numberOf(&v, w); ok && v.Role != input.RoleByte {
		descend(n, func(n number) bool {
			w, ok := n.word(&v)
			return ok && s.set(&v, w)
		})
	} else if v.Role == input.RoleFloat {
		s.float(&v)
	}
}

// common are characters of all classes, in the order of input.Characters.
const common = "abc01A _.-/,:+*"

// character tries the common characters.
func character(set func(byte) bool) bool {
	for i := range len(common) {
		if set(common[i]) {
			return true
		}
	}
	return false
}

// A number is a whole number of any integer type, or of a float.
type number struct {
	size uint64
	neg  bool
}

func numberOf(v *input.Var, w uint64) (n number, ok bool) {
	switch v.Role {
	case input.RoleInt:
		if x := int64(w); x < 0 {
			return number{-w, true}, true
		}
		return number{w, false}, true
	case input.RoleUint, input.RoleByte:
		return number{w, false}, true
	case input.RoleFloat:
		f := math.Float64frombits(w)
		if f != math.Trunc(f) || math.Abs(f) >= 1<<53 || f == 0 && w != 0 {
			return number{}, false
		}
		return number{uint64(math.Abs(f)), f < 0}, true
	}
	return number{}, false
}

// word returns the word of v for the number, if there is one.
func (n number) word(v *input.Var) (w uint64, ok bool) {
	switch {
	case v.Role == input.RoleFloat:
		f := float64(n.size)
		if n.neg {
			f = -f
		}
		w = v.FromFloat(f)
	case n.neg && v.Role == input.RoleInt:
		w = v.Clamp(-min(n.size, 1<<63))
	case v.Role == input.RoleInt:
		w = v.Clamp(min(n.size, math.MaxInt64))
	case !n.neg:
		w = v.Clamp(n.size)
	}
	m, exact := numberOf(v, w)
	return w, exact && m == n
}

// descend looks for the number nearest to zero that set takes: the plainest
// ones, the low bits, then by bisection between one that is refused and one
// that is taken.
func descend(n number, set func(number) bool) {
	for _, size := range [...]uint64{0, 1, 2, 3, 4, 10, 100} {
		if n.size > size && (set(number{size, false}) || set(number{size, n.neg})) {
			return
		}
	}
	if n.neg && set(number{n.size, false}) {
		n.neg = false
	}
	for _, mask := range [...]uint64{0xFF, 0xFFFF, math.MaxUint32} {
		low := n.size & mask
		if n.neg {
			low = -n.size & mask
		}
		if n.size > mask && set(number{low, false}) {
			n = number{low, false}
		}
	}
	for bad, good := uint64(0), n.size; ; {
		mid := bad + (good-bad)/2
		if mid == bad {
			return
		}
		if set(number{mid, n.neg}) {
			good = mid
		} else {
			bad = mid
		}
	}
}

// float tries simpler numbers, the boldest first.
func (s *shrinker) float(v *input.Var) {
	for again := true; again; {
		again = false
		for _, g := range simplerFloats(math.Float64frombits(s.best[v.Off])) {
			if s.set(v, v.FromFloat(g)) {
				again = true
				break
			}
		}
	}
}

// simplerFloats proposes simpler numbers: fewer decimals, fewer digits, a
// smaller exponent.
func simplerFloats(f float64) []float64 {
	list := []float64{0, 1, -1, 2, 3, 10, 100}
	if f != f || f-f != 0 {
		return append(list, 0.5, 1e10, -1e10, 1e100, -1e100, math.MaxFloat64, -math.MaxFloat64)
	}
	down, up := math.Floor(f), math.Ceil(f)
	list = append(list, -f, down, up, math.Trunc(f), f/2, f/10, math.Trunc(f/2), math.Trunc(f/10), math.Trunc(f)-math.Copysign(1, f))
	for _, scale := range [...]float64{10, 100, 1000} {
		list = append(list, math.Floor(f*scale)/scale, math.Ceil(f*scale)/scale)
	}
	for n := 1; n <= 6; n++ {
		list = append(list, input.Digits(f, n), input.Digits(f*(1-math.Pow10(-n)), n), input.Digits(f*(1+math.Pow10(-n)), n))
	}
	for _, k := range [...]float64{1e10, 1e20, 1e50, 1e100, 1e200} {
		list = append(list, math.Copysign(k, f), math.Copysign(1/k, f))
	}
	return append(list, 0.5, 0.1)
}
