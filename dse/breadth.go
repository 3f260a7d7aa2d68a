package dse

// BreadthFirst flips the node of the least depth, of equal ones the first
// found (iterative deepening, in the words of Xie et al. 2009, section 5).
func BreadthFirst(*World) Frontier { return &byKey{key: shallower} }

// DepthFirst flips the node of the greatest depth, of equal ones the last
// found.
func DepthFirst(*World) Frontier {
	return &byKey{key: func(n *Node) uint64 { return ^shallower(n) }}
}

// shallower orders nodes by depth, of equal ones the first found first.
func shallower(n *Node) uint64 { return uint64(n.Depth)<<32 | uint64(uint32(n.id)) }

// byKey flips open nodes by a key, the least first. Each operation takes time
// logarithmic in the number of nodes.
type byKey struct {
	key   func(*Node) uint64
	queue []entry
}

// An entry is a node with its key.
type entry struct {
	*Node
	key uint64
}

// earlier is the order of entries; of equal ones that of the first node found.
func earlier(a, b entry) bool { return a.key < b.key || a.key == b.key && a.id < b.id }

func byOrder() order[entry] { return order[entry]{less: earlier} }

func (f *byKey) New(n *Node) {
	if n.State() == Open {
		f.queue = push(f.queue, entry{n, f.key(n)}, byOrder())
	}
}

func (f *byKey) Ran(*Run) {}

func (f *byKey) waits() bool { return true }

// Exhausted implements Frontier. Nodes that are not open are passed over when
// their turn comes.
func (f *byKey) Exhausted(*Node) {}

func (f *byKey) Next() *Node {
	for len(f.queue) > 0 {
		n := f.queue[0].Node
		f.queue = pop(f.queue, byOrder())
		if n.State() == Open {
			return n
		}
	}
	return nil
}
