package ese

import (
	"math/rand/v2"
	"slices"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// inputRounds searches over inputs by the genetic algorithm of Wegener, again and
// again. Each round begins with the best input of the whole search, and ends when
// its last half has brought nothing better.
type inputRounds struct{}

// leastRound is how many evaluations a round has.
const leastRound = 2_000

// Search implements Strategy.
func (inputRounds) Search(g *Gate) error {
	if g.target.Inputs == nil {
		return errNoInputs
	}
	for !g.Over() {
		part := g.round()
		if err := (Evolution{ga.Wegener{}, "input", func() []input.Vector { return starts(g, gaStarts) }}).Search(part); err != nil {
			return err
		}
		if part.Status() == search.Exhausted {
			g.Finish(search.Exhausted)
		}
	}
	return nil
}

// round returns a gate that ends when half of its evaluations have brought
// nothing better than those before.
func (g *Gate) round() *Gate {
	part := g.Within(Budget{})
	var known, at uint64
	part.opt.Progress = func(a *Archive) {
		if part.most > known {
			known, at = part.most, part.evaluations
		}
		if part.evaluations > max(leastRound, 2*at) {
			part.Finish(search.Budget)
		}
		if g.opt.Progress != nil {
			g.opt.Progress(a)
		}
	}
	return part
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
