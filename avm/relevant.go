package avm

import "slices"

// relevanceThreshold is the number of variables above which the search selects the relevant ones.
const relevanceThreshold = 12

// selectRelevant sets the order of moves to the relevant variables: those with moves that change
// the fitness of the current vector. It moves blocks of variables at once. A block without effect
// has no relevant variables; any other block is halved, down to single variables, which count as
// relevant without a test. This takes O(r · log n) evaluations for r relevant variables of n, while
// exploring takes 2n. Every variable moves by a separate random step, so that the variables of a
// relation such as a == b do not hide each other. The few that still do are missed until the next
// selection. Variables that decide the shape are always included.
func (c *climber) selectRelevant() {
	c.order = c.order[:0]
	c.selectInBlock(0, len(c.vars))
}

// refocus selects the relevant variables again at a local optimum, where the code under test runs
// further than at the start of the climb. It reports whether a new variable is relevant.
func (c *climber) refocus() bool {
	if len(c.vars) <= relevanceThreshold {
		return false
	}
	before := slices.Clone(c.order)
	c.selectRelevant()
	for _, i := range c.order {
		if !slices.Contains(before, i) {
			return !c.gate.Over()
		}
	}
	return false
}

// selectInBlock appends the relevant ones of the variables vars[from:to] to the order.
func (c *climber) selectInBlock(from, to int) {
	if c.gate.Over() {
		return
	}
	if to-from > 1 && c.isInert(from, to) {
		c.appendShapes(from, to)
		return
	}
	if to-from == 1 {
		c.order = append(c.order, from)
		return
	}
	mid := from + (to-from)/2
	c.selectInBlock(from, mid)
	c.selectInBlock(mid, to)
}

// maxNudge is the largest step of a variable in isInert.
const maxNudge = 200

// isInert moves all of the variables vars[from:to] that decide no shape, and reports whether the
// fitness is unchanged. It leaves the current vector as it is.
func (c *climber) isInert(from, to int) bool {
	c.scratch = append(c.scratch[:0], c.vector...)
	for i := from; i < to; i++ {
		v := &c.vars[i]
		if v.Shape() {
			continue
		}
		up, n := c.rng.IntN(2) == 0, 1+c.rng.Uint64N(maxNudge)
		w := v.Move(c.vector[v.Off], up, n)
		if w == c.vector[v.Off] {
			w = v.Move(w, !up, n)
		}
		c.scratch[v.Off] = w
	}
	c.gate.Evaluate(c.scratch, &c.trial)
	c.noteSlope()
	return !c.gate.Less(&c.trial, &c.fitness) && !c.gate.Less(&c.fitness, &c.trial)
}

// appendShapes appends those of the variables vars[from:to] that decide the shape to the order.
func (c *climber) appendShapes(from, to int) {
	for i := from; i < to; i++ {
		if c.vars[i].Shape() {
			c.order = append(c.order, i)
		}
	}
}
