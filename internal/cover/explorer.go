package cover

import (
	"slices"
	"sync/atomic"

	"nearmiss/input"
	"nearmiss/internal/report"
)

const (
	mostTrees    = 3  // open trees of a function
	mostWaiting  = 64 // structures of a function that wait for a tree
	mostVaried   = 4  // inputs to vary when no structure waits
	maxVainTasks = 2  // tasks without a find after which the oldest tree is closed for a waiting structure
)

// An explorer runs dynamic symbolic execution on one function. The executor treats the structure of
// an input, the alternatives that its values are made by, as fixed (structure.go). Therefore each
// structure has its own execution tree; all receiver states that calls make (objects.go) share one.
// Only a few trees are open at a time. Other structures wait in a queue. After some tasks without a
// find, the structure of the oldest tree goes back to the end of the queue.
//
// During a task only the task uses the explorer, at other times only the schedule.
type explorer struct {
	fn        *function
	sites     bool    // it looks for panics at sites that search has not found, and not for branches
	trees     []*tree // oldest first
	waiting   []waiting
	known     map[string]bool // structures that have a tree, have had one or wait
	tried     map[uint64]bool // hashes of the inputs already used to start from
	tasks     int
	vainTasks int    // number of consecutive tasks without a find, up to the last task
	drained   bool   // nothing is left to explore until there are new inputs to start from
	fault     string // the fault that ended the exploration
	ends

	task *dseTask // the task under way
	live *counts  // counts of the schedule
}

// waiting is a structure that waits for a tree, with an input that has the structure.
type waiting struct {
	key   string
	start input.Vector
}

// counts are updated while tasks are under way.
type counts struct {
	runs, queries atomic.Int64
}

func newExplorer(f *function, sites bool, live *counts) *explorer {
	return &explorer{fn: f, sites: sites, live: live, known: map[string]bool{}, tried: map[uint64]bool{}, ends: ends{obstacles: map[string]int{}}}
}

// tree returns the tree of a structure, nil if there is none.
func (x *explorer) tree(key string) *tree {
	if i := slices.IndexFunc(x.trees, func(t *tree) bool { return t.key == key }); i >= 0 {
		return x.trees[i]
	}
	return nil
}

// await queues an input for an execution tree of its own, unless a tree or the queue has an input of
// the same structure: the same alternatives of all choices, and the same numbers of steps.
func (x *explorer) await(v input.Vector) {
	key := x.structure(v)
	if !x.known[key] && len(x.waiting) < mostWaiting {
		x.known[key] = true
		x.waiting = append(x.waiting, waiting{key, v})
	}
}

// vary queues the structures that some inputs get if one of their choices is changed.
func (x *explorer) vary() {
	space := input.NewSpace(x.fn.sig, x.fn.limits)
	bases := x.starts()
	for _, v := range bases[:min(len(bases), mostVaried)] {
		for _, at := range space.Vars(nil, v) {
			if at.Role != input.RoleAlt {
				continue
			}
			for w := at.Lo; w <= at.Hi; w++ {
				if w != v[at.Off] {
					x.await(space.Choose(v, &at, w))
				}
			}
		}
	}
}

// rotate makes room for waiting structures. It closes trees with nothing left to flip. After maxVainTasks
// tasks without a find, it also closes the oldest tree, whose structure waits again. If no structure
// waits and there were no finds or nothing is left to flip, it first queues some by vary.
func (x *explorer) rotate() {
	if len(x.waiting) == 0 && (x.vainTasks >= maxVainTasks || !slices.ContainsFunc(x.trees, (*tree).busy)) {
		x.vary()
	}
	for i := len(x.trees) - 1; i >= 0 && len(x.waiting) > 0; i-- {
		if !x.trees[i].busy() {
			x.close(i)
		}
	}
	if x.vainTasks >= maxVainTasks && len(x.waiting) > 0 && len(x.trees) == mostTrees {
		old := x.trees[0]
		x.close(0)
		x.waiting = append(x.waiting, waiting{old.key, old.start})
	}
}

// close frees the memory of tree number i and keeps its result for the report.
func (x *explorer) close(i int) {
	x.ends.add(x.trees[i].result)
	x.trees[i].close()
	x.trees = slices.Delete(x.trees, i, i+1)
}

func (x *explorer) closeAll() {
	for len(x.trees) > 0 {
		x.close(0)
	}
}

// forget closes all trees. Later tasks explore the function from the start, unless nothing was left to
// explore; then they explore it from new inputs alone.
func (x *explorer) forget() {
	x.closeAll()
	x.waiting = nil
	clear(x.known)
	if !x.drained {
		clear(x.tried)
	}
}

// symbolic returns the report on the exploration of a function, nil if the function was not
// explored.
func (r *schedule) symbolic(f *function) (out *report.Symbolic) {
	if r == nil {
		return nil
	}
	for _, x := range r.explorers {
		if x.fn.main() != f || x.tasks == 0 {
			continue
		}
		if out == nil {
			out = &report.Symbolic{}
		}
		out.Add(x.symbolic())
	}
	return out
}

// release frees the trees of all explorers, and keeps their results for the report.
func (r *schedule) release() {
	if r != nil {
		for _, x := range r.explorers {
			x.closeAll()
			x.waiting, x.known, x.tried, x.task = nil, nil, nil, nil
		}
	}
}
