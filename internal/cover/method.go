package cover

import (
	"slices"

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

	searches  bool             // by the workers, for branches
	solves    bool             // by dynamic symbolic execution
	states    bool             // of which methods are explored in states that calls make
	algorithm string           // of package search; wire.Auto is what does best
	modes     []search.Mode    // fitness functions to cycle through
	measure   fitness.Function // by which the modes are normalized and changed, if it is one alone

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
		searches:      o.Algo != "dse" && o.Algo != "tardis",
		solves:        !o.Paper && (o.Algo == "auto" || o.Algo == "dse" || o.Algo == "tardis"),
		states:        o.Algo == "tardis",
		lexicographic: !o.Paper || o.Exact,
		last:          o.Last,
		fitness:       fitness.Options{K: o.K},
	}
	if m.archive { // the published fitness merges nothing
		m.fitness = fitness.Options{K: o.K, Merge: true, Levels: programLevels, Work: programWork}
	}
	switch {
	case !slices.Contains(mixtures, o.Algo):
		m.algorithm = o.Algo
	case o.Paper:
		m.algorithm = wire.AVM
	}
	m.measure, _ = fitness.Lookup(o.Fitness)
	m.fitness.Norm = m.measure.Norm
	switch { // as published one search has one fitness; auto is then the paper's own, the symbolic one
	case m.measure.Symbolic || o.Fitness == "auto" && o.Paper:
		m.modes = []search.Mode{search.Symbolic}
	case o.Fitness == "auto":
		m.modes = []search.Mode{search.Symbolic, search.Standard}
	default:
		m.modes = []search.Mode{search.Standard}
	}
	return m
}

// outside is the search that runs in this process, and has its inputs evaluated by the
// workers; nil if workers search themselves. They have the searches that were built into
// them, and measure no fitness but those of nearmiss.
func (m *method) outside(pool runner) search.Func {
	switch {
	case m.measure.Of == nil && (m.algorithm == wire.Auto || pool.Knows(m.algorithm)):
		return nil
	case m.algorithm == wire.Auto:
		return search.Lookup(wire.AVM)
	}
	return search.Lookup(m.algorithm)
}
