package dse

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// World is the state that the strategies of one search share.
type World struct {
	Rand    *rand.Rand
	Targets []uint32 // branches that are worth covering, in the order of Run.Near
	Goals   []uint32 // targets that are wanted
	Inputs  Inputs   // describes the lists of inputs; nil: unknown

	tree     *tree
	wanted   []bool    // by index of a target: whether it is a goal
	open     []int     // indices of the uncovered targets
	best     []fitness // by index of a target: the best of all runs
	covered  map[uint32]bool
	ran      map[uint64]bool // hashes of the inputs that were run, or need not be
	sides    map[Branch]bool // taken by runs, in libraries too
	grows    map[int]bool    // by location: whether flips of the condition make a list longer
	numWalks uint32          // number of walks through the tree, by strategies that mark nodes
	rewards  *rewards        // nil: not wanted
}

func newWorld(rng *rand.Rand, t *tree, opt Options) *World {
	w := &World{
		Rand: rng, Targets: opt.Targets, Goals: opt.Goals, Inputs: opt.Inputs, tree: t,
		wanted: make([]bool, len(opt.Targets)), open: make([]int, len(opt.Targets)), best: make([]fitness, len(opt.Targets)),
		covered: map[uint32]bool{}, ran: map[uint64]bool{}, sides: map[Branch]bool{}, grows: map[int]bool{},
	}
	for i, b := range w.Targets {
		w.wanted[i], w.open[i], w.best[i] = slices.Contains(w.Goals, b), i, farthest
	}
	return w
}

// Reward gives new elements of lists the values that were rewarded last, if Inputs is set. A
// factory calls it if its strategy wants rewards.
func (w *World) Reward() {
	if w.Inputs != nil && w.rewards == nil {
		w.rewards = newRewards(w.Inputs)
	}
}

// Covered reports whether some run took a branch.
func (w *World) Covered(branch uint32) bool { return w.covered[branch] }

// Ran reports whether an input was run, or is known to take the path of an input that was run, so
// that its run has no news.
func (w *World) Ran(v input.Vector) bool {
	h := hash(v)
	if !w.ran[h] && w.Inputs != nil && w.tree.predicts(w.Inputs.Under(v)) {
		w.ran[h] = true
	}
	return w.ran[h]
}

// MakesLonger reports whether the flip of a node makes a list longer. All nodes of a condition of
// the program have the same answer.
func (w *World) MakesLonger(n *Node) bool {
	if w.Inputs == nil {
		return false
	}
	grows, known := w.grows[n.location]
	if !known || n.Site.Cond < 0 {
		list, _ := w.Inputs.Wants(w.tree.clause(n, !n.Side))
		grows = list > 0
		w.grows[n.location] = grows
	}
	return grows
}

// IsGoal reports whether a target, given by index, is a goal.
func (w *World) IsGoal(target int) bool { return w.wanted[target] }

// A goal is a wanted target, with its index among the targets.
type goal struct {
	index  int
	branch uint32
}

func (w *World) goals() (all []goal) {
	for i, b := range w.Targets {
		if w.IsGoal(i) {
			all = append(all, goal{i, b})
		}
	}
	return all
}

// measure sets the fields of a run that compare it with the runs before. It must be called once for
// each run.
func (w *World) measure(run *Run) {
	w.ran[hash(run.Path.Input)] = true
	w.open = slices.DeleteFunc(w.open, func(i int) bool { return w.Covered(w.Targets[i]) })
	for _, i := range w.open {
		if now := fitnessOf(run, i); now.less(w.best[i]) {
			w.best[i] = now
			run.Nearer = append(run.Nearer, i)
		}
	}
	for _, d := range run.Path.Decisions {
		if b := (Branch{d.Site, d.Side}); !w.sides[b] {
			w.sides[b], run.NewSide = true, true
		}
	}
}

// News reports whether a run is nearer to a goal than all runs before, or the first to take a side
// of a condition.
func (w *World) News(r *Run) bool {
	return r.NewSide || slices.ContainsFunc(r.Nearer, w.IsGoal)
}

// Fitness values of special cases.
const (
	worst           = math.MaxInt32 // predicate not reached, as in the paper
	infiniteFitness = 1e300         // predicate reached, at infinite distance
)

// Grades of fitness values: each value of a lower grade is better.
const (
	reached = iota // the value is the distance of the predicate
	away           // the value is Near.Away
	unknown
)

// fitness is the fitness value of a path, F(p).
type fitness struct {
	grade int
	value float64
}

// farthest is worse than any known fitness.
var farthest = fitness{unknown, worst}

func (a fitness) less(b fitness) bool {
	return a.grade < b.grade || a.grade == b.grade && a.value < b.value
}

// fitnessOf returns the fitness of a run for the target with an index.
func fitnessOf(r *Run, target int) fitness {
	n := &r.Near[target]
	switch {
	case n.Reached:
		return fitness{reached, min(n.Distance, infiniteFitness)}
	case n.known():
		return fitness{away, n.Away}
	}
	return farthest
}

// hash mixes each word into 64 bits by a product of 128.
func hash(v input.Vector) uint64 {
	h := uint64(len(v)) + 0x9e3779b97f4a7c15
	for _, w := range v {
		high, low := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = bits.RotateLeft64(high^low, 23) + 0x9e3779b97f4a7c15
	}
	return h
}
