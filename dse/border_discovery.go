package dse

// DiscoveryBorder flips nodes of runs that were the first to take a branch,
// before those of all others; runs take turns. A node belongs to the run that
// came to it first.
func DiscoveryBorder(w *World) Frontier {
	return &discoveryBorder{border: makeBorder(w)}
}

// renew implements renewer.
func (f *discoveryBorder) renew() {
	f.border.renew()
	f.of = f.of[:0]
	f.seen.empty()
}

type discoveryBorder struct {
	border
	of   table[int32] // classes by run
	seen branches
}

// New implements Frontier.
func (f *discoveryBorder) New(n *Node) { f.batch([]*Node{n}) }

// batch takes all new nodes of a run in. They are a row, if nothing is between them.
func (f *discoveryBorder) batch(nodes []*Node) {
	f.begin(nodes)
	first, last := nodes[0], nodes[len(nodes)-1]
	one := first.First == last.First && int(last.id-first.id) == len(nodes)-1
	for _, n := range nodes {
		c := f.add(n, f.of.at(n.First.Number), forGood)
		if one && n.other == Open {
			c.until = last.id + 1
			f.latest(c).to = c.until
			return
		}
	}
}

// Ran implements Frontier.
func (f *discoveryBorder) Ran(r *Run) {
	f.Exhausted(settled(r))
	if w := f.w; w != nil && f.seen.size == w.covered.size {
		return // it knows all that any run took
	}
	found := false
	for _, b := range r.Covered {
		found = f.seen.add(b) || found
	}
	if !found {
		return
	}
	if number := *f.of.at(r.Number); number > 0 {
		if c := &f.classes[number-1]; c.at > 0 {
			c.level %= forGood
			f.lowered(c, number)
		}
	}
}

// Exhausted implements Frontier.
func (f *discoveryBorder) Exhausted(n *Node) {
	if n != nil {
		f.settle(*f.of.at(n.First.Number))
	}
}
