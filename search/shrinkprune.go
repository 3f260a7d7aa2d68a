package search

import "nearmiss/input"

// largeInput is the number of variables from which an input is pruned first.
const largeInput = 200

// prune empties many pointers, strings, slices and maps of a large input at once:
// level by level from the outside, all of a level, then halves of it, and last one
// alone. What is in the way of a condition is few of the many that a large input has,
// and none of what is inside needs to be asked about one by one.
func (s *shrinker) prune() {
	for depth := 0; len(s.vars) >= largeInput && !s.spent(); depth++ {
		full, deeper := s.full(depth)
		for n := len(full); n > 0; n /= 2 {
			for at := len(full) - n; at >= 0; at -= n {
				if s.try(s.emptied(full[at : at+n])) {
					full, _ = s.full(depth)
					at = min(at, len(full))
				}
			}
		}
		if !deeper {
			return
		}
	}
}

// full lists the variables of a depth whose values are not empty, and reports
// whether there are deeper ones.
func (s *shrinker) full(depth int) (list []input.Var, deeper bool) {
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

// emptied is the best vector with all of these nil or empty, which stand one behind
// the other.
func (s *shrinker) emptied(list []input.Var) input.Vector {
	from, to := list[0].Off, list[len(list)-1].End
	var mid input.Vector
	at := from
	for _, v := range list {
		mid = append(append(mid, s.best[at:v.Off]...), 0)
		at = v.End
	}
	return s.space.Replace(s.best, from, to, mid)
}
