package dse

// CodeLocationPrioritized partitions the nodes by the code location that they
// are instances of. Each class has a frontier of the inner strategy, which is
// told of the nodes of its class alone, and of all runs. For a node, a fair
// choice is made among the classes: each is as probable as any other. One that
// declines is left for another; when all are exhausted none is provided (Xie et
// al. 2009, section 4.2).
//
// A class without open nodes is not asked, nor one that has declined and has seen
// nothing since that could change it, so that Next takes constant time if all
// provide, and otherwise time linear in the number of those asked.
func CodeLocationPrioritized(inner Strategy) Strategy {
	return func(w *World) Frontier {
		return &locations{w: w, inner: inner}
	}
}

type locations struct {
	w        *World
	inner    Strategy
	of       table[*location]
	heard    []*location  // that are told of all runs, as they were found
	active   []*location  // with open nodes, but for those that have declined
	places   table[int32] // of all Random ones
	room     room[location]
	made     []*location // all classes, and those of searches before
	used     int         // how many of these are in use
	provider *member     // of the last node; nil before, and if it can do no more than provide
}

type location struct {
	Frontier
	open int     // nodes
	at   int     // among the active ones, from 1; 0: it is not there
	own  bool    // only what it is told of its own nodes can end that it declines
	more *member // the frontier, if it can do more
}

func (f *locations) New(n *Node) {
	slot := f.of.at(int(n.location))
	c := *slot
	if c == nil {
		c = f.make()
		*slot = c
	}
	c.open++
	c.New(n)
	if c.at > 0 {
		return
	}
	if s, ok := c.Frontier.(*shortest); !ok || len(s.nodes) > 0 {
		if f.active == nil {
			f.active = make([]*location, 0, leastBlock)
		}
		f.active = append(f.active, c)
		c.at = len(f.active)
	}
}

// renew implements renewer.
func (f *locations) renew() {
	f.of, f.heard, f.active, f.places = f.of[:0], f.heard[:0], f.active[:0], f.places[:0]
	f.used, f.provider = 0, nil
}

// make is a class without nodes.
func (f *locations) make() *location {
	if f.used == len(f.made) {
		f.made = append(f.made, &f.room.take(1)[0])
	}
	c := f.made[f.used]
	f.used++
	if r, ok := c.Frontier.(renewer); ok {
		r.renew()
		*c = location{Frontier: c.Frontier, own: c.own, more: c.more}
	} else {
		f.begin(c)
	}
	if !c.own {
		f.heard = append(f.heard, c)
	}
	return c
}

// begin gives a class a frontier.
func (f *locations) begin(c *location) {
	*c = location{Frontier: f.inner(f.w)}
	if r, ok := c.Frontier.(*random); ok {
		r.list.at = &f.places
	}
	if c.own = lonely(c.Frontier); !c.own {
		m := memberOf(c.Frontier)
		c.more = &m
	}
}

// lonely reports whether a frontier takes no notice of runs that were not made
// for nodes of its own, and does no more than provide nodes.
func lonely(f Frontier) bool {
	switch f.(type) {
	case *shortest, *byKey, *random:
		return true
	}
	return false
}

// waits implements waiter. A frontier of the inner strategy stands for all.
func (f *locations) waits() bool { return waits(f.inner(f.w)) }

func (f *locations) Ran(r *Run) {
	if n := settled(r); n != nil {
		f.settle(n)
	}
	if n := r.Flipped; n != nil {
		if c := *f.of.at(int(n.location)); c != nil && c.own {
			c.Ran(r)
		}
	}
	for _, c := range f.heard {
		c.Ran(r)
	}
}

func (f *locations) Exhausted(n *Node) {
	if c := f.settle(n); c != nil {
		c.Exhausted(n)
	}
}

// settle counts a node that is open no more, and returns its class, nil if it
// was not announced.
func (f *locations) settle(n *Node) *location {
	c := *f.of.at(int(n.location))
	if c == nil {
		return nil
	}
	if c.open--; c.open == 0 && c.at > 0 {
		f.leave(c)
	}
	return c
}

// leave takes a class out of the active ones.
func (f *locations) leave(c *location) {
	last := len(f.active) - 1
	f.swap(c.at-1, last)
	f.active = f.active[:last]
	c.at = 0
}

func (f *locations) swap(i, j int) {
	a := f.active
	a[i], a[j] = a[j], a[i]
	a[i].at, a[j].at = i+1, j+1
}

// Next implements Frontier. Classes that declined are put behind those that
// were not asked, or left out until they have a new node.
func (f *locations) Next() *Node {
	for left := len(f.active); left > 0; left-- {
		c := f.active[f.w.Rand.IntN(left)]
		if n := ask(c.Frontier); n != nil {
			f.provider = c.more
			return n
		}
		if f.swap(c.at-1, left-1); c.own {
			f.leave(c)
		}
	}
	return nil
}

// Hints implements Hinter: they are those of the class which provided the last
// node.
func (f *locations) Hints(n *Node) []Hint { return f.provider.hints(n) }

// Progress implements Progressive: it is that of the class which provided the
// last node.
func (f *locations) Progress() bool { return f.provider.progress() }
