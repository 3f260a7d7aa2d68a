package search

import (
	"slices"

	"nearmiss/input"
)

// shapes makes the inputs shorter: pointers nil, choices plain, elements
// deleted.
func (s *shrinker) shapes() {
	for i := 0; i < len(s.vars) && !s.spent(); i++ {
		switch v := s.vars[i]; v.Role {
		case input.RoleNil:
			s.pointer(v)
		case input.RoleAlt:
			s.choice(v)
		case input.RoleLen:
			s.length(v)
		}
	}
}

// pointer tries nil, and for a recursive type the values of the same type
// further in: a list loses a node in the middle, a tree becomes a subtree.
func (s *shrinker) pointer(v input.Var) {
	if s.set(&v, 1-s.best[v.Off]) {
		return
	}
	s.hoist(v, func(u *input.Var) bool {
		return u.Role == input.RoleNil && u.Type.Elem == v.Type.Elem && s.best[u.Off] != 0
	})
}

// hoist puts values from further in, of those that fit, in the place of v.
func (s *shrinker) hoist(v input.Var, fits func(u *input.Var) bool) {
	for i := 0; i < len(s.vars); i++ {
		u := s.vars[i]
		if u.Off > v.Off && u.Off < v.End && fits(&u) &&
			s.try(s.space.Replace(s.best, v.Off, v.End, s.best[u.Off:u.End])) {
			if v.Key {
				return
			}
			v = s.again(v)
			i = 0
		}
	}
}

// length deletes runs of elements, half of them first, one at last; then it
// tries nil for an empty slice or map.
func (s *shrinker) length(v input.Var) {
	for n := v.Count(s.best); n > 0; n /= 2 {
		for at := v.Count(s.best) - n; at >= 0; at -= n {
			if !s.delete(&v, at, n) {
				continue
			}
			if v.Key { // the entry may have moved
				return
			}
			v = s.again(v)
		}
	}
	s.set(&v, 0)
}

// again finds a variable after its elements changed. Its offset stays.
func (s *shrinker) again(v input.Var) input.Var {
	for i := range s.vars {
		if s.vars[i].Off == v.Off {
			return s.vars[i]
		}
	}
	panic("search: BUG: a shrunk variable is gone")
}

// delete takes elements out: only these; the same ones elsewhere, counted from
// the start or from the end; or these with the numbers that count them.
func (s *shrinker) delete(v *input.Var, at, n int) bool {
	return s.try(s.space.Delete(s.best, v, at, n)) ||
		s.deleteAlike(v, at, n, false) || s.deleteAlike(v, at, n, true) || s.deleteCounted(v, at, n)
}

// deleteAlike takes the same elements out of all lists that have them at the
// same place.
func (s *shrinker) deleteAlike(v *input.Var, at, n int, back bool) bool {
	type place struct {
		v  input.Var
		at int
	}
	chunk, behind := v.Elements(s.best, at, n), v.Count(s.best)-at
	var list []place
	end := v.End
	for _, u := range s.vars {
		if u.Off < end || u.Role != input.RoleLen || u.Key || u.Type.Kind != v.Type.Kind || u.Type.Elem != v.Type.Elem {
			continue
		}
		from := at
		if back {
			from = u.Count(s.best) - behind
		}
		if from >= 0 && from+n <= u.Count(s.best) && slices.Equal(u.Elements(s.best, from, n), chunk) {
			list = append(list, place{u, from})
			end = u.End
		}
	}
	if len(list) == 0 {
		return false
	}
	c := s.best
	for _, p := range slices.Backward(list) {
		c = s.space.Delete(c, &p.v, p.at, n)
	}
	return s.try(s.space.Delete(c, v, at, n))
}

// deleteCounted takes elements out and lowers the numbers that are as great
// as there were elements.
func (s *shrinker) deleteCounted(v *input.Var, at, n int) bool {
	count, c := int64(v.Count(s.best)), s.copied()
	for i := range s.vars {
		if u := &s.vars[i]; free(u) && (u.Off < v.Off || u.Off >= v.End) && u.Int(c[u.Off]) == count {
			c[u.Off] = u.FromInt(count - int64(n))
		}
	}
	if slices.Equal(c, s.best) {
		return false
	}
	return s.try(s.space.Delete(c, v, at, n))
}
