package search

import (
	"math/rand/v2"

	"nearmiss/input"
)

// constructions is how many inputs of a constructor are tried, in one
// shrinking, to do without a fall-back.
const constructions = 60

// choice makes a value in a plainer way: by another alternative, the fall-backs
// after all others, with nothing in it or with what it takes over; by the same
// alternative with nothing in it; by a value of its own type further in; and
// last, what is a fall-back, by a constructor with small arguments and a few
// steps.
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
	s.construct(v)
}

// construct tries constructors in the place of a fall-back. What it draws
// depends on the vector alone.
func (s *shrinker) construct(v input.Var) {
	if v = s.again(v); !v.Type.Alts[s.best[v.Off]].Rare || v.Key {
		return
	}
	var makers []uint64
	for i := range v.Type.Alts {
		if a := &v.Type.Alts[i]; a.Runs && !a.Rare {
			makers = append(makers, uint64(i))
		}
	}
	if len(makers) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(Hash(s.best), uint64(v.Off)))
	for ; s.constructed < constructions; s.constructed++ {
		if s.try(s.space.Construct(s.best, &v, makers[rng.IntN(len(makers))], rng)) {
			return
		}
	}
}

func (s *shrinker) alternative(v *input.Var, w uint64) bool {
	if s.try(s.space.Blank(s.best, v, w)) || w != s.best[v.Off] && s.try(s.space.Make(s.best, v, w)) {
		return true
	}
	t := s.space.MakeTrue(s.best, v, w)
	return t != nil && s.try(t)
}
