package avm

// many is how many variables make it worth asking which of them matter.
const many = 24

// relevant puts those variables on turn whose moves change the fitness of the
// current vector. It moves whole blocks of variables at once: a block that
// changes nothing holds none of them, any other is halved, down to single
// ones. That takes O(r · log n) evaluations for r of n variables where
// exploring takes 2n. Variables whose effects cancel out are missed until the
// next climb; variables that decide the shape are always on turn.
func (c *climber) relevant() {
	c.turn = c.turn[:0]
	c.block(0, len(c.vars))
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

// inert moves all variables of a block that decide no shape by one step and
// reports whether the fitness stays the same.
func (c *climber) inert(from, to int) bool {
	c.work = append(c.work[:0], c.vec...)
	for i := from; i < to; i++ {
		v := &c.vars[i]
		if v.Shape() {
			continue
		}
		w := v.Move(c.vec[v.Off], true, 1)
		if w == c.vec[v.Off] {
			w = v.Move(w, false, 1)
		}
		c.work[v.Off] = w
	}
	c.gate.Evaluate(c.work, &c.next)
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
