package dse

// ordered flips open nodes by an order that does not change, of equal ones the
// first announced. Each operation takes time logarithmic in the number of nodes.
type ordered struct {
	before func(a, b *Node) bool
	queue  []numbered
	added  int
}

type numbered struct {
	*Node
	number int
}

func (f *ordered) New(n *Node) {
	f.added++
	f.queue = push(f.queue, numbered{n, f.added}, f.order())
}

func (f *ordered) Ran(*Run) {}

// Exhausted implements Frontier. Nodes that are not open are passed over when
// their turn comes.
func (f *ordered) Exhausted(*Node) {}

func (f *ordered) Next() *Node {
	for len(f.queue) > 0 {
		n := f.queue[0].Node
		f.queue = pop(f.queue, f.order())
		if n.State() == Open {
			return n
		}
	}
	return nil
}

func (f *ordered) order() order[numbered] {
	return order[numbered]{less: func(a, b numbered) bool {
		switch {
		case f.before(a.Node, b.Node):
			return true
		case f.before(b.Node, a.Node):
			return false
		}
		return a.number < b.number
	}}
}
