package ese

import (
	"math/rand/v2"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// Names of the tallies of a genetic algorithm with Options.Offspring. The parent of a child is the one whose beginning it has
// after a crossover.
const (
	Children     = "children"
	Costlier     = "children that cost more than their parent"
	ChildNumbers = "numbers in the inputs of children"
	MovedNumbers = "numbers that differ from the parent's"
)

// tallyChild tallies how a child differs from its parent. Their scalars are equally many.
func (g *Gate) tallyChild(cost, parentCost uint64, v, parent input.Vector) {
	g.Tally(Children, 1)
	if cost > parentCost {
		g.Tally(Costlier, 1)
	}
	moved := 0
	for i := range v {
		if v[i] != parent[i] {
			moved++
		}
	}
	g.Tally(ChildNumbers, uint64(len(v)))
	g.Tally(MovedNumbers, uint64(moved))
}

// lineage are operators over inputs that record the parents of children.
type lineage struct {
	ga.Operators[input.Vector]
	parents map[uint64]input.Vector // parent by hash of a child that is not evaluated yet
}

// parentOf returns the parent of inputs that are not evaluated yet, and evaluated inputs themselves.
func (l lineage) parentOf(v input.Vector) input.Vector {
	if parent, ok := l.parents[search.Hash(v)]; ok {
		return parent
	}
	return v
}

// Crossover implements ga.Operators.
func (l lineage) Crossover(v, w input.Vector, rng *rand.Rand) (input.Vector, input.Vector) {
	c, d := l.Operators.Crossover(v, w, rng)
	l.parents[search.Hash(c)], l.parents[search.Hash(d)] = v, w
	return c, d
}

// Mutate implements ga.Operators.
func (l lineage) Mutate(v input.Vector, step float64, rng *rand.Rand) input.Vector {
	parent := l.parentOf(v)
	c := l.Operators.Mutate(v, step, rng)
	l.parents[search.Hash(c)] = parent
	return c
}

// Neighbour implements ga.Operators.
func (l lineage) Neighbour(v input.Vector, rng *rand.Rand) input.Vector {
	c := l.Operators.Neighbour(v, rng)
	l.parents[search.Hash(c)] = v
	return c
}
