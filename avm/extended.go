package avm

import "nearmiss/input"

// This file implements Options.Extended, which adds moves that are not in the papers. The moves use
// nothing but the fitness, and constants of the code under test (input.Space.Seeds), which mutations
// draw. Each handles a case in which small moves of one variable fail:
//
//   - relevant.go: only a few of a thousand variables are relevant;
//   - widen.go: a small move does not change the fitness, as in x/4096 == 7;
//   - tryMutations: a shape is wrong in the middle, or elements are in the wrong order;
//   - startNearBest: the best local optimum is near the target, and a random restart would lose it.
//
// The constants were chosen by the measurements in extended_test.go.

// escape looks at a local optimum for a better vector by mutations and then by wide steps. If it
// finds one, it makes the vector current, lists its variables and returns true. It tries wide steps
// only if some move has changed the fitness.
func (c *climber) escape() bool {
	better := c.tryMutations()
	if !better && !c.gate.Over() && c.sawSlope {
		better = c.tryWideSteps()
	}
	if better && !c.gate.Over() {
		c.enumerateVariables()
	}
	return better && !c.gate.Over()
}

// accept evaluates v and makes it the current vector if it is better.
func (c *climber) accept(v input.Vector) bool {
	c.gate.Evaluate(v, &c.trial)
	if !c.gate.Less(&c.trial, &c.fitness) {
		c.noteSlope()
		return false
	}
	c.fitness, c.sawSlope = c.trial, true
	c.vector = append(c.vector[:0], v...)
	return true
}

// isNumber reports whether a variable holds a number and is no map key.
func isNumber(v *input.Var) bool {
	switch v.Role {
	case input.RoleInt, input.RoleUint, input.RoleFloat, input.RoleByte:
		return !v.Key
	}
	return false
}

// tryMutations tries up to 2n+8 random mutations of the current vector for n variables in the order
// of moves. It makes the first better vector current and returns true.
func (c *climber) tryMutations() bool {
	for range 2*len(c.order) + 8 {
		if c.accept(c.space.Mutate(c.vector, c.rng)) {
			return true
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

// startNearBest sets the start of a climb to the best vector of the mode, mutated one to three
// times. i is the number of the climb in its mode, from 0, without the climbs from Options.Starts.
// If i is a multiple of 4 or the mode has no best vector, it does nothing and returns false.
func (c *climber) startNearBest(i int) bool {
	v := c.gate.Best(c.gate.Mode()).Vector
	if i%4 == 0 || v == nil {
		return false
	}
	for range 1 + c.rng.IntN(3) {
		v = c.space.Mutate(v, c.rng)
	}
	c.vector = append(c.vector[:0], v...)
	return true
}
