package avm

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// Local is the local search for one variable with fixed other variables.
type Local uint8

const (
	Korel     Local = iota // exploratory and pattern moves, repeated
	Geometric              // pattern moves, then bisection of the last bracket
	Lattice                // pattern moves, then Fibonacci search of the last bracket
)

// Options configure a search. The zero value is the published method.
type Options struct {
	Local Local
	// Modes are the fitness functions. Climbs, each from a start to a local
	// optimum, use them in turn; a mode that is listed twice gets two shares
	// of the climbs. Empty means Standard.
	Modes []search.Mode
	// Starts are vectors from which each mode climbs, in this order, before
	// it climbs from random vectors. The search normalises them.
	Starts []input.Vector
	// Extended adds moves that are not in the papers: moves of other kinds
	// at a local optimum before the restart, restarts near the best vector,
	// and moves of floats by representable values.
	Extended bool
}

// Search climbs until gate ends the search, or until every mode has evaluated an input that has no
// variables (search.Exhausted). The same state of rng gives the same evaluations and the same final
// state of rng.
func Search(gate *search.Gate, space *input.Space, rng *rand.Rand, o Options) search.Result {
	if len(o.Modes) == 0 {
		o.Modes = []search.Mode{search.Standard}
	}
	c := &climber{gate: gate, space: space, rng: rng, opt: o}
	for climb := 0; !gate.Over(); climb++ {
		if climb > 0 {
			gate.Restart()
		}
		m := o.Modes[climb%len(o.Modes)]
		gate.SetMode(m)
		c.startClimb(c.climbs[m])
		c.climbs[m]++
		c.climb()
		if !gate.Over() && c.nothingToVary(climb) {
			gate.Finish(search.Exhausted)
		}
	}
	return gate.Result()
}

// startClimb sets the vector at the start of climb i (from 0) of the current mode: Options.Starts[i],
// with Options.Extended often a mutation of the best vector, else a random vector.
func (c *climber) startClimb(i int) {
	if i < len(c.opt.Starts) {
		c.vector = c.space.Normalize(c.vector[:0], c.opt.Starts[i])
		return
	}
	if c.opt.Extended && c.startNearBest(i-len(c.opt.Starts)) {
		return
	}
	c.vector = c.space.Random(c.vector[:0], c.rng)
}

// nothingToVary reports whether the vector is empty and every mode has evaluated it. climb is the
// number of the last climb, from 0.
func (c *climber) nothingToVary(climb int) bool {
	return len(c.vector) == 0 && climb+1 >= len(c.opt.Modes)
}
