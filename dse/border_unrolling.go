package dse

// UnrollingBorder flips nodes that few of their own code location precede on the
// path: first what is met for the first time, then what a loop comes to for the
// second time. Among nodes that are equal in this, the code locations take turns.
//
// Nodes that more precede than those which have their turn are put into classes
// when theirs comes, if they are open by then; most never are.
func UnrollingBorder(w *World) Frontier {
	f := &unrolling{}
	f.border = makeBorder(w, func(n *Node) **class { return f.at(int(n.location), n.Nth) })
	f.first = func(n *Node) int32 { return int32(n.Nth) }
	return f
}

type unrolling struct {
	grid
	turn  int          // how many precede the nodes that are in classes, at most
	later table[chain] // by how many precede them: the others
}

// A chain is a list of nodes, which a table of what comes next holds together.
type chain struct{ first, last *Node }

func (f *unrolling) New(n *Node) { f.batch([]*Node{n}) }

func (f *unrolling) batch(nodes []*Node) {
	f.told++
	for _, n := range nodes {
		if n.Nth <= f.turn {
			f.add(n)
			continue
		}
		note(f.nodes, n)
		c := f.later.at(n.Nth)
		if c.first == nil {
			c.first = n
		} else {
			*f.next.with(int(c.last.id), f.nodes) = n.id
		}
		c.last = n
	}
}

func (f *unrolling) Ran(r *Run) {
	if n := settled(r); n != nil {
		f.Exhausted(n)
	}
}

func (f *unrolling) Exhausted(n *Node) {
	if n.Nth <= f.turn {
		f.settle(n)
	}
}

func (f *unrolling) Next() *Node {
	for {
		n := f.border.Next()
		if n != nil || f.turn+1 >= len(f.later) {
			return n
		}
		f.turn++
		f.enter(f.later[f.turn])
		f.later[f.turn] = chain{}
	}
}

// enter puts the nodes of a chain into classes, and what has become of them.
func (f *unrolling) enter(c chain) {
	for n := c.first; n != nil; {
		now := n
		if n = nil; now != c.last {
			n = (*f.nodes)[f.next[now.id]]
			f.next[now.id] = 0
		}
		f.told++
		if c := f.add(now); now.other != Open {
			c.level++
		}
	}
}
