package avm

import "nearmiss/input"

// This file is what Options.Extended does beyond the papers. None of it looks
// into the code under test; all of it answers one of the ways in which moving
// a variable by a little at a time gets stuck:
//
//   - relevant.go: of a thousand variables, five matter;
//   - widen.go: a small move changes nothing, x/4096 == 7;
//   - mutations: the shape is wrong in the middle, or the order of elements;
//   - perturb: the best local optimum is near the target, a random restart
//     throws it away.
//
// The measurements that chose the numbers are in extended_test.go.

// escape looks, at a local optimum, for a better vector by moves of another
// kind. It reports whether there is one; it is then the current vector. Where no
// move has made a difference so far, larger steps make none either.
func (c *climber) escape() bool {
	better := c.mutated()
	if !better && !c.gate.Over() && c.felt {
		better = c.widened()
	}
	if better && !c.gate.Over() {
		c.enumerate()
	}
	return better && !c.gate.Over()
}

// accept evaluates v and makes it the current vector if it is better.
func (c *climber) accept(v input.Vector) bool {
	c.gate.Evaluate(v, &c.next)
	if !c.gate.Less(&c.next, &c.fit) {
		c.feel()
		return false
	}
	c.fit, c.felt = c.next, true
	c.vec = append(c.vec[:0], v...)
	return true
}

// number reports whether a variable holds a number that others may be
// compared with.
func number(v *input.Var) bool {
	switch v.Role {
	case input.RoleInt, input.RoleUint, input.RoleFloat, input.RoleByte:
		return !v.Key
	}
	return false
}

// mutated tries random changes of all kinds, a few for each variable on turn.
func (c *climber) mutated() bool {
	for range 2*len(c.turn) + 8 {
		if c.accept(c.space.Mutate(c.vec, c.rng)) {
			return true
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

// perturb starts three of four climbs from near the best vector of the mode; i
// counts them. It reports whether it did.
func (c *climber) perturb(i int) bool {
	v := c.gate.Best(c.gate.Mode()).Vector
	if i%4 == 0 || v == nil {
		return false
	}
	for range 1 + c.rng.IntN(3) {
		v = c.space.Mutate(v, c.rng)
	}
	c.vec = append(c.vec[:0], v...)
	return true
}
