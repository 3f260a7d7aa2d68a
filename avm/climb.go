package avm

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// climber is the state of a search: the current vector, its fitness, and the variable under
// local search.
type climber struct {
	gate  *search.Gate
	space *input.Space
	rng   *rand.Rand
	opt   Options // options of the search

	climbs [search.NumModes]int // number of climbs begun, by mode

	vector   input.Vector
	fitness  search.Fitness
	sawSlope bool        // some move since the start of alternateVariables improved or worsened the fitness
	vars     []input.Var // variables of vector
	order    []int       // indices of the variables to move, in the order of the moves

	current    input.Var         // the variable under local search
	word       uint64            // word of current with the best fitness so far
	unit       unit              // unit of a step of the variable
	scale      uint64            // number of smallest steps in a scaledStep
	baseVector input.Vector      // vector before the moves of current, if current decides the shape
	trial      search.Fitness    // fitness of the last move
	midFitness [2]search.Fitness // fitness at the two points inside of a bracket
	scratch    input.Vector      // buffer for the vector of a move
}

// climb moves from the current vector to a local optimum, or until the search ends.
func (c *climber) climb() {
	if !c.gate.Evaluate(c.vector, &c.fitness) {
		return
	}
	c.enumerateVariables()
	for {
		c.alternateVariables()
		if c.gate.Over() || !c.opt.Extended {
			return
		}
		if !c.refocus() && !c.escape() {
			return
		}
	}
}

// enumerateVariables lists the variables of the current vector and sets the order of moves: all
// variables, or with Options.Extended and many variables only the relevant ones.
func (c *climber) enumerateVariables() {
	c.vars = c.space.Vars(c.vars[:0], c.vector)
	if c.opt.Extended && len(c.vars) > relevanceThreshold {
		c.selectRelevant()
		return
	}
	c.order = c.order[:0]
	for i := range c.vars {
		c.order = append(c.order, i)
	}
}

// alternateVariables moves the variables in turn until each was explored without success since
// the last improvement.
func (c *climber) alternateVariables() {
	c.sawSlope = false
	idle := 0
	for i := 0; idle < len(c.order); i++ {
		if i >= len(c.order) {
			i = 0
		}
		if c.searchVariable(c.order[i]) {
			idle = 0 // the improved variable counts as the first explored one
		}
		if c.gate.Over() {
			return
		}
		idle++
	}
}

// searchVariable runs the local search on variable vars[i] and reports an improvement. With
// Options.Extended it searches a float in other units, too. After an improvement of a variable that
// decides the shape it lists the variables of the new vector.
func (c *climber) searchVariable(i int) bool {
	c.selectVariable(i)
	improved := c.localSearch()
	if !improved && c.opt.Extended && c.current.Role == input.RoleFloat && !c.gate.Over() {
		improved = c.tryOtherUnits()
	}
	if improved && c.current.Shape() && !c.gate.Over() {
		c.enumerateVariables()
	}
	return improved
}

func (c *climber) localSearch() bool {
	switch {
	case c.current.Role == input.RoleBool || c.current.Role == input.RoleNil:
		return c.try(c.current.Clamp(c.word ^ 1))
	case c.current.Role == input.RoleAlt:
		return c.tryAlternatives()
	case c.opt.Local == Geometric:
		return c.geometric()
	case c.opt.Local == Lattice:
		return c.lattice()
	}
	return c.korel()
}

// tryAlternatives tries every alternative of a choice. The order of alternatives has no meaning,
// so there are no pattern moves.
func (c *climber) tryAlternatives() (improved bool) {
	for w := c.current.Lo; w <= c.current.Hi && !c.gate.Over(); w++ {
		improved = c.try(w) || improved
	}
	return improved
}

// selectVariable makes variable i the variable under local search.
func (c *climber) selectVariable(i int) {
	c.current = c.vars[i]
	c.word = c.vector[c.current.Off]
	if c.current.Shape() {
		c.baseVector = append(c.baseVector[:0], c.vector...)
	}
}

// setWord sets the variable to the word w. A change of a shape starts from baseVector, so that
// elements removed by one move return with the next.
func (c *climber) setWord(w uint64) {
	if c.current.Shape() {
		c.vector = c.space.Set(c.baseVector, &c.current, w)
		return
	}
	c.vector[c.current.Off] = w
}

// measure sets the variable to w and stores the fitness of the vector in f. It returns false when
// the search is over.
func (c *climber) measure(w uint64, f *search.Fitness) bool {
	c.setWord(w)
	return c.gate.Evaluate(c.vector, f)
}

// try moves the variable to w, and back if the fitness is not better.
func (c *climber) try(w uint64) bool {
	if w == c.word {
		return false
	}
	c.measure(w, &c.trial)
	if c.gate.Less(&c.trial, &c.fitness) {
		c.fitness, c.word, c.sawSlope = c.trial, w, true
		return true
	}
	c.noteSlope()
	c.setWord(c.word)
	return false
}

// noteSlope records whether the last move worsened the fitness: then the fitness has a slope here.
func (c *climber) noteSlope() {
	c.sawSlope = c.sawSlope || c.gate.Less(&c.fitness, &c.trial)
}

// move tries n steps up or down, or fewer steps at the end of the domain.
func (c *climber) move(up bool, n uint64) bool {
	return c.try(c.shift(c.word, up, n))
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

// nextStep returns the number of steps of the pattern move that follows a move by n steps.
func nextStep(n uint64) uint64 {
	if n >= 1<<63 {
		return n
	}
	return 2 * n
}
