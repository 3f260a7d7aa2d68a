package ese

import (
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// inputRounds searches over inputs, by GA and AVM in turns. Each round begins
// with the best input of the whole search, and is given twice as many
// evaluations as the last of its kind.
type inputRounds struct{}

// firstRound is how many evaluations the first round has.
const firstRound = 10_000

// Search implements Strategy.
func (inputRounds) Search(g *Gate) error {
	if g.target.Inputs == nil {
		return errNoInputs
	}
	for n := uint64(firstRound); !g.Over(); n *= 2 {
		for _, s := range []Strategy{
			GA{Starts: func() []input.Vector { return starts(g, gaStarts) }},
			AVM{Starts: func() []input.Vector { return starts(g, 1) }},
		} {
			if err := s.Search(g.Within(Budget{Evaluations: n})); err != nil {
				return err
			}
		}
	}
	return nil
}

// gaStarts is how many individuals of a first generation are not of package
// ga's own drawing.
const gaStarts = 60

// starts returns the scalars of the best input, and n-1 vectors whose numbers
// are from a small range: programs that ask for equality have much to do only
// with these.
func starts(g *Gate, n int) (list []input.Vector) {
	in := g.target.Inputs
	if b := g.archive.Best; b != nil {
		list = append(list, in.Scalars(b.Input))
	}
	space := in.Space()
	base := space.Random(nil, g.rng)
	vars := space.Vars(nil, base)
	for len(list) < n {
		list = append(list, smallNumbers(base, vars, g.rng))
	}
	return list
}

// smallNumbers draws the numbers of v anew, from 0 to a bound that is the same
// for all.
func smallNumbers(v input.Vector, vars []input.Var, rng *rand.Rand) input.Vector {
	v = slices.Clone(v)
	bound := uint64(longTail(rng, len(vars)+1))
	for i := range vars {
		if x := &vars[i]; x.Role == input.RoleInt || x.Role == input.RoleUint {
			v[x.Off] = min(rng.Uint64N(bound+1), x.Hi)
		}
	}
	return v
}
