package avm

import "math"

// maxWideVariables is the largest number of variables that tryWideSteps searches. If more qualify,
// it draws that many at random.
const maxWideVariables = 4

// tryWideSteps searches single variables with steps of 10, 100, 1000 … in place of the smallest
// step, until one improves. Such steps cross a plateau that is wider than an exploratory move, as
// in x/86400 == 7.
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

// tryScales searches variable vars[k] in steps of growing powers of ten, until one improves or a
// step reaches both ends of the domain.
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

// wideNumbers returns the indices, in vars, of the variables in the order of moves that hold numbers
// with more than 256 values, since bytes have no wide plateaus.
func (c *climber) wideNumbers() (indices []int) {
	for _, i := range c.order {
		if v := &c.vars[i]; isNumber(v) && v.Hi-v.Lo > math.MaxUint8 {
			indices = append(indices, i)
		}
	}
	return indices
}
