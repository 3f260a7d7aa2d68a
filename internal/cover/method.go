package cover

import (
	"nearmiss/fitness"
	wire "nearmiss/internal/worker"
	"nearmiss/search"
)

// A method is how is searched: what the options say, decided once.
type method struct {
	// archive says that a run counts for every branch that it takes, and that searches
	// share what they have seen. As published each branch is searched for by itself, with
	// its whole budget, and nothing is known beforehand.
	archive bool

	searches  bool           // by the workers, for branches
	solves    bool           // by dynamic symbolic execution
	breeds    bool           // with the genetic algorithm
	algorithm wire.Algorithm // the worker's name for the search
	modes     []search.Mode  // fitness functions to cycle through

	lexicographic bool // exact distances break ties
	last          bool // the last divergence of a run counts, in place of the least
	fitness       fitness.Options
}

// programLevels is up to which approach level conditions have a path distance: far
// more than but long chains of alternatives have.
const programLevels = 32

// programWork bounds the work for the path distances of a goal: the functions of most
// packages need less. In one of 800 branches to have them all takes as long as hundreds of
// slices.
const programWork = 300_000

// method decides how is searched.
func (o *Options) method() method {
	m := method{
		archive:       !o.Paper,
		searches:      o.Algo != "dse",
		solves:        !o.Paper && (o.Algo == "auto" || o.Algo == "dse"),
		breeds:        o.Algo == "ga",
		lexicographic: !o.Paper || o.Exact,
		last:          o.Last,
		fitness:       fitness.Options{K: o.K},
	}
	if m.archive { // the published fitness merges nothing and breaks no ties
		m.fitness = fitness.Options{K: o.K, Merge: true, Ties: true, Levels: programLevels, Work: programWork}
	}
	switch {
	case o.Algo == "random" || m.breeds: // which samples at random, and else has no job of this kind
		m.algorithm = wire.Random
	case o.Algo == "avm" || o.Paper:
		m.algorithm = wire.AVM
	}
	switch { // as published one search has one fitness; auto is then the paper's own, the symbolic one
	case o.Fitness == "standard":
		m.modes = []search.Mode{search.Standard}
	case o.Fitness == "symbolic" || o.Paper:
		m.modes = []search.Mode{search.Symbolic}
	default:
		m.modes = []search.Mode{search.Symbolic, search.Standard}
	}
	return m
}
