package avm

import "nearmiss/search"

// Geometric and lattice search share their first phase. Pattern moves with steps k = 1, 2, 4 … end
// at a point x: the last move, by k/2, improved, and the next move, by k, does not. A unimodal
// function has its optimum between x-k/2 and x+k. The second phase narrows that bracket.

// bracket is an interval of the variable's domain: positions 0 to width, counted in steps from
// the word low.
type bracket struct {
	low   uint64
	width uint64 // largest position of the bracket, in steps
}

// geometric is the local search "geometric search". It halves the bracket by comparing its two
// middle points.
func (c *climber) geometric() bool { return c.bracketSearch((*climber).halve) }

// lattice is the local search "lattice search". It cuts the bracket at Fibonacci points.
func (c *climber) lattice() bool { return c.bracketSearch((*climber).fibonacci) }

// bracketSearch finds a bracket and searches it by within, until the exploratory moves do not
// improve. Unlike the published searches, it returns to the best point seen if the last point of
// the bracket is worse, which happens if there are several optima.
func (c *climber) bracketSearch(within func(*climber, bracket)) (improved bool) {
	for {
		up, ok := c.explore()
		if !ok {
			return improved
		}
		improved = true
		k := uint64(2)
		for !c.gate.Over() && c.move(up, k) {
			k = nextStep(k)
		}
		if c.gate.Over() {
			return true
		}
		within(c, c.bracketAround(up, k))
		if c.gate.Over() {
			return true
		}
		c.setWord(c.word)
	}
}

// bracketAround returns the bracket x-k/2 … x+k, or its mirror image for moves down.
func (c *climber) bracketAround(up bool, k uint64) bracket {
	behind, ahead := c.shift(c.word, !up, k/2), c.shift(c.word, up, k)
	if !up {
		behind, ahead = ahead, behind
	}
	return bracket{low: behind, width: c.stepsBetween(behind, ahead)}
}

// evaluateAt stores the fitness at position p of a bracket in f. If f is better than c.fitness, they
// become c.fitness and c.word. It returns false when the search is over.
func (c *climber) evaluateAt(b bracket, p uint64, f *search.Fitness) bool {
	w := c.shift(b.low, true, p)
	if w == c.word {
		*f = c.fitness
		return true
	}
	if !c.measure(w, f) {
		return false
	}
	if c.gate.Less(f, &c.fitness) {
		c.fitness, c.word = *f, w
	}
	return true
}
