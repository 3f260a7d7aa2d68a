package avm

// maxWide is how many variables are widened at a local optimum; if there are
// more, they are drawn.
const maxWide = 16

// widened moves single variables by larger powers of two at once, up and down:
// the way off a plateau that is wider than the exploratory move.
func (c *climber) widened() bool {
	for k := range min(len(c.vars), maxWide) {
		if len(c.vars) > maxWide {
			k = c.rng.IntN(len(c.vars))
		}
		v := &c.vars[k]
		if v.Shape() || !number(v) {
			continue
		}
		for n := uint64(2); n != 0 && !c.gate.Over(); n *= 2 {
			down, up := v.Move(c.vec[v.Off], false, n), v.Move(c.vec[v.Off], true, n)
			if c.setTo(v, down) || c.setTo(v, up) {
				return true
			}
			if down == v.Lo && up == v.Hi {
				break
			}
		}
	}
	return false
}
