package avm

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// climber is the state of a search: one current vector and its fitness, and
// within it the one variable that is being moved.
type climber struct {
	gate  *search.Gate
	space *input.Space
	rng   *rand.Rand
	opt   Options

	climbs [search.NumModes]int // begun, by mode

	vec  input.Vector
	fit  search.Fitness
	felt bool // some move since the last improvement changed the fitness
	vars []input.Var
	turn []int // variables to move, in this order

	v     input.Var // the variable being moved
	x     uint64    // its word
	unit  unit      // what a step of it is
	scale uint64    // with unit scaled
	base  input.Vector
	next  search.Fitness // scratch: fitness of the move under trial
	mid   [2]search.Fitness
	work  input.Vector
}

// climb goes from the current vector to a local optimum, or to the end of the
// search.
func (c *climber) climb() {
	if !c.gate.Evaluate(c.vec, &c.fit) {
		return
	}
	c.enumerate()
	for {
		c.alternate()
		if c.gate.Over() || !c.opt.Extended {
			return
		}
		if !c.refocus() && !c.escape() {
			return
		}
	}
}

// enumerate lists the variables of the current vector and whose turn it is:
// all of them, or those that matter if there are many.
func (c *climber) enumerate() {
	c.vars = c.space.Vars(c.vars[:0], c.vec)
	if c.opt.Extended && len(c.vars) > many {
		c.relevant()
		return
	}
	c.turn = c.turn[:0]
	for i := range c.vars {
		c.turn = append(c.turn, i)
	}
}

// alternate moves the variables in turn until each was explored in vain since
// the last improvement.
func (c *climber) alternate() {
	c.felt = false
	idle := 0
	for i := 0; idle < len(c.turn); i++ {
		if i >= len(c.turn) {
			i = 0
		}
		if c.variable(c.turn[i]) {
			idle = 0 // and this one, just explored, counts as the first
		}
		if c.gate.Over() {
			return
		}
		idle++
	}
}

// variable runs the local search on variable i and reports an improvement.
func (c *climber) variable(i int) bool {
	c.aim(i)
	improved := c.local()
	if !improved && c.opt.Extended && c.v.Role == input.RoleFloat && !c.gate.Over() {
		improved = c.otherUnits()
	}
	if improved && c.v.Shape() && !c.gate.Over() {
		c.enumerate()
	}
	return improved
}

func (c *climber) local() bool {
	switch {
	case c.v.Role == input.RoleBool || c.v.Role == input.RoleNil:
		return c.try(c.v.Clamp(c.x ^ 1))
	case c.v.Role == input.RoleAlt:
		return c.alternatives()
	case c.opt.Local == Geometric:
		return c.geometric()
	case c.opt.Local == Lattice:
		return c.lattice()
	}
	return c.korel()
}

// alternatives tries every way to make a choice: their numbers say nothing
// about which are alike, so there is no direction to go on in.
func (c *climber) alternatives() (improved bool) {
	for w := c.v.Lo; w <= c.v.Hi && !c.gate.Over(); w++ {
		improved = c.try(w) || improved
	}
	return improved
}

// aim makes variable i the one that is moved.
func (c *climber) aim(i int) {
	c.v = c.vars[i]
	c.x = c.vec[c.v.Off]
	if c.v.Shape() {
		c.base = append(c.base[:0], c.vec...)
	}
}

// put gives the variable the word w. A shape is always changed from the base,
// so that elements taken away by one move come back with the next.
func (c *climber) put(w uint64) {
	if c.v.Shape() {
		c.vec = c.space.Set(c.base, &c.v, w)
		return
	}
	c.vec[c.v.Off] = w
}

// measure evaluates the variable at w and leaves it there.
func (c *climber) measure(w uint64, f *search.Fitness) bool {
	c.put(w)
	return c.gate.Evaluate(c.vec, f)
}

// try moves the variable to w and keeps it there if that is better.
func (c *climber) try(w uint64) bool {
	if w == c.x {
		return false
	}
	c.measure(w, &c.next)
	if c.gate.Less(&c.next, &c.fit) {
		c.fit, c.x, c.felt = c.next, w, true
		return true
	}
	c.feel()
	c.put(c.x)
	return false
}

// feel notes whether the last move was for the worse: then there is a slope.
func (c *climber) feel() {
	c.felt = c.felt || c.gate.Less(&c.fit, &c.next)
}

// move tries n steps up or down, short of that at the end of the domain.
func (c *climber) move(up bool, n uint64) bool {
	return c.try(c.shift(c.x, up, n))
}

// explore makes the exploratory moves: down, then up.
func (c *climber) explore() (up, improved bool) {
	if c.move(false, 1) {
		return false, true
	}
	if c.gate.Over() {
		return false, false
	}
	return true, c.move(true, 1)
}

// double returns the step of the next pattern move.
func double(n uint64) uint64 {
	if n >= 1<<63 {
		return n
	}
	return 2 * n
}
