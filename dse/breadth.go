package dse

import "container/heap"

// BreadthFirst flips the node of the least depth, of equal ones the first
// found (iterative deepening, in the words of Xie et al. 2009, section 5).
func BreadthFirst(*World) Frontier {
	return &ordered{before: func(a, b *Node) bool { return a.Depth < b.Depth }}
}

// DepthFirst flips the node of the greatest depth, of equal ones the last
// found.
func DepthFirst(*World) Frontier {
	return &ordered{before: func(a, b *Node) bool { return a.Depth > b.Depth }, late: true}
}

// ordered flips open nodes by an order that does not change. Each operation
// takes time logarithmic in the number of nodes.
type ordered struct {
	before func(a, b *Node) bool
	late   bool // of equals the last
	queue  []entry
	added  int
}

type entry struct {
	*Node
	number int
}

func (f *ordered) New(n *Node) {
	f.added++
	heap.Push(f, entry{n, f.added})
}

func (f *ordered) Ran(*Run) {}

// Exhausted implements Frontier. Nodes that are not open are passed over when
// their turn comes.
func (f *ordered) Exhausted(*Node) {}

func (f *ordered) Next() *Node {
	for len(f.queue) > 0 {
		if n := heap.Pop(f).(entry).Node; n.State() == Open {
			return n
		}
	}
	return nil
}

// Len implements heap.Interface.
func (f *ordered) Len() int { return len(f.queue) }

// Less implements heap.Interface.
func (f *ordered) Less(i, j int) bool {
	a, b := f.queue[i], f.queue[j]
	if f.before(a.Node, b.Node) != f.before(b.Node, a.Node) {
		return f.before(a.Node, b.Node)
	}
	return a.number < b.number != f.late
}

// Swap implements heap.Interface.
func (f *ordered) Swap(i, j int) { f.queue[i], f.queue[j] = f.queue[j], f.queue[i] }

// Push implements heap.Interface.
func (f *ordered) Push(x any) { f.queue = append(f.queue, x.(entry)) }

// Pop implements heap.Interface.
func (f *ordered) Pop() any {
	last := len(f.queue) - 1
	e := f.queue[last]
	f.queue = f.queue[:last]
	return e
}
