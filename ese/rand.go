package ese

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/symexec"
)

// Rand takes random paths (Aquino et al. 2020, Algorithm 2).
type Rand struct{}

// Search implements Strategy.
func (Rand) Search(g *Gate) error {
	for more := true; more; { // step 2
		_, more = g.Explore(nil, coin{g.Rand()}) // step 3
	}
	return nil
}

// RandInputs runs random inputs. It is the control of searches over inputs, as Rand is that of searches over paths.
type RandInputs struct{}

// randomBatch is the number of inputs that RandInputs runs at a time.
const randomBatch = 64

// Search implements Strategy.
func (RandInputs) Search(g *Gate) error {
	in := g.target.Inputs
	if in == nil {
		return errNoInputs
	}
	for !g.Over() {
		batch := make([]input.Vector, randomBatch)
		for i := range batch {
			batch[i] = in.Space().Random(nil, g.Rand())
		}
		g.Evaluate(batch)
	}
	return nil
}

// coin chooses each side with probability 1/2 (Algorithm 3, steps 5, 17 and 18). Where the
// chosen side is infeasible, the path takes the other.
type coin struct{ rng *rand.Rand }

// Choose implements symexec.Chooser.
func (c coin) Choose(*symexec.Branch) bool { return c.rng.IntN(2) == 1 }

// Took implements symexec.Chooser.
func (coin) Took(*symexec.Branch, bool, symexec.SideReason) {}
