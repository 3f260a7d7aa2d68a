package dse

// Direct flips nodes whose other side is a target that no run took: those of
// goals alone, or of all targets, goals first; of equal targets the latest node
// that was found. It declines when there is none. A flip that an input takes
// covers a target at once, and one that none takes costs a question and no run.
func Direct(goals bool) Strategy {
	return func(w *World) Frontier {
		f := &direct{w: w, of: map[uint32]*[]*Node{}}
		for _, list := range [][]uint32{w.Goals, w.Targets} {
			for _, b := range list {
				if f.of[b] == nil {
					f.of[b] = &[]*Node{}
					f.wanted.add(b)
					f.targets = append(f.targets, b)
				}
			}
			if goals {
				break
			}
		}
		return f
	}
}

type direct struct {
	w       *World
	targets []uint32 // in order
	wanted  branches // of them: there are many nodes, and few are asked for
	of      map[uint32]*[]*Node
}

// New implements Frontier.
func (f *direct) New(n *Node) {
	if n.Site.Cond < 0 || n.Value {
		return
	}
	b := uint32(2*n.Site.Cond + index(!n.Side))
	if !f.wanted.has(b) {
		return
	}
	if list := f.of[b]; list != nil {
		*list = append(*list, n)
	}
}

func (f *direct) batch(nodes []*Node) {
	for _, n := range nodes {
		f.New(n)
	}
}

func (f *direct) waits() bool { return true }

// Ran implements Frontier.
func (f *direct) Ran(*Run) {}

// Exhausted implements Frontier. Nodes that are not open are passed over when
// their turn comes.
func (f *direct) Exhausted(*Node) {}

// Next implements Frontier. It takes time linear in the targets, and constant for
// each node.
func (f *direct) Next() *Node {
	left := f.targets[:0]
	for i, b := range f.targets {
		if f.w.Covered(b) {
			delete(f.of, b)
			continue
		}
		left = append(left, b)
		list := f.of[b]
		for len(*list) > 0 {
			last := len(*list) - 1
			n := (*list)[last]
			*list = (*list)[:last]
			if n.State() == Open {
				f.targets = append(left, f.targets[i+1:]...)
				return n
			}
		}
	}
	f.targets = left
	return nil
}
