package ese

import (
	"math/rand/v2"
	"slices"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// inputRounds searches over inputs by repeated rounds of the genetic algorithm of Wegener. Each
// round starts with the best input of the whole search, and ends when the last half of its
// evaluations brought no improvement.
type inputRounds struct{}

// minRound is the smallest number of evaluations in a round.
const minRound = 2_000

// Search implements Strategy.
func (inputRounds) Search(g *Gate) error {
	if g.target.Inputs == nil {
		return errNoInputs
	}
	for !g.Over() {
		part := g.roundGate()
		if err := (Evolution{Algorithm: ga.Wegener{}, Operators: "input", Starts: func() []input.Vector { return startVectors(g, startCount) }}).Search(part); err != nil {
			return err
		}
		if part.Status() == search.Exhausted {
			g.Finish(search.Exhausted)
		}
	}
	return nil
}

// roundGate returns a gate for one round of the search. The round ends when it has more than
// minRound evaluations and the second half of them brought no improvement.
func (g *Gate) roundGate() *Gate {
	part := g.Within(Budget{})
	var known, at uint64
	part.opt.Progress = func(a *Archive) {
		if part.maxCost > known {
			known, at = part.maxCost, part.evaluations
		}
		if part.evaluations > max(minRound, 2*at) {
			part.Finish(search.Budget)
		}
		if g.opt.Progress != nil {
			g.opt.Progress(a)
		}
	}
	return part
}

// startCount is the number of individuals in a first generation that package ga does not draw
// itself.
const startCount = 60

// startVectors returns n vectors: the scalars of the best input, if there is one, and vectors
// with numbers from a small range. Programs that compare for equality do much work only with
// repeated numbers.
func startVectors(g *Gate, n int) (list []input.Vector) {
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

// smallNumbers returns a copy of v with each integer drawn from 0 to a common random bound.
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
