package avm

import "nearmiss/input"

// maxPairs is how many pairs of variables are tried at a local optimum; if
// there are more, they are drawn.
const maxPairs = 64

// copied tries the value of one variable in another.
func (c *climber) copied() bool {
	return c.pairs(true, func(a, b *input.Var) bool {
		if a.Role == b.Role {
			return c.setTo(a, c.vec[b.Off])
		}
		return false
	})
}

// joint moves two variables at a time, in the same direction or in opposite
// ones, and all variables of one value together. Steps double while they pay.
func (c *climber) joint() bool {
	ok := c.pairs(false, func(a, b *input.Var) bool {
		return c.together([]*input.Var{a, b}, []bool{false, false}) ||
			c.together([]*input.Var{a, b}, []bool{true, true}) ||
			c.together([]*input.Var{a, b}, []bool{false, true}) ||
			c.together([]*input.Var{a, b}, []bool{true, false})
	})
	return ok || !c.gate.Over() && c.equals()
}

// pairs calls move with pairs of number variables until it succeeds. Ordered
// pairs come both ways round.
func (c *climber) pairs(ordered bool, move func(a, b *input.Var) bool) bool {
	var at []int
	for i := range c.vars {
		if number(&c.vars[i]) {
			at = append(at, i)
		}
	}
	n := len(at)
	if n < 2 {
		return false
	}
	if n*(n-1) > 2*maxPairs {
		for range maxPairs {
			i, j := c.rng.IntN(n), c.rng.IntN(n-1)
			if j >= i {
				j++
			}
			if move(&c.vars[at[i]], &c.vars[at[j]]) {
				return true
			}
			if c.gate.Over() {
				return false
			}
		}
		return false
	}
	for i := range n {
		for j := range n {
			if i == j || !ordered && j < i {
				continue
			}
			if move(&c.vars[at[i]], &c.vars[at[j]]) {
				return true
			}
			if c.gate.Over() {
				return false
			}
		}
	}
	return false
}

// equals moves all variables of one value together, for each value that three
// or more of them share.
func (c *climber) equals() bool {
	for i := range c.vars {
		var group []*input.Var
		for j := range c.vars {
			same := c.vars[i].Role == c.vars[j].Role && c.vec[c.vars[i].Off] == c.vec[c.vars[j].Off]
			if same && j < i {
				group = nil
				break
			}
			if same && number(&c.vars[j]) {
				group = append(group, &c.vars[j])
			}
		}
		if len(group) < 3 {
			continue
		}
		if c.together(group, make([]bool, len(group))) {
			return true
		}
		up := make([]bool, len(group))
		for k := range up {
			up[k] = true
		}
		if c.together(group, up) {
			return true
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

// together moves several variables at once by 1, 2, 4 … as long as that
// improves.
func (c *climber) together(vars []*input.Var, up []bool) (improved bool) {
	for n := uint64(1); !c.gate.Over(); n = double(n) {
		c.work = append(c.work[:0], c.vec...)
		moved := false
		for k, v := range vars {
			w := v.Move(c.vec[v.Off], up[k], n)
			moved = moved || w != c.vec[v.Off]
			c.work[v.Off] = w
		}
		if !moved || !c.accept(c.work) {
			return improved
		}
		improved = true
	}
	return improved
}
