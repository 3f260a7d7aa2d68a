package avm

import "math"

// maxWide is how many variables are widened at a local optimum; if there are
// more, they are drawn.
const maxWide = 4

// widened searches single variables with larger steps, 10, 100, 1000 …, in place
// of the smallest: the way along a plateau that is wider than the exploratory
// move, as in x/86400 == 7.
func (c *climber) widened() bool {
	at := c.numbers()
	for i := range min(len(at), maxWide) {
		k := at[i]
		if len(at) > maxWide {
			k = at[c.rng.IntN(len(at))]
		}
		if c.scales(k) {
			return true
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

// scales searches variable k in steps of the powers of ten.
func (c *climber) scales(k int) bool {
	const base = 10
	c.aim(k)
	c.unit = scaled
	defer func() { c.unit = smallest }()
	for c.scale = base; ; c.scale *= base {
		if c.local() {
			return true
		}
		down, up := c.shift(c.x, false, 1), c.shift(c.x, true, 1)
		if c.gate.Over() || down == c.v.Lo && up == c.v.Hi || c.scale > 1<<63/base {
			return false
		}
	}
}

// numbers lists the variables on turn that hold numbers, but bytes: these have
// no wide plateaus.
func (c *climber) numbers() (at []int) {
	for _, i := range c.turn {
		if v := &c.vars[i]; number(v) && v.Hi-v.Lo > math.MaxUint8 {
			at = append(at, i)
		}
	}
	return at
}
