package avm

import "slices"

// many is how many variables make it worth asking which of them matter.
const many = 12

// relevant puts those variables on turn whose moves change the fitness of the
// current vector. It moves whole blocks of variables at once: a block that
// changes nothing holds none of them, any other is halved, down to single
// ones. That takes O(r · log n) evaluations for r of n variables where
// exploring takes 2n. Every variable moves by its own drawn step, so that those
// of a relation such as a == b do not hide each other; the few that do all the
// same are missed until the next climb. Variables that decide the shape are
// always on turn.
func (c *climber) relevant() {
	c.turn = c.turn[:0]
	c.block(0, len(c.vars))
}

// refocus asks again at a local optimum, where the run has come further than
// at the start. It reports whether variables matter now that did not.
func (c *climber) refocus() bool {
	if len(c.vars) <= many {
		return false
	}
	before := slices.Clone(c.turn)
	c.relevant()
	for _, i := range c.turn {
		if !slices.Contains(before, i) {
			return !c.gate.Over()
		}
	}
	return false
}

func (c *climber) block(from, to int) {
	if c.gate.Over() {
		return
	}
	if to-from > 1 && c.inert(from, to) {
		c.shapes(from, to)
		return
	}
	if to-from == 1 {
		c.turn = append(c.turn, from)
		return
	}
	mid := from + (to-from)/2
	c.block(from, mid)
	c.block(mid, to)
}

// maxNudge is the largest step that inert moves a variable by.
const maxNudge = 200

// inert moves all variables of a block that decide no shape and reports
// whether the fitness stays the same.
func (c *climber) inert(from, to int) bool {
	c.work = append(c.work[:0], c.vec...)
	for i := from; i < to; i++ {
		v := &c.vars[i]
		if v.Shape() {
			continue
		}
		up, n := c.rng.IntN(2) == 0, 1+c.rng.Uint64N(maxNudge)
		w := v.Move(c.vec[v.Off], up, n)
		if w == c.vec[v.Off] {
			w = v.Move(w, !up, n)
		}
		c.work[v.Off] = w
	}
	c.gate.Evaluate(c.work, &c.next)
	c.feel()
	return !c.gate.Less(&c.next, &c.fit) && !c.gate.Less(&c.fit, &c.next)
}

// shapes puts the variables of a block on turn that decide the shape.
func (c *climber) shapes(from, to int) {
	for i := from; i < to; i++ {
		if c.vars[i].Shape() {
			c.turn = append(c.turn, i)
		}
	}
}
