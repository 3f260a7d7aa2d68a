package dse

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// World is what the strategies of one search have in common.
type World struct {
	Rand    *rand.Rand
	Targets []uint32 // branches that are worth covering, as Run.Near has them
	Goals   []uint32 // those of them that are wanted
	Inputs  Inputs   // the lists of inputs; nil: nothing is known of them

	tree    *tree
	wanted  []bool    // which of the targets are goals, by place
	open    []int     // targets that no run took, by place
	best    []fitness // of all runs, by place
	covered map[uint32]bool
	ran     map[uint64]bool // inputs, by their hashes
	sides   map[Branch]bool // that runs took, in libraries too
	grows   map[int]bool    // by location: whether flips of a condition of the program make a list longer
	walks   uint32          // through the tree, of strategies that mark nodes
	rewards *rewards        // nil: they are not wanted
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

// Reward has new elements of lists get the values that were rewarded last, as far as
// something is known of lists. A strategy may want that when it is made.
func (w *World) Reward() {
	if w.Inputs != nil && w.rewards == nil {
		w.rewards = newRewards(w.Inputs)
	}
}

// Covered reports whether some run took a branch.
func (w *World) Covered(branch uint32) bool { return w.covered[branch] }

// Ran reports whether an input was run, or is known to take a path of one that was: then
// its run would tell nothing.
func (w *World) Ran(v input.Vector) bool {
	h := hash(v)
	if !w.ran[h] && w.Inputs != nil && w.tree.predicts(w.Inputs.Under(v)) {
		w.ran[h] = true
	}
	return w.ran[h]
}

// Grows reports whether the flip of a node makes a list longer. A condition of the program
// always does so, or never.
func (w *World) Grows(n *Node) bool {
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

// IsGoal reports whether a target is wanted, by place.
func (w *World) IsGoal(target int) bool { return w.wanted[target] }

// A goal is a target that is wanted, and its place among the targets.
type goal struct {
	place  int
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

// measure finds what is new about a run: of runs, it is told of each once.
func (w *World) measure(r *Run) {
	w.ran[hash(r.Path.Input)] = true
	w.open = slices.DeleteFunc(w.open, func(i int) bool { return w.Covered(w.Targets[i]) })
	for _, i := range w.open {
		if now := fitnessOf(r, i); now.less(w.best[i]) {
			w.best[i] = now
			r.Nearer = append(r.Nearer, i)
		}
	}
	for _, d := range r.Path.Decisions {
		if b := (Branch{d.Site, d.Side}); !w.sides[b] {
			w.sides[b], r.NewSide = true, true
		}
	}
}

// News reports whether a run is nearer to a goal than all before it, or the first to take
// a side of a condition.
func (w *World) News(r *Run) bool {
	return r.NewSide || slices.ContainsFunc(r.Nearer, w.IsGoal)
}

// Fitness values that have no number of their own.
const (
	worst   = math.MaxInt32 // not reached, as the paper has it
	endless = 1e300         // reached, and infinitely far
)

// Grades of fitness values: any value of a lower one is better.
const (
	reached = iota // the distance of the predicate
	away           // how far away from it
	unknown
)

// fitness is the fitness value of a path, F(p).
type fitness struct {
	grade int
	value float64
}

// farthest is worse than any fitness of a run that is known.
var farthest = fitness{unknown, worst}

func (a fitness) less(b fitness) bool {
	return a.grade < b.grade || a.grade == b.grade && a.value < b.value
}

// fitnessOf is how near a run came to a target, by place.
func fitnessOf(r *Run, target int) fitness {
	n := &r.Near[target]
	switch {
	case n.Reached:
		return fitness{reached, min(n.Distance, endless)}
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
