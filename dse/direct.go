package dse

import "slices"

// Direct flips nodes whose other side is an uncovered target: a goal if goals is set; otherwise any
// target, goals first. Of several nodes for a target it flips the last found. It declines when
// there is none. A feasible flip covers a target at once, and an infeasible flip costs a question
// and no run.
func Direct(goals bool) Factory {
	return func(w *World) Strategy {
		f := &directSearch{w: w, targets: slices.Clone(w.Goals), nodesByBranch: map[uint32][]*Node{}}
		if !goals {
			f.targets = append(f.targets, w.Targets...)
		}
		return f
	}
}

type directSearch struct {
	ignoresClosed
	w             *World
	targets       []uint32           // targets in the order of preference; goals may occur twice
	nodesByBranch map[uint32][]*Node // by the branch that a flip takes: nodes that may be open
}

// ObserveRun implements Strategy.
func (f *directSearch) ObserveRun(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		if b, ok := n.OtherBranch(); ok && !f.w.Covered(b) {
			f.nodesByBranch[b] = append(f.nodesByBranch[b], n)
		}
	}
}

// Next implements Strategy. It takes time linear in the number of targets.
func (f *directSearch) Next() Step {
	f.targets = slices.DeleteFunc(f.targets, f.w.Covered)
	for _, b := range f.targets {
		for len(f.nodesByBranch[b]) > 0 {
			last := len(f.nodesByBranch[b]) - 1
			n := f.nodesByBranch[b][last]
			if f.nodesByBranch[b] = f.nodesByBranch[b][:last]; n.state == Open {
				return Step{Flip: n}
			}
		}
	}
	return Step{}
}
