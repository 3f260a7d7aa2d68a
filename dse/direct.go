package dse

// Direct flips nodes whose other side is a target that no run took: those of goals
// alone, or of all targets, goals first; of equal targets the node that was found last.
// It declines when there is none. A flip that an input takes covers a target at once, and
// one that none takes costs a question and no run.
func Direct(goals bool) Factory {
	return func(w *World) Strategy {
		f := &direct{w: w, of: map[uint32][]*Node{}}
		for _, wanted := range []bool{true, false} {
			for i, b := range w.Targets {
				if w.IsGoal(i) == wanted && (wanted || !goals) {
					f.targets = append(f.targets, b)
					f.of[b] = []*Node{}
				}
			}
		}
		return f
	}
}

type direct struct {
	w       *World
	targets []uint32           // that are not known to be covered, in order
	of      map[uint32][]*Node // by target: nodes that may be open
}

// Ran implements Strategy.
func (f *direct) Ran(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		if b, ok := n.beside(); ok && f.of[b] != nil {
			f.of[b] = append(f.of[b], n)
		}
	}
}

// Closed implements Strategy. Nodes that are not open are passed over in their turn.
func (f *direct) Closed(*Node) {}

// Next implements Strategy. It takes time linear in the targets.
func (f *direct) Next() Step {
	left := f.targets[:0]
	var found *Node
	for _, b := range f.targets {
		if f.w.Covered(b) {
			delete(f.of, b)
			continue
		}
		left = append(left, b)
		for found == nil && len(f.of[b]) > 0 {
			last := len(f.of[b]) - 1
			if n := f.of[b][last]; n.state == Open {
				found = n
			}
			f.of[b] = f.of[b][:last]
		}
	}
	f.targets = left
	return Step{Flip: found}
}
