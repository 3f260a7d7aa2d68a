package avm

import "nearmiss/search"

// Geometric and lattice search share their first half. Pattern moves with
// steps k = 1, 2, 4 … end at a point x whose next move by k fails and whose
// last move by k/2 paid, so a unimodal function has its optimum between x-k/2
// and x+k. The second half narrows that bracket.

// bracket is an interval of the variable's domain: positions 0 to width, in
// steps from the word low.
type bracket struct {
	low   uint64
	width uint64
}

// geometric is the local search "geometric search": bracket, then halve it by
// comparing its two middle points.
func (c *climber) geometric() bool { return c.narrow((*climber).halve) }

// lattice is the local search "lattice search": bracket, then cut it at
// Fibonacci points.
func (c *climber) lattice() bool { return c.narrow((*climber).fibonacci) }

// narrow brackets and searches the bracket until exploring finds nothing.
// Unlike the published searches it returns to the best point it met when the
// bracket's last one is worse, which happens if there are several optima.
func (c *climber) narrow(within func(*climber, bracket)) (improved bool) {
	for {
		up, ok := c.explore()
		if !ok {
			return improved
		}
		improved = true
		k := uint64(2)
		for !c.gate.Over() && c.move(up, k) {
			k = double(k)
		}
		if c.gate.Over() {
			return true
		}
		within(c, c.around(up, k))
		if c.gate.Over() {
			return true
		}
		c.put(c.x)
	}
}

// around is the bracket x-k/2 … x+k, or its mirror image when moving down.
func (c *climber) around(up bool, k uint64) bracket {
	behind, ahead := c.shift(c.x, !up, k/2), c.shift(c.x, up, k)
	if !up {
		behind, ahead = ahead, behind
	}
	return bracket{low: behind, width: c.steps(behind, ahead)}
}

// at evaluates position p of a bracket into f and keeps what is better than
// the best so far.
func (c *climber) at(b bracket, p uint64, f *search.Fitness) bool {
	w := c.shift(b.low, true, p)
	if w == c.x {
		*f = c.fit
		return true
	}
	if !c.measure(w, f) {
		return false
	}
	if c.gate.Less(f, &c.fit) {
		c.fit, c.x = *f, w
	}
	return true
}
