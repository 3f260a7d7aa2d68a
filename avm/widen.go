package avm

// maxWide is how many variables are widened at a local optimum; if there are
// more, they are drawn.
const maxWide = 16

// widened searches single variables with larger steps, 2, 4, 8 … and 10, 100,
// 1000 …, in place of the smallest: the way along a plateau that is wider than
// the exploratory move, and between the teeth of x%4096 == 5.
func (c *climber) widened() bool {
	at := c.numbers()
	for i := range min(len(at), maxWide) {
		k := at[i]
		if len(at) > maxWide {
			k = at[c.rng.IntN(len(at))]
		}
		if c.scales(k, 2) || c.scales(k, 10) {
			return true
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

// scales searches variable k in steps of the powers of base.
func (c *climber) scales(k int, base uint64) bool {
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
