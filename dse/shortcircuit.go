package dse

// ShortCircuit asks its strategies in order: as long as an earlier one provides
// nodes, a later one is not asked (Xie et al. 2009, section 4.2).
func ShortCircuit(strategies ...Strategy) Strategy {
	return func(w *World) Frontier { return &shortCircuit{makeChildren(w, strategies)} }
}

type shortCircuit struct{ children }

func (f *shortCircuit) Next() *Node {
	for i := range f.all {
		if n := f.ask(i); n != nil {
			return n
		}
	}
	return nil
}

// children are frontiers that share the nodes of one search: each is told of all
// nodes and runs.
type children struct {
	all      []Frontier
	provider Frontier // of the last node, nil before
}

func makeChildren(w *World, strategies []Strategy) children {
	c := children{all: make([]Frontier, len(strategies))}
	for i, s := range strategies {
		c.all[i] = s(w)
	}
	return c
}

func (c *children) New(n *Node) {
	for _, f := range c.all {
		f.New(n)
	}
}

func (c *children) Ran(r *Run) {
	for _, f := range c.all {
		f.Ran(r)
	}
}

func (c *children) Exhausted(n *Node) {
	for _, f := range c.all {
		f.Exhausted(n)
	}
}

// Progress implements Progressive: it is that of the child which provided the
// last node.
func (c *children) Progress() bool { return progress(c.provider) }

// Hints implements Hinter: they are those of the child which provided the last
// node.
func (c *children) Hints(n *Node) []Hint { return hints(c.provider, n) }

func (c *children) ask(i int) *Node {
	n := ask(c.all[i])
	if n != nil {
		c.provider = c.all[i]
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

func progress(f Frontier) bool {
	p, ok := f.(Progressive)
	return ok && p.Progress()
}

// settled is the node that a run was made for, nil if there is none or the run
// left its prefix: then Exhausted tells of it.
func settled(r *Run) *Node {
	if n := r.Flipped; n != nil && n.State() != Open {
		return n
	}
	return nil
}
