package search

import (
	"math/rand/v2"

	"nearmiss/input"
)

// maxConstructions is the greatest number of inputs with a constructor that one call of Shrink
// proposes in place of rare alternatives.
const maxConstructions = 60

// shrinkChoice proposes plainer values for a choice: each alternative, rare ones last, with an
// empty payload or with the fitting parts of the old payload; then nested values of the same
// type; and in place of a rare alternative a constructor with small arguments and a few steps.
func (s *shrinker) shrinkChoice(variable input.Var) {
	for _, rare := range [...]bool{false, true} {
		for i := range variable.Type.Alts {
			if a := &variable.Type.Alts[i]; a.Rare == rare && s.tryAlternative(&variable, uint64(i)) {
				if variable.Key { // the map entry may have moved
					return
				}
				variable = s.refreshed(variable)
			}
		}
	}
	s.hoist(variable, func(u *input.Var) bool { return u.Role == input.RoleAlt && u.Type == variable.Type })
	s.tryConstructors(variable)
}

// tryConstructors proposes each constructor for a value that the best vector makes in a rare way, as
// by a literal. The random arguments depend only on the best vector.
func (s *shrinker) tryConstructors(variable input.Var) {
	if variable = s.refreshed(variable); !variable.Type.Alts[s.best[variable.Off]].Rare || variable.Key {
		return
	}
	var makers []uint64
	for i := range variable.Type.Alts {
		if a := &variable.Type.Alts[i]; a.RunsCode && !a.Rare {
			makers = append(makers, uint64(i))
		}
	}
	if len(makers) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(Hash(s.best), uint64(variable.Off)))
	for ; s.constructed < maxConstructions; s.constructed++ {
		if s.try(s.space.ChooseConstructed(s.best, &variable, makers[rng.IntN(len(makers))], rng)) {
			return
		}
	}
}

// tryAlternative proposes alternative w of a choice with its smallest payload, with the fitting
// parts of the old payload, or with true for each bool and the smallest payload otherwise.
func (s *shrinker) tryAlternative(v *input.Var, w uint64) bool {
	if s.try(s.space.ChooseSmallest(s.best, v, w)) || w != s.best[v.Off] && s.try(s.space.Choose(s.best, v, w)) {
		return true
	}
	t := s.space.ChooseTrue(s.best, v, w)
	return t != nil && s.try(t)
}
