package dse

// Direct flips nodes whose other side is a target that no run took: those of
// goals alone, or of all targets, goals first; of equal targets the latest node
// that was found. It declines when there is none. A flip that an input takes
// covers a target at once, and one that none takes costs a question and no run.
func Direct(goals bool) Strategy {
	return func(w *World) Frontier {
		f := &direct{w: w, goals: goals}
		f.renew()
		return f
	}
}

// renew implements renewer.
func (f *direct) renew() {
	f.wanted.empty()
	clear(f.of)
	f.targets, f.waiting = f.targets[:0], 0
	for _, list := range [][]uint32{f.w.Goals, f.w.Targets} {
		for _, b := range list {
			if f.wanted.add(b) {
				f.targets = append(f.targets, b)
			}
		}
		if f.goals {
			break
		}
	}
}

type direct struct {
	w       *World
	goals   bool               // and no other targets
	targets []uint32           // in order
	wanted  branches           // of them: there are many nodes, and few are asked for
	of      map[uint32][]*Node // by target
	waiting int                // in of
}

// New implements Frontier.
func (f *direct) New(n *Node) {
	if n.Site.Cond < 0 || n.Value {
		return
	}
	if b := uint32(2*n.Site.Cond + index(!n.Side)); f.wanted.has(b) && !f.w.Covered(b) {
		if f.of == nil {
			f.of = map[uint32][]*Node{}
		}
		f.of[b] = append(f.of[b], n)
		f.waiting++
	}
}

func (f *direct) batch(nodes []*Node) {
	for _, n := range nodes {
		f.New(n)
	}
}

// hear implements listener.
func (f *direct) hear(_ *Run, nodes []*Node) { f.batch(nodes) }

func (f *direct) waits() bool { return true }

// Ran implements Frontier.
func (f *direct) Ran(*Run) {}

// Exhausted implements Frontier. Nodes that are not open are passed over when
// their turn comes.
func (f *direct) Exhausted(*Node) {}

// Next implements Frontier. It takes time linear in the targets, constant for each node,
// and constant if there is none.
func (f *direct) Next() *Node {
	if f.waiting == 0 {
		return nil
	}
	left := f.targets[:0]
	for i, b := range f.targets {
		list := f.of[b]
		if f.w.Covered(b) {
			f.waiting -= len(list)
			delete(f.of, b)
			continue
		}
		left = append(left, b)
		for len(list) > 0 {
			last := len(list) - 1
			n := list[last]
			list = list[:last]
			f.waiting--
			if n.State() == Open {
				f.of[b] = list
				f.targets = append(left, f.targets[i+1:]...)
				return n
			}
		}
		delete(f.of, b)
	}
	f.targets = left
	return nil
}
