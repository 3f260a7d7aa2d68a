package dse

// Shortest flips nodes of the smallest depth observed so far, of these the first
// found, and declines when there is none (Xie et al. 2009, section 4.2). It is
// meant for what sees a part of the nodes, as in CodeLocationPrioritized: of the
// whole tree it flips the root and no more.
//
// In the paper it keeps all nodes in a list ordered by depth, whose first is
// removed by each request, and provided if it has the smallest depth. The
// smallest depth never grows, so a deeper node is never provided, and none is
// kept here.
func Shortest(*World) Frontier { return &shortest{} }

type shortest struct {
	nodes    []*Node  // all of the smallest depth
	few      [2]*Node // where they are as long as there is room
	smallest int      // if seen
	seen     bool
}

// renew implements renewer.
func (f *shortest) renew() { *f = shortest{} }

func (f *shortest) New(n *Node) {
	switch {
	case f.seen && n.Depth > f.smallest:
		return
	case !f.seen || n.Depth < f.smallest:
		f.nodes, f.smallest, f.seen = f.few[:0], n.Depth, true
	}
	f.nodes = append(f.nodes, n)
}

func (f *shortest) Ran(*Run) {}

func (f *shortest) waits() bool { return true }

// Exhausted implements Frontier. Nodes that are not open are passed over when
// their turn comes.
func (f *shortest) Exhausted(*Node) {}

// Next implements Frontier. It takes constant time for each node.
func (f *shortest) Next() *Node {
	for len(f.nodes) > 0 {
		n := f.nodes[0]
		f.nodes = f.nodes[1:]
		if n.State() == Open {
			return n
		}
	}
	return nil
}
