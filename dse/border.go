package dse

import "container/heap"

// A border searches breadth-first along something else than depth (Xie et al.
// 2009, section 4.2: most strategies of DefaultRoundRobin are of this kind). It
// partitions the nodes into classes, each of a level, and provides a node of the
// class of the lowest level; of equal ones that whose next node is the least deep,
// then the one found first. In a class the least deep node comes first unless the
// strategy has another order, of equal ones the one found first.
//
// The level of a class is raised by one with each of its nodes that was flipped
// or exhausted, by whatever strategy, so that classes take turns; strategies add
// to this. As levels belong to classes, a change moves one class in the queue:
// each operation takes time logarithmic in the number of classes and nodes.
type border[K comparable] struct {
	of      func(*Node) K
	first   func(K) int           // the level before all others that a class has for good; nil: 0
	before  func(a, b *Node) bool // in a class
	forget  bool                  // classes without nodes: none come again
	classes map[K]*class
	queue   classes // of those with open nodes
	met     int     // classes with a node
}

func makeBorder[K comparable](of func(*Node) K) border[K] {
	return border[K]{of: of, before: shallower, classes: map[K]*class{}}
}

func shallower(a, b *Node) bool { return a.Depth < b.Depth }

func (f *border[K]) New(n *Node) {
	c := f.class(f.of(n))
	if c.number == 0 {
		f.met++
		c.number = f.met
	}
	c.New(n)
	f.place(f.of(n), c)
}

func (f *border[K]) Ran(r *Run) {
	if n := settled(r); n != nil {
		f.settle(n)
	}
}

func (f *border[K]) Exhausted(n *Node) { f.settle(n) }

func (f *border[K]) Next() *Node {
	if len(f.queue) == 0 {
		return nil
	}
	c := f.queue[0]
	n := c.Next()
	f.place(f.of(n), c)
	return n
}

// class is the class of a key, which is made if it is not there.
func (f *border[K]) class(k K) *class {
	c := f.classes[k]
	if c == nil {
		c = &class{ordered: ordered{before: f.before}, at: -1}
		if f.first != nil {
			c.first = f.first(k)
		}
		f.classes[k] = c
	}
	return c
}

// raise raises the level of a class.
func (f *border[K]) raise(k K) {
	c := f.class(k)
	c.level++
	f.place(k, c)
}

// settle tells of a node that is open no more.
func (f *border[K]) settle(n *Node) {
	k := f.of(n)
	c := f.classes[k]
	if c == nil {
		return
	}
	c.level++
	c.sweep()
	f.place(k, c)
}

// place puts a class of which something has changed where it belongs.
func (f *border[K]) place(k K, c *class) {
	switch c.shed(); {
	case len(c.queue) == 0:
		if c.at >= 0 {
			heap.Remove(&f.queue, c.at)
		}
		if f.forget {
			delete(f.classes, k)
		}
	case c.at < 0:
		heap.Push(&f.queue, c)
	default:
		heap.Fix(&f.queue, c.at)
	}
}

// A class of a border keeps its nodes in order. Those that are open no more are
// removed when they come first, or when they may be half of all.
type class struct {
	ordered
	first, level int
	settled      int // nodes, since the last sweep
	number       int // in the order of their first nodes, from 1
	at           int // in the queue of classes, -1 if it has no open node
}

// shed removes what is not open from the front.
func (c *class) shed() {
	for len(c.queue) > 0 && c.queue[0].State() != Open {
		heap.Pop(&c.ordered)
	}
}

// sweep removes all that is not open, once in a while.
func (c *class) sweep() {
	if c.settled++; 2*c.settled <= len(c.queue) {
		return
	}
	c.settled = 0
	open := c.queue[:0]
	for _, e := range c.queue {
		if e.State() == Open {
			open = append(open, e)
		}
	}
	clear(c.queue[len(open):])
	c.queue = open
	heap.Init(&c.ordered)
}

// classes is a heap.
type classes []*class

func (q classes) Len() int { return len(q) }

func (q classes) Less(i, j int) bool {
	a, b := q[i], q[j]
	switch {
	case a.first != b.first:
		return a.first < b.first
	case a.level != b.level:
		return a.level < b.level
	case a.queue[0].Depth != b.queue[0].Depth:
		return a.queue[0].Depth < b.queue[0].Depth
	}
	return a.number < b.number
}

func (q classes) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].at, q[j].at = i, j
}

func (q *classes) Push(x any) {
	c := x.(*class)
	c.at = len(*q)
	*q = append(*q, c)
}

func (q *classes) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	c.at = -1
	return c
}
