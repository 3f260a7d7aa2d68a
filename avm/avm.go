package avm

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// Local is how one variable is optimised while the others stand still.
type Local uint8

const (
	Korel     Local = iota // exploratory and pattern moves, over and over
	Geometric              // pattern moves, then bisection of the last bracket
	Lattice                // pattern moves, then Fibonacci search of the last bracket
)

// Options say how to search. The zero value is the method as published.
type Options struct {
	Local Local
	// Modes are the fitness functions, taken in turn by the climbs from one
	// start to a local optimum; one that is listed twice gets twice the share.
	// Empty is Standard alone.
	Modes []search.Mode
	// Starts are vectors to climb from before random ones, best first, each
	// with every mode. They are normalised first.
	Starts []input.Vector
	// Extended adds what the papers do not have: at a local optimum, moves of
	// another kind before the restart; restarts near the best; floats moved
	// by representable values too.
	Extended bool
}

// Search runs until the gate ends it. The same generator state gives the same
// evaluations, and leaves the generator in the same state.
func Search(g *search.Gate, space *input.Space, rng *rand.Rand, o Options) search.Result {
	if len(o.Modes) == 0 {
		o.Modes = []search.Mode{search.Standard}
	}
	own := *space // its seeds grow
	c := &climber{gate: g, space: &own, rng: rng, opt: o}
	for climb := 0; !g.Over(); climb++ {
		if climb > 0 {
			g.Restart()
		}
		m := o.Modes[climb%len(o.Modes)]
		g.SetMode(m)
		c.start(c.climbs[m])
		c.climbs[m]++
		c.climb()
		if len(c.vars) == 0 && !g.Over() && c.fixed(climb) {
			g.Finish(search.Exhausted)
		}
	}
	return g.Result()
}

// start puts the climber at the beginning of climb i of the mode.
func (c *climber) start(i int) {
	if i < len(c.opt.Starts) {
		c.vec = c.space.Normalize(c.vec[:0], c.opt.Starts[i])
		return
	}
	if c.opt.Extended && c.perturb(i-len(c.opt.Starts)) {
		return
	}
	c.vec = c.space.Random(c.vec[:0], c.rng)
}

// fixed reports whether a vector without variables is all there is, once
// every mode has seen it.
func (c *climber) fixed(climb int) bool {
	return len(c.vec) == 0 && climb+1 >= len(c.opt.Modes)
}
