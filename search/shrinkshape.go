package search

import (
	"slices"

	"nearmiss/input"
)

// shortenShapes makes the inputs shorter: it sets pointers to nil, simplifies choices and
// deletes elements.
func (s *shrinker) shortenShapes() {
	for i := 0; i < len(s.vars) && !s.budgetSpent(); i++ {
		switch v := s.vars[i]; v.Role {
		case input.RoleNil:
			s.shrinkPointer(v)
		case input.RoleAlt:
			s.shrinkChoice(v)
		case input.RoleLen:
			s.shrinkLength(v)
		}
	}
}

// shrinkPointer proposes nil, then for a recursive type the nested values of the same type: a
// list loses a node in the middle, a tree becomes a subtree.
func (s *shrinker) shrinkPointer(v input.Var) {
	if s.trySet(&v, 1-s.best[v.Off]) {
		return
	}
	s.hoist(v, func(u *input.Var) bool {
		return u.Role == input.RoleNil && u.Type.Elem == v.Type.Elem && s.best[u.Off] != 0
	})
}

// hoist proposes to replace the value of v by each value nested in it that fits accepts.
func (s *shrinker) hoist(v input.Var, fits func(u *input.Var) bool) {
	for i := 0; i < len(s.vars); i++ {
		u := s.vars[i]
		if u.Off > v.Off && u.Off < v.End && fits(&u) &&
			s.try(s.space.Replace(s.best, v.Off, v.End, s.best[u.Off:u.End])) {
			if v.Key {
				return
			}
			v = s.refreshed(v)
			i = 0
		}
	}
}

// shrinkLength deletes runs of elements: all, then halves, down to single elements. At last it
// proposes nil for an empty slice or map. In place of several steps it first proposes one that repeats its call.
func (s *shrinker) shrinkLength(variable input.Var) {
	if variable.Steps && variable.Count(s.best) > 1 && s.gather(&variable) {
		variable = s.refreshed(variable)
	}
	for n := variable.Count(s.best); n > 0; n /= 2 {
		for index := variable.Count(s.best) - n; index >= 0; index -= n {
			if !s.deleteElements(&variable, index, n) {
				continue
			}
			if variable.Key { // the entry may have moved
				return
			}
			variable = s.refreshed(variable)
		}
	}
	s.trySet(&variable, 0)
}

// gather proposes each step that repeats its call in place of all steps, with as many repetitions as these have calls.
func (s *shrinker) gather(steps *input.Var) bool {
	calls := int64(steps.Count(s.best))
	var repeated []input.Vector
	var times []input.Var
	for i := 1; i < len(s.vars); i++ {
		step, n := s.vars[i-1], s.vars[i]
		if step.Off > steps.Off && n.End <= steps.End && step.Role == input.RoleAlt && step.Type.Alts[s.best[step.Off]].Repeats {
			repeated, times = append(repeated, append(input.Vector{2}, s.best[step.Off:step.End]...)), append(times, n)
			calls += n.Int(s.best[n.Off]) - 1
		}
	}
	for i, one := range repeated {
		one[2] = times[i].FromInt(calls)
		if s.try(s.space.Replace(s.best, steps.Off, steps.End, one)) {
			return true
		}
	}
	return false
}

// refreshed returns the current state of a variable after a change of its elements. The offset
// of the variable is unchanged.
func (s *shrinker) refreshed(v input.Var) input.Var {
	for i := range s.vars {
		if s.vars[i].Off == v.Off {
			return s.vars[i]
		}
	}
	panic("search: BUG: a shrunk variable is gone")
}

// deleteElements deletes n elements: only these; or also equal elements at the same position of
// other lists, counted from the start or from the end; or also adjusts numbers that equal the
// length.
func (s *shrinker) deleteElements(v *input.Var, index, n int) bool {
	return s.try(s.space.Delete(s.best, v, index, n)) ||
		s.deleteSameElsewhere(v, index, n, false) || s.deleteSameElsewhere(v, index, n, true) || s.deleteWithCounters(v, index, n)
}

// deleteSameElsewhere deletes count elements of variable, and the equal elements at the same
// position of all later lists. With back, positions count from the end.
func (s *shrinker) deleteSameElsewhere(variable *input.Var, index, count int, back bool) bool {
	type place struct {
		v  input.Var
		at int
	}
	chunk, behind := variable.Elements(s.best, index, count), variable.Count(s.best)-index
	var list []place
	end := variable.End
	for _, u := range s.vars {
		if u.Off < end || u.Role != input.RoleLen || u.Key || u.Type.Kind != variable.Type.Kind || u.Type.Elem != variable.Type.Elem {
			continue
		}
		from := index
		if back {
			from = u.Count(s.best) - behind
		}
		if from >= 0 && from+count <= u.Count(s.best) && slices.Equal(u.Elements(s.best, from, count), chunk) {
			list = append(list, place{u, from})
			end = u.End
		}
	}
	if len(list) == 0 {
		return false
	}
	c := s.best
	for _, p := range slices.Backward(list) {
		c = s.space.Delete(c, &p.v, p.at, count)
	}
	return s.try(s.space.Delete(c, variable, index, count))
}

// deleteWithCounters deletes n elements, and lowers by n the numbers that equal the length of
// the list.
func (s *shrinker) deleteWithCounters(v *input.Var, index, n int) bool {
	count, c := int64(v.Count(s.best)), s.copyOfBest()
	for i := range s.vars {
		if u := &s.vars[i]; isFreeNumber(u) && (u.Off < v.Off || u.Off >= v.End) && u.Int(c[u.Off]) == count {
			c[u.Off] = u.FromInt(count - int64(n))
		}
	}
	if slices.Equal(c, s.best) {
		return false
	}
	return s.try(s.space.Delete(c, v, index, n))
}
