package search

import (
	"math"
	"slices"

	"nearmiss/input"
)

// isFreeNumber reports whether v is an integer and no map key. A change of a map key could
// move other variables.
func isFreeNumber(v *input.Var) bool {
	return (v.Role == input.RoleInt || v.Role == input.RoleUint) && !v.Key
}

// numberVars returns the variables that hold integers within the range of int64 and for which
// in returns true.
func (s *shrinker) numberVars(in func(*input.Var) bool) []input.Var {
	var list []input.Var
	for _, v := range s.vars {
		if n, ok := numberOf(&v, s.best[v.Off]); ok && (isFreeNumber(&v) || v.Role == input.RoleFloat && !v.Key) && n.size <= math.MaxInt64 && in(&v) {
			list = append(list, v)
		}
	}
	return list
}

// numberGroups returns at most 12 groups of numbers that may be related: all numbers, the numbers of
// each type, and the numbers of each list.
func (s *shrinker) numberGroups() [][]input.Var {
	const most = 12
	var out [][]input.Var
	add := func(in func(*input.Var) bool) {
		list := s.numberVars(in)
		same := func(other []input.Var) bool {
			return slices.EqualFunc(list, other, func(a, b input.Var) bool { return a.Off == b.Off })
		}
		if len(list) > 1 && len(out) < most && !slices.ContainsFunc(out, same) {
			out = append(out, list)
		}
	}
	types := map[string]bool{}
	add(func(*input.Var) bool { return true })
	for _, v := range s.vars {
		switch {
		case v.Role == input.RoleLen && v.Type.Kind != input.String && v.Count(s.best) > 1:
			add(func(u *input.Var) bool { return u.Off > v.Off && u.Off < v.End })
		case isScalar(&v) && !types[v.Type.Go]:
			types[v.Type.Go] = true
			add(func(u *input.Var) bool { return u.Type.Go == v.Type.Go })
		}
	}
	return out
}

// intValue returns the value of v in the best vector.
func (s *shrinker) intValue(v *input.Var) int64 { return v.Int(s.best[v.Off]) }

// mapGroup proposes the value to(x) for each value x of a group.
func (s *shrinker) mapGroup(list []input.Var, to func(x int64) int64) bool {
	return s.tryAll(list, func(v *input.Var, w uint64) uint64 { return v.FromInt(to(v.Int(w))) })
}

// moveGroups changes the related numbers of each group together: closer, smaller, or nearer to
// zero.
func (s *shrinker) moveGroups() {
	s.shrinkEqualValues()
	for _, list := range s.numberGroups() {
		s.renumber(list)
		s.divideGroup(list)
		s.moveToZero(list)
	}
}

// shrinkEqualValues changes all variables of an equal value at once, including characters and
// bytes.
func (s *shrinker) shrinkEqualValues() {
	seen := map[number]bool{}
	for i := 0; i < len(s.vars) && !s.budgetSpent(); i++ {
		start, ok := s.valueKey(&s.vars[i])
		if !ok || start == (number{}) || seen[start] {
			continue
		}
		seen[start] = true
		var list []input.Var
		chars, numbers := false, false
		for _, u := range s.vars[i:] {
			if m, ok := s.valueKey(&u); ok && m == start {
				list = append(list, u)
				chars, numbers = chars || u.Char(), numbers || u.Role != input.RoleByte
			}
		}
		if len(list) > 1 && numbers {
			s.shrinkTogether(list, start, chars)
		}
	}
}

// valueKey returns a number that is the same for equal values; ok is false if v does not take
// part in shrinkEqualValues.
func (s *shrinker) valueKey(v *input.Var) (n number, ok bool) {
	if !isScalar(v) || v.Key {
		return n, false
	}
	if n, ok = numberOf(v, s.best[v.Off]); !ok && v.Role == input.RoleFloat {
		n, ok = number{s.best[v.Off], true}, true // the bits of the float
	}
	return n, ok
}

// shrinkTogether proposes smaller common values for variables that are equal.
func (s *shrinker) shrinkTogether(list []input.Var, start number, chars bool) {
	set := func(n number) bool {
		c := s.copyOfBest()
		for i := range list {
			w, ok := n.word(&list[i])
			if !ok {
				return false
			}
			c[list[i].Off] = w
		}
		return s.try(c)
	}
	if chars && tryCharacters(func(c byte) bool { return set(number{uint64(c), false}) }) {
		return
	}
	if _, ok := numberOf(&list[0], s.best[list[0].Off]); ok {
		findSmallest(start, set)
		return
	}
	s.shrinkFloats(list)
}

// renumber brings the values of a group close together and keeps their order. Neighbouring
// values are then at most a gap apart, for which it tries 1 to 1000; the least value becomes 0, 1
// or 2, or all values keep their signs. It does nothing for more than 64 distinct values.
func (s *shrinker) renumber(list []input.Var) {
	const most = 64
	var values []int64
	for i := range list {
		values = append(values, s.intValue(&list[i]))
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) > most {
		return
	}
	for _, gap := range [...]uint64{1, 2, 3, 10, 100, 1000} {
		close := make([]int64, len(values)) // from 0 up
		for i := 1; i < len(values); i++ {
			close[i] = close[i-1] + int64(min(uint64(values[i]-values[i-1]), gap))
		}
		zero, _ := slices.BinarySearch(values, 0)
		signs := int64(0) // least value with which all values keep their signs
		if zero < len(values) {
			signs = -close[zero]
			if values[zero] > 0 {
				signs++
			}
		} else {
			signs = -close[len(close)-1] - 1
		}
		for _, minimum := range [...]int64{0, 1, 2, signs} {
			if s.mapGroup(list, func(x int64) int64 {
				i, _ := slices.BinarySearch(values, x)
				return minimum + close[i]
			}) {
				return
			}
		}
	}
}

// divideGroup divides the values of a group by powers of two and by ten.
func (s *shrinker) divideGroup(list []input.Var) {
	for _, divisor := range [...]int64{1 << 32, 1 << 16, 1 << 8, 1 << 4, 10, 2} {
		for s.mapGroup(list, func(x int64) int64 { return x / divisor }) {
		}
	}
}

// moveToZero moves the values of a group towards zero by a common amount, as far as acceptable. It
// does nothing unless all values have the same sign.
func (s *shrinker) moveToZero(list []input.Var) {
	minimum := int64(math.MaxInt64)
	start := make([]int64, len(list))
	for i := range list {
		x := s.intValue(&list[i])
		start[i] = x
		if x == 0 || x > 0 != (start[0] > 0) || x == math.MinInt64 {
			return
		}
		minimum = min(minimum, max(x, -x))
	}
	// Find the smallest distance from zero for the value nearest to zero.
	findSmallest(number{size: uint64(minimum)}, func(n number) bool {
		d := minimum - int64(n.size)
		c := s.copyOfBest()
		for i, v := range list {
			if start[i] < 0 {
				c[v.Off] = v.FromInt(start[i] + d)
			} else {
				c[v.Off] = v.FromInt(start[i] - d)
			}
		}
		return s.try(c)
	})
}
