package search

import "nearmiss/input"

// largeInput is the number of variables from which prune works on an input.
const largeInput = 200

// prune empties many pointers, strings, slices and maps of a large input at once. It proceeds
// level by level from the outside: all values of a level, then halves, at last single values.
// Usually only a few of the many values matter, and emptying a value saves the proposals for
// all values inside it.
func (s *shrinker) prune() {
	for depth := 0; len(s.vars) >= largeInput && !s.budgetSpent(); depth++ {
		full, deeper := s.nonEmptyVars(depth)
		for n := len(full); n > 0; n /= 2 {
			for index := len(full) - n; index >= 0; index -= n {
				if s.try(s.withEmptied(full[index : index+n])) {
					full, _ = s.nonEmptyVars(depth)
					index = min(index, len(full))
				}
			}
		}
		if !deeper {
			return
		}
	}
}

// nonEmptyVars returns the pointers and lists of a nesting depth that are not empty, except the
// receiver and those in map keys. It reports whether there are deeper variables.
func (s *shrinker) nonEmptyVars(depth int) (list []input.Var, deeper bool) {
	recv := s.space.Sig.Recv != nil
	for _, v := range s.vars {
		switch {
		case v.Depth > depth:
			deeper = true
		case v.Depth < depth || v.Key || recv && v.Off == 0:
		case v.Role == input.RoleNil && s.best[v.Off] != 0, v.Role == input.RoleLen && v.Count(s.best) > 0:
			list = append(list, v)
		}
	}
	return list, deeper
}

// withEmptied returns the best vector with the listed variables nil or empty. The list is in
// order of offsets, and its variables do not overlap.
func (s *shrinker) withEmptied(list []input.Var) input.Vector {
	from, to := list[0].Off, list[len(list)-1].End
	var mid input.Vector
	index := from
	for _, v := range list {
		mid = append(append(mid, s.best[index:v.Off]...), 0)
		index = v.End
	}
	return s.space.Replace(s.best, from, to, mid)
}
