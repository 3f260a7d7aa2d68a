package cover

import (
	"slices"
	"sync/atomic"

	"nearmiss/input"
	"nearmiss/internal/report"
)

const (
	mostTrees   = 3  // of a function
	mostWaiting = 64 // structures of a function that wait for room
	mostVaried  = 4  // inputs whose choices are made in other ways, when no structure waits
	vainly      = 2  // tasks in vain before the oldest tree makes room
)

// An explorer takes one function further by dynamic symbolic execution. The executor takes
// as given which alternatives the values of an input are made by (structure.go): inputs of each
// structure have an execution tree in common. There is room for a few trees. Other
// structures wait in a queue, and what was explored in vain goes to its end.
//
// During a task it belongs to that, else to the schedule.
type explorer struct {
	fn      *function
	only    bool    // states that calls make, where there are such, and no literals
	trees   []*tree // the oldest first
	waiting []waiting
	known   map[string]bool // structures that have a tree, had one or wait
	tried   map[uint64]bool // inputs to start from, hashed
	tasks   int
	vain    int    // of these, the last ones without a find
	drained bool   // nothing is left, but for new inputs to start from
	fault   string // that ended it
	ends

	task *dseTask // under way
	live *counts  // of the schedule
}

// waiting is a structure without a tree, with an input that has it.
type waiting struct {
	key   string
	start input.Vector
}

// counts are told while tasks are under way.
type counts struct {
	runs, queries atomic.Int64
}

func newExplorer(f *function, live *counts) *explorer {
	return &explorer{
		fn: f, live: live, known: map[string]bool{}, tried: map[uint64]bool{},
		ends: ends{odd: map[string]int{}, unknown: map[string]int{}, dropped: map[string]int{}},
	}
}

// tree returns the tree of a structure, nil if there is none.
func (x *explorer) tree(key string) *tree {
	if i := slices.IndexFunc(x.trees, func(t *tree) bool { return t.key == key }); i >= 0 {
		return x.trees[i]
	}
	return nil
}

// await queues the structure of an input, unless it had its turn or waits.
func (x *explorer) await(v input.Vector) {
	key := x.structure(v)
	if !x.known[key] && len(x.waiting) < mostWaiting {
		x.known[key] = true
		x.waiting = append(x.waiting, waiting{key, v})
	}
}

// vary queues the structures that inputs have when one choice is made in another way.
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
					x.await(space.Make(v, &at, w))
				}
			}
		}
	}
}

// rotate makes room for structures that wait: trees that have nothing left go, and behind
// tasks in vain the oldest one, too.
func (x *explorer) rotate() {
	if len(x.waiting) == 0 && (x.vain >= vainly || !slices.ContainsFunc(x.trees, (*tree).busy)) {
		x.vary()
	}
	for i := len(x.trees) - 1; i >= 0 && len(x.waiting) > 0; i-- {
		if !x.trees[i].busy() {
			x.close(i)
		}
	}
	if x.vain >= vainly && len(x.waiting) > 0 && len(x.trees) == mostTrees {
		old := x.trees[0]
		x.close(0)
		x.waiting = append(x.waiting, waiting{old.key, old.start})
	}
}

// close gives the memory of a tree back, and keeps what the report says of it.
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

// forget closes all trees; the function begins anew.
func (x *explorer) forget() {
	x.closeAll()
	x.waiting = nil
	clear(x.tried)
	clear(x.known)
}

// symbolic is what the report says of the exploration of a function, nil if there was none.
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
