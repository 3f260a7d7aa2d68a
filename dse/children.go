package dse

import "slices"

// children are frontiers that share the nodes of one search: each is told of all
// nodes and runs. Those that can wait are told when they are asked for a node, of
// all that came since: what is not asked any more costs little, and what is asked
// now and then knows by then which nodes are open no more.
type children struct {
	w        *World
	made     []Strategy // that they are of
	all      []member
	at       []int // the first of the events that each was not told of; -1: it is told at once
	waiting  bool  // some do
	holds    bool  // it holds the runs of its events until it drops them
	events   []notice
	provider *member // of the last node, nil before
}

// A waiter is a frontier that may be told late, in order, before it is asked:
// what it is told matters for Next alone, and it looks at the states of nodes
// there alone, or leaves out what is not open by now.
type waiter interface {
	Frontier
	waits() bool
}

func waits(f Frontier) bool {
	w, ok := f.(waiter)
	return ok && w.waits()
}

// mostEvents is how many events are kept, about.
const mostEvents = 1 << 14

func makeChildren(w *World, strategies []Strategy) children {
	n := len(strategies)
	c := children{w: w, made: strategies, all: make([]member, n), at: make([]int, n)}
	for i, s := range strategies {
		f := s(w)
		if c.all[i] = memberOf(f); waits(f) {
			c.waiting = true
		} else {
			c.at[i] = -1
		}
	}
	return c
}

// renew implements renewer.
func (c *children) renew() {
	for i := range c.all {
		c.all[i].renew(c.made[i], c.w)
		if c.at[i] > 0 {
			c.at[i] = 0
		}
	}
	c.events, c.provider = c.events[:0], nil
}

// hurry lets a child be told at once.
func (c *children) hurry(i int) {
	if i < len(c.at) {
		c.at[i] = -1
	}
	c.waiting = slices.ContainsFunc(c.at, func(at int) bool { return at >= 0 })
}

// delay lets a child wait that is told of all before it is asked for anything.
func (c *children) delay(i int) { c.at[i], c.waiting = 0, true }

// New implements Frontier.
func (c *children) New(n *Node) { c.batch([]*Node{n}) }

func (c *children) batch(nodes []*Node) { c.happened(notice{news: nodes}) }

// Ran implements Frontier.
func (c *children) Ran(r *Run) { c.ran(r, nil) }

// ran tells of a run and its new nodes. It is no method of listener, so that what has
// children and a Ran of its own is asked for both.
func (c *children) ran(r *Run, nodes []*Node) {
	c.happened(noticeOf(r, nodes))
	if len(c.events) > mostEvents {
		c.drain()
	}
}

// drain tells all children what they were not told yet.
func (c *children) drain() {
	for i := range c.all {
		c.catchUp(i)
	}
	c.drop(len(c.events))
}

// drop drops the first events, which all were told of.
func (c *children) drop(n int) {
	for i := range c.events[:n] {
		if c.holds && c.events[i].run != nil {
			c.events[i].run.letGo()
		}
	}
	left := copy(c.events, c.events[n:])
	clear(c.events[left:])
	c.events = c.events[:left]
	for i, at := range c.at {
		if at >= 0 {
			c.at[i] -= n
		}
	}
}

// Exhausted implements Frontier.
func (c *children) Exhausted(n *Node) { c.happened(notice{lost: n}) }

func (c *children) happened(e notice) {
	if c.waiting {
		if c.events == nil {
			c.events = make([]notice, 0, leastBlock)
		}
		if len(c.events) == cap(c.events) {
			c.forget()
		}
		if c.events = append(c.events, e); c.holds && e.run != nil {
			e.run.holders++
		}
	}
	for i, at := range c.at {
		if at < 0 {
			c.all[i].tell(&e)
		}
	}
}

// forget drops the events that all were told of, if they are half of all at least.
func (c *children) forget() {
	told := len(c.events)
	for _, at := range c.at {
		if at >= 0 {
			told = min(told, at)
		}
	}
	if 2*told >= len(c.events) {
		c.drop(told)
	}
}

// catchUp tells a child what it was not told yet.
func (c *children) catchUp(i int) {
	at := c.at[i]
	if at < 0 {
		return
	}
	f := &c.all[i]
	for k := range c.events[at:] {
		f.tell(&c.events[at+k])
	}
	c.at[i] = len(c.events)
}

// waits implements waiter.
func (c *children) waits() bool {
	for _, at := range c.at {
		if at < 0 {
			return false
		}
	}
	return true
}

// Progress implements Progressive: it is that of the child which provided the
// last node.
func (c *children) Progress() bool { return c.provider.progress() }

// Hints implements Hinter: they are those of the child which provided the last
// node.
func (c *children) Hints(n *Node) []Hint { return c.provider.hints(n) }

func (c *children) ask(i int) *Node {
	c.catchUp(i)
	n := ask(c.all[i].Frontier)
	if n != nil {
		c.provider = &c.all[i]
	}
	return n
}

// ask asks a frontier that is not the only one for an open node. What another
// flipped in the meantime is passed over.
func ask(f Frontier) *Node {
	for {
		if n := f.Next(); n == nil || n.State() == Open {
			return n
		}
	}
}

// settled is the node that a run was made for, nil if there is none or the run
// left its prefix: then Exhausted tells of it. It is the same whenever a frontier
// is told of the run.
func settled(r *Run) *Node {
	if n := r.Flipped; n != nil && !r.strayed && n.State() != Open {
		return n
	}
	return nil
}
