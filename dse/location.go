package dse

// CodeLocationPrioritized partitions the nodes by the code location that they
// are instances of. Each class has a frontier of the inner strategy, which is
// told of the nodes of its class alone, and of all runs. For a node, a fair
// choice is made among the classes: each is as probable as any other. One that
// declines is left for another; when all are exhausted none is provided (Xie et
// al. 2009, section 4.2).
//
// A class without open nodes is not asked, so that Next takes constant time if
// all provide, and otherwise time linear in the number of those asked.
func CodeLocationPrioritized(inner Strategy) Strategy {
	return func(w *World) Frontier {
		return &locations{w: w, inner: inner}
	}
}

type locations struct {
	w        *World
	inner    Strategy
	of       table[*location]
	heard    []*location // that are told of all runs, as they were found
	active   []*location // with open nodes
	provider Frontier    // of the last node, nil before
}

type location struct {
	Frontier
	open int  // nodes
	at   int  // among the active ones
	own  bool // runs for its own nodes are all it has to be told of
}

func (f *locations) New(n *Node) {
	slot := f.of.at(int(n.location))
	c := *slot
	if c == nil {
		c = &location{Frontier: f.inner(f.w)}
		*slot = c
		switch c.Frontier.(type) {
		case *shortest, *byKey, *random: // what they do of others is nothing
			c.own = true
		default:
			f.heard = append(f.heard, c)
		}
	}
	if c.open++; c.open == 1 {
		c.at = len(f.active)
		f.active = append(f.active, c)
	}
	c.New(n)
}

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
	if c.open--; c.open == 0 {
		last := len(f.active) - 1
		f.swap(c.at, last)
		f.active = f.active[:last]
	}
	return c
}

func (f *locations) swap(i, j int) {
	a := f.active
	a[i], a[j] = a[j], a[i]
	a[i].at, a[j].at = i, j
}

// Next implements Frontier. Classes that declined are put behind those that
// were not asked.
func (f *locations) Next() *Node {
	for left := len(f.active); left > 0; left-- {
		i := f.w.Rand.IntN(left)
		c := f.active[i]
		if n := ask(c.Frontier); n != nil {
			f.provider = c.Frontier
			return n
		}
		f.swap(i, left-1)
	}
	return nil
}

// Hints implements Hinter: they are those of the class which provided the last
// node.
func (f *locations) Hints(n *Node) []Hint { return hints(f.provider, n) }

// Progress implements Progressive: it is that of the class which provided the
// last node.
func (f *locations) Progress() bool { return progress(f.provider) }
