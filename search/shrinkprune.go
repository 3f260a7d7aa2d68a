package search

import "nearmiss/input"

// largeInput is the number of variables from which prune works on an input.
const largeInput = 40

// prune makes many values of a large input plain at once: it empties pointers, strings, slices and maps, and
// sets numbers and flags to their plainest words. It proceeds level by level from the outside: all values of a
// level, then halves, at last single values. Usually only a few of the many values matter, and emptying a value
// saves the proposals for all values inside it.
func (s *shrinker) prune() {
	for depth := 0; len(s.vars) >= largeInput && !s.budgetSpent(); depth++ {
		full, deeper := s.notPlain(depth)
		for n := len(full); n > 0; n /= 2 {
			for index := len(full) - n; index >= 0; index -= n {
				if s.try(s.withEmptied(full[index : index+n])) {
					full, _ = s.notPlain(depth)
					index = min(index, len(full))
				}
			}
		}
		if !deeper {
			return
		}
	}
}

// notPlain returns the variables of a nesting depth that are not plain, except the receiver, alternatives, and
// those in map keys and within others of the list. It reports whether there are deeper variables.
func (s *shrinker) notPlain(depth int) (list []input.Var, deeper bool) {
	recv, end := s.space.Sig.Recv != nil, 0
	for _, v := range s.vars {
		switch {
		case v.Depth > depth:
			deeper = true
		case v.Depth < depth || v.Key || recv && v.Off == 0 || v.Off < end:
		case v.Role == input.RoleNil && s.best[v.Off] != 0, v.Role == input.RoleLen && v.Count(s.best) > 0, isScalar(&v) && v.Plain() != s.best[v.Off]:
			list, end = append(list, v), v.End
		}
	}
	return list, deeper
}

// withEmptied returns the best vector with the listed variables nil, empty or plain. The list is in
// order of offsets, and its variables do not overlap.
func (s *shrinker) withEmptied(list []input.Var) input.Vector {
	from, to := list[0].Off, list[len(list)-1].End
	var mid input.Vector
	index := from
	for _, v := range list {
		mid = append(mid, s.best[index:v.Off]...)
		if isScalar(&v) {
			mid = append(mid, v.Plain())
		} else {
			mid = append(mid, 0)
		}
		index = v.End
	}
	return s.space.Replace(s.best, from, to, mid)
}
