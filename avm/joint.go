package avm

import "slices"

// maxPairs is how many pairs of variables are tried at a local optimum; if
// there are more, they are drawn.
const maxPairs = 64

// copied tries the value of one variable in another.
func (c *climber) copied() bool {
	return c.pairs(true, func(i, j int) bool {
		a, b := &c.vars[i], &c.vars[j]
		return a.Role == b.Role && c.setTo(a, c.vec[b.Off])
	})
}

// joint moves two variables at a time, in the same direction or in opposite
// ones, and all variables of one value together.
func (c *climber) joint() bool {
	ok := c.pairs(false, func(a, b int) bool {
		at := []int{a, b}
		return c.along(at, []int64{-1, -1}) || c.along(at, []int64{1, 1}) ||
			c.along(at, []int64{-1, 1}) || c.along(at, []int64{1, -1})
	})
	return ok || !c.gate.Over() && c.equals()
}

// pairs calls move with pairs of number variables until it succeeds. Ordered
// pairs come both ways round.
func (c *climber) pairs(ordered bool, move func(a, b int) bool) bool {
	at := c.numbers()
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
			if move(at[i], at[j]) {
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
			if move(at[i], at[j]) {
				return true
			}
			if c.gate.Over() {
				return false
			}
		}
	}
	return false
}

// numbers lists the variables on turn that hold numbers.
func (c *climber) numbers() (at []int) {
	for _, i := range c.turn {
		if number(&c.vars[i]) {
			at = append(at, i)
		}
	}
	return at
}

// equals moves all variables of one value together, for each value that three
// or more of them share.
func (c *climber) equals() bool {
	for _, i := range c.numbers() {
		at := c.alike(i)
		if len(at) < 3 || at[0] != i {
			continue
		}
		for _, dir := range [...]int64{-1, 1} {
			if c.along(at, slices.Repeat([]int64{dir}, len(at))) {
				return true
			}
			if c.gate.Over() {
				return false
			}
		}
	}
	return false
}

// alike lists the number variables with the role and the value of variable i.
func (c *climber) alike(i int) (at []int) {
	v := &c.vars[i]
	for _, j := range c.numbers() {
		u := &c.vars[j]
		if u.Role == v.Role && c.vec[u.Off] == c.vec[v.Off] {
			at = append(at, j)
		}
	}
	return at
}
