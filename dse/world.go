package dse

import (
	"math"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

// World is the state that the strategies of one search share.
type World struct {
	Rand    *rand.Rand
	Targets []uint32 // branches worth covering, in the order of Run.Near
	Goals   []uint32 // targets that are wanted
	Inputs  Inputs   // describes the lists of inputs; nil: unknown

	tree        *tree
	goalFlags   []bool    // by target: whether it is a goal
	openTargets []int     // indices of the uncovered targets
	bestFitness []fitness // by target: the best fitness of all runs
	covered     map[uint32]bool
	inputsRun   map[uint64]bool // hashes of the inputs that were run, or have a path in the tree
	takenSides  map[Branch]bool // sides of conditions that some run took, in libraries too
	makesLonger map[int]bool    // by location: whether a flip of the condition makes a list longer
	numWalks    uint32          // number of walks through the tree by strategies that mark nodes
	rewards     *rewards        // values for new list elements; nil: no strategy wants rewards
}

func newWorld(rng *rand.Rand, t *tree, opt Options) *World {
	w := &World{
		Rand: rng, Targets: opt.Targets, Goals: opt.Goals, Inputs: opt.Inputs, tree: t,
		goalFlags: make([]bool, len(opt.Targets)), openTargets: make([]int, len(opt.Targets)), bestFitness: make([]fitness, len(opt.Targets)),
		covered: map[uint32]bool{}, inputsRun: map[uint64]bool{}, takenSides: map[Branch]bool{}, makesLonger: map[int]bool{},
	}
	for i, b := range w.Targets {
		w.goalFlags[i], w.openTargets[i], w.bestFitness[i] = slices.Contains(w.Goals, b), i, farthest
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

// HasRun reports whether an input was run, or is known to take the path of an input that was run,
// so that its run has no news.
func (w *World) HasRun(v input.Vector) bool {
	h := search.Hash(v)
	if !w.inputsRun[h] && w.Inputs != nil && w.tree.predicts(w.Inputs.HoldsUnder(v)) {
		w.inputsRun[h] = true
	}
	return w.inputsRun[h]
}

// MakesLonger reports whether the flip of a node makes a list longer. All nodes of a condition of
// the program have the same answer.
func (w *World) MakesLonger(n *Node) bool {
	if w.Inputs == nil {
		return false
	}
	grows, known := w.makesLonger[n.location]
	if !known || n.Site.Cond < 0 {
		list, _ := w.Inputs.DemandedElements(w.tree.clause(n, !n.Side))
		grows = list > 0
		w.makesLonger[n.location] = grows
	}
	return grows
}

// IsGoal reports whether a target, given by index, is a goal.
func (w *World) IsGoal(target int) bool { return w.goalFlags[target] }

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

// measureProgress sets the fields of a run that compare it with the runs before. It must be called
// once for each run.
func (w *World) measureProgress(run *Run) {
	w.inputsRun[search.Hash(run.Path.Input)] = true
	w.openTargets = slices.DeleteFunc(w.openTargets, func(i int) bool { return w.Covered(w.Targets[i]) })
	for _, i := range w.openTargets {
		if now := fitnessOf(run, i); now.less(w.bestFitness[i]) {
			w.bestFitness[i] = now
			run.Nearer = append(run.Nearer, i)
		}
	}
	for _, d := range run.Path.Decisions {
		if b := (Branch{d.Site, d.Side}); !w.takenSides[b] {
			w.takenSides[b], run.NewSide = true, true
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
	worst           = math.MaxInt32 // fitness of a path that does not reach the predicate, as in the paper
	infiniteFitness = 1e300         // fitness of a path that reaches the predicate at infinite distance
)

// Grades of fitness values: each value of a lower grade is better.
const (
	reached     = iota // the value is the distance of the predicate
	approaching        // the value is Near.ApproachDistance
	unknown
)

// fitness is the fitness value of a path, F(p).
type fitness struct {
	grade int
	value float64
}

// farthest is worse than the fitness of any run.
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
	case n.isKnown():
		return fitness{approaching, n.ApproachDistance}
	}
	return farthest
}
