package worst

import (
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// plainer returns the input with numbers that are easier to read, if it takes
// the same path with them: the integers keep their order, and are no further
// from zero than that takes. Else it returns v.
func plainer(v input.Vector, vars []input.Var, p *symexec.Path) input.Vector {
	var numbers []int64
	for i := range vars {
		if vars[i].Role == input.RoleInt {
			numbers = append(numbers, int64(v[vars[i].Off]))
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	zero, _ := slices.BinarySearch(numbers, 0)
	up := zero // of the number that becomes 0 or, without one, 1
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
	if !takes(small, p) {
		return v
	}
	return small
}

// takes reports whether an input satisfies the condition of a path.
func takes(v input.Vector, p *symexec.Path) bool {
	e := term.NewWordEvaluator(func(slot int) uint64 { return v[slot] })
	return !slices.ContainsFunc(p.Condition, func(c clause) bool { return !e.Holds(c) })
}
