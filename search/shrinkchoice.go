package search

import "nearmiss/input"

// choice makes a value in a plainer way: by another alternative, the fall-backs
// after all others, with nothing in it or with what it takes over; by the same
// alternative with nothing in it; by a value of its own type further in.
func (s *shrinker) choice(v input.Var) {
	for _, rare := range [...]bool{false, true} {
		for i := range v.Type.Alts {
			if a := &v.Type.Alts[i]; a.Rare == rare && s.alternative(&v, uint64(i)) {
				if v.Key { // the entry may have moved
					return
				}
				v = s.again(v)
			}
		}
	}
	s.hoist(v, func(u *input.Var) bool { return u.Role == input.RoleAlt && u.Type == v.Type })
}

func (s *shrinker) alternative(v *input.Var, w uint64) bool {
	return s.try(s.space.Blank(s.best, v, w)) ||
		w != s.best[v.Off] && s.try(s.space.Make(s.best, v, w))
}
