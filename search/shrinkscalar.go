package search

import (
	"math"
	"slices"

	"nearmiss/input"
)

// shrinkScalars makes single scalars plainer, one at a time.
func (s *shrinker) shrinkScalars() {
	for i := 0; i < len(s.vars) && !s.budgetSpent(); i++ {
		if v := s.vars[i]; isScalar(&v) && s.best[v.Off] != v.Plain() {
			s.shrinkScalar(v)
		}
	}
}

func (s *shrinker) shrinkScalar(variable input.Var) {
	w := s.best[variable.Off]
	if variable.Key { // a new key may move the map entry, so accept only one change
		for _, w := range []uint64{variable.Plain(), variable.FromInt(1), variable.FromInt(2), 'a', 'b', '0'} {
			if s.trySet(&variable, w) {
				return
			}
		}
		return
	}
	if s.trySet(&variable, variable.Plain()) || variable.Role == input.RoleBool {
		return
	}
	if variable.Char() && tryCharacters(func(c byte) bool { return s.trySet(&variable, uint64(c)) }) {
		return
	}
	for _, w := range variable.Type.Words[:min(len(variable.Type.Words), maxConstants)] {
		if s.trySet(&variable, w) && !variable.Type.Flags {
			return
		}
	}
	if n, ok := numberOf(&variable, w); ok && variable.Role != input.RoleByte {
		findSmallest(n, func(n number) bool {
			w, ok := n.word(&variable)
			return ok && s.trySet(&variable, w)
		})
		s.clearBits(variable)
	} else if variable.Role == input.RoleFloat {
		s.shrinkFloats([]input.Var{variable})
	}
}

// maxConstants is the most constants of a type that are proposed for a variable.
const maxConstants = 32

// clearBits clears single bits of a set of flags, or of a number that is still large, from the highest on.
func (s *shrinker) clearBits(variable input.Var) {
	const large = 1 << 16
	for bit := uint64(1) << 63; bit > 0; bit >>= 1 {
		if w := s.best[variable.Off]; variable.Role != input.RoleFloat && w&bit != 0 && (variable.Type.Flags || w > large) {
			s.trySet(&variable, w&^bit)
		}
	}
}

// commonCharacters are characters of all classes, the easiest to read first.
const commonCharacters = "abc01A _.-/,:+*"

// tryCharacters calls set with the common characters until set accepts one.
func tryCharacters(set func(byte) bool) bool {
	for i := range len(commonCharacters) {
		if set(commonCharacters[i]) {
			return true
		}
	}
	return false
}

// number is an integer in a variable of an integer or float type.
type number struct {
	size uint64 // magnitude
	neg  bool   // the number is negative
}

// numberOf returns the word of an integer or float variable as a number; ok is false if it is not a
// whole number.
func numberOf(v *input.Var, word uint64) (n number, ok bool) {
	switch v.Role {
	case input.RoleInt:
		if x := int64(word); x < 0 {
			return number{-word, true}, true
		}
		return number{word, false}, true
	case input.RoleUint, input.RoleByte:
		return number{word, false}, true
	case input.RoleFloat:
		f := math.Float64frombits(word)
		if f != math.Trunc(f) || math.Abs(f) >= 1<<53 || f == 0 && word != 0 {
			return number{}, false
		}
		return number{uint64(math.Abs(f)), f < 0}, true
	}
	return number{}, false
}

// word returns the number as a word of a variable; ok is false if the variable cannot hold it.
func (n number) word(variable *input.Var) (w uint64, ok bool) {
	switch {
	case variable.Role == input.RoleFloat:
		f := float64(n.size)
		if n.neg {
			f = -f
		}
		w = variable.FromFloat(f)
	case n.neg && variable.Role == input.RoleInt:
		w = variable.Clamp(-min(n.size, 1<<63))
	case variable.Role == input.RoleInt:
		w = variable.Clamp(min(n.size, math.MaxInt64))
	case !n.neg:
		w = variable.Clamp(n.size)
	}
	m, exact := numberOf(variable, w)
	return w, exact && m == n
}

// findSmallest looks for the number nearest to zero that set accepts. It tries plain numbers,
// then the low bits of start, then bisects between a refused and an accepted number.
func findSmallest(start number, set func(number) bool) {
	for _, size := range [...]uint64{0, 1, 2, 3, 4, 10, 100} {
		if start.size > size && (set(number{size, false}) || set(number{size, start.neg})) {
			return
		}
	}
	if start.neg && set(number{start.size, false}) {
		start.neg = false
	}
	for _, mask := range [...]uint64{0xFF, 0xFFFF, math.MaxUint32} {
		low := start.size & mask
		if start.neg {
			low = -start.size & mask
		}
		if start.size > mask && set(number{low, false}) {
			start = number{low, false}
		}
	}
	for bad, good := uint64(0), start.size; ; {
		mid := bad + (good-bad)/2
		if mid == bad {
			return
		}
		if set(number{mid, start.neg}) {
			good = mid
		} else {
			bad = mid
		}
	}
}

// shrinkFloats proposes simpler values for floats that are equal until none is accepted.
func (s *shrinker) shrinkFloats(list []input.Var) {
	simplify := func(g float64) bool {
		return s.tryAll(list, func(v *input.Var, _ uint64) uint64 { return v.FromFloat(g) })
	}
	for slices.ContainsFunc(simplerFloats(math.Float64frombits(s.best[list[0].Off])), simplify) {
	}
}

// simplerFloats returns floats that may be simpler than number: with fewer decimals, fewer digits or
// a smaller exponent.
func simplerFloats(number float64) []float64 {
	list := []float64{0, 1, -1, 2, 3, 10, 100}
	if number != number || number-number != 0 {
		return append(list, 0.5, 1e10, -1e10, 1e100, -1e100, math.MaxFloat64, -math.MaxFloat64)
	}
	down, up := math.Floor(number), math.Ceil(number)
	list = append(list, -number, down, up, math.Trunc(number), number/2, number/10, math.Trunc(number/2), math.Trunc(number/10), math.Trunc(number)-math.Copysign(1, number))
	for _, scale := range [...]float64{10, 100, 1000} {
		list = append(list, math.Floor(number*scale)/scale, math.Ceil(number*scale)/scale)
	}
	for n := 1; n <= 6; n++ {
		list = append(list, input.Digits(number, n), input.Digits(number*(1-math.Pow10(-n)), n), input.Digits(number*(1+math.Pow10(-n)), n))
	}
	for _, k := range [...]float64{1e10, 1e20, 1e50, 1e100, 1e200} {
		list = append(list, math.Copysign(k, number), math.Copysign(1/k, number))
	}
	return append(list, 0.5, 0.1)
}
