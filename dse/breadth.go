package dse

// BreadthFirst flips the node of the least depth, of equal ones the first
// found (iterative deepening, in the words of Xie et al. 2009, section 5).
func BreadthFirst(w *World) Frontier { return newByKey(w, shallower) }

// DepthFirst flips the node of the greatest depth, of equal ones the last
// found.
func DepthFirst(w *World) Frontier {
	return newByKey(w, func(n *Node) uint64 { return ^shallower(n) })
}

// shallower orders nodes by depth, of equal ones the first found first.
func shallower(n *Node) uint64 { return uint64(n.Depth)<<32 | uint64(uint32(n.id)) }

// byKey flips open nodes by a key, the least first. Each operation takes time
// logarithmic in the number of nodes.
type byKey struct {
	w     *World
	key   func(*Node) uint64
	nodes *table[*Node] // by number
	queue entries
}

func newByKey(w *World, key func(*Node) uint64) *byKey {
	f := &byKey{w: w, key: key}
	f.renew()
	return f
}

// renew implements renewer.
func (f *byKey) renew() { f.nodes, f.queue = f.w.book(), f.queue[:0] }

func (f *byKey) New(n *Node) {
	if n.State() == Open {
		note(f.nodes, n)
		f.queue.push(entry{f.key(n), n.id})
	}
}

func (f *byKey) Ran(*Run) {}

func (f *byKey) waits() bool { return true }

// Exhausted implements Frontier. Nodes that are not open are passed over when
// their turn comes.
func (f *byKey) Exhausted(*Node) {}

func (f *byKey) Next() *Node {
	for len(f.queue) > 0 {
		if n := (*f.nodes)[f.queue.pop().id]; n.State() == Open {
			return n
		}
	}
	return nil
}
