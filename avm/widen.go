package avm

import "math"

// maxWideVariables is the number of variables that tryWideSteps searches. It draws them if there
// are more.
const maxWideVariables = 4

// tryWideSteps searches single variables with steps of 10, 100, 1000 … in place of the smallest
// step. These cross a plateau that is wider than an exploratory move, as in x/86400 == 7.
func (c *climber) tryWideSteps() bool {
	indices := c.wideNumbers()
	for i := range min(len(indices), maxWideVariables) {
		k := indices[i]
		if len(indices) > maxWideVariables {
			k = indices[c.rng.IntN(len(indices))]
		}
		if c.tryScales(k) {
			return true
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

// tryScales searches variable k in steps of powers of ten.
func (c *climber) tryScales(k int) bool {
	const base = 10
	c.selectVariable(k)
	c.unit = scaledStep
	defer func() { c.unit = smallestStep }()
	for c.scale = base; ; c.scale *= base {
		if c.localSearch() {
			return true
		}
		down, up := c.shift(c.word, false, 1), c.shift(c.word, true, 1)
		if c.gate.Over() || down == c.current.Lo && up == c.current.Hi || c.scale > 1<<63/base {
			return false
		}
	}
}

// wideNumbers returns the indices of the variables in the order that hold numbers with a range
// above a byte, since bytes have no wide plateaus.
func (c *climber) wideNumbers() (indices []int) {
	for _, i := range c.order {
		if v := &c.vars[i]; isNumber(v) && v.Hi-v.Lo > math.MaxUint8 {
			indices = append(indices, i)
		}
	}
	return indices
}
