package worst

import (
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// smallIntegers returns a copy of the input with signed integers that are easier to read: they
// keep their order and their sign, and are as close to zero as possible. If that input does not
// satisfy the path condition, smallIntegers returns v.
func smallIntegers(v input.Vector, vars []input.Var, p *symexec.Path) input.Vector {
	var numbers []int64
	for i := range vars {
		if vars[i].Role == input.RoleInt {
			numbers = append(numbers, int64(v[vars[i].Off]))
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	zero, _ := slices.BinarySearch(numbers, 0)
	up := zero // a number >= 0 becomes its index less up: 0 stays 0; without a 0 the least becomes 1
	if zero < len(numbers) && numbers[zero] != 0 {
		up--
	}
	small := slices.Clone(v)
	for i := range vars {
		if x := &vars[i]; x.Role == input.RoleInt {
			n := int64(v[x.Off])
			at, _ := slices.BinarySearch(numbers, n)
			if n < 0 {
				small[x.Off] = uint64(int64(at - zero))
			} else {
				small[x.Off] = uint64(int64(at - up))
			}
		}
	}
	if !satisfies(small, p) {
		return v
	}
	return small
}

// satisfies reports whether an input satisfies the condition of a path.
func satisfies(v input.Vector, p *symexec.Path) bool {
	e := term.NewWordEvaluator(func(slot int) uint64 { return v[slot] })
	return !slices.ContainsFunc(p.Condition, func(c clause) bool { return !e.Holds(c) })
}
