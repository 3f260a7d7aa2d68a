package cover

import (
	"slices"

	"nearmiss/fitness"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// A method holds the decisions on how to search, which the options determine.
type method struct {
	// archive says that a run counts for every branch that it takes, and that searches share their
	// finds. The published method has no archive: it searches for each branch by itself, with the
	// whole budget of the branch and no knowledge from other searches.
	archive bool

	searches  bool             // workers search for branches
	solves    bool             // dynamic symbolic execution looks for branches
	states    bool             // symbolic execution explores methods in receiver states that calls make
	algorithm string           // name in package search; worker.Auto selects the best
	modes     []search.Mode    // fitness modes to cycle through
	measure   fitness.Function // the fitness function that the user chose; zero for auto

	lexicographic  bool // exact distances break ties
	lastDivergence bool // the fitness of a run is that of its last divergence from the goal, not of the nearest one
	fitness        fitness.Options
}

// programLevels is the highest approach level at which conditions have a path distance. Only long
// chains of alternatives have more levels.
const programLevels = 32

// programWork bounds the work for the path distances of a goal, in states of the analysis (see
// fitness.Options). Most functions need less. In a function with 800 branches, computing all path
// distances would take as long as hundreds of slices of search.
const programWork = 300_000

// method returns the method that the options describe.
func (o *Options) method() method {
	m := method{
		archive:        !o.Paper,
		searches:       o.Algo != "dse" && o.Algo != "tardis",
		solves:         !o.Paper && (o.Algo == "auto" || o.Algo == "dse" || o.Algo == "tardis"),
		states:         o.Algo == "tardis",
		lexicographic:  !o.Paper || o.Exact,
		lastDivergence: o.Last,
		fitness:        fitness.Options{K: o.K},
	}
	if m.archive { // the published fitness also counts implied conditions
		m.fitness = fitness.Options{K: o.K, Merge: true, Levels: programLevels, Work: programWork}
	}
	switch {
	case !slices.Contains(mixtures, o.Algo):
		m.algorithm = o.Algo
	case o.Paper:
		m.algorithm = worker.AVM
	}
	m.measure, _ = fitness.Lookup(o.Fitness)
	m.fitness.Norm = m.measure.Norm
	switch { // the published method has a single fitness; auto then means the symbolic one
	case m.measure.Symbolic || o.Fitness == "auto" && o.Paper:
		m.modes = []search.Mode{search.Symbolic}
	case o.Fitness == "auto":
		m.modes = []search.Mode{search.Symbolic, search.Standard}
	default:
		m.modes = []search.Mode{search.Standard}
	}
	return m
}

// outside returns the search function that runs in this process while workers evaluate its inputs.
// It returns nil if workers search themselves. Workers have only the search algorithms that were
// built into them, and measure only the fitness functions of nearmiss.
func (m *method) outside(pool runner) search.Func {
	switch {
	case m.measure.Of == nil && (m.algorithm == worker.Auto || pool.HasSearch(m.algorithm)):
		return nil
	case m.algorithm == worker.Auto:
		return search.Lookup(worker.AVM)
	}
	return search.Lookup(m.algorithm)
}
