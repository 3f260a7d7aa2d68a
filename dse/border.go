package dse

func init() {
	Register("count-border", CountBorder)
	Register("context-border", ContextBorder)
	Register("discovery-border", DiscoveryBorder)
}

// A border searches breadth-first along something else than depth (Xie et al.
// 2009, section 4.2: most strategies of DefaultRoundRobin are of this kind). It
// partitions the nodes into classes, each of a level, and flips a node of the class of
// the lowest level; of equal ones that whose next node is the least deep, then the one
// found first. The level of a class is raised by one with each of its nodes that was
// closed, by whatever strategy, so that classes take turns.
//
// Next takes time linear in the classes, and logarithmic in the nodes of one.
type border[K comparable] struct {
	class func(*Node) K       // that a node is in
	order func(*Node) rank    // in its class
	enter func(*class, *Node) // raises the level for a new node; may be nil
	of    map[K]*class
	all   []*class // as they were found
}

// A class is open nodes of one kind.
type class struct {
	level int
	nodes queue[*Node]
}

func newBorder[K comparable](of func(*Node) K) *border[K] {
	return &border[K]{class: of, order: func(n *Node) rank { return rank{n.Depth} }, of: map[K]*class{}}
}

// at is the class of a node.
func (f *border[K]) at(n *Node) *class {
	k := f.class(n)
	c := f.of[k]
	if c == nil {
		c = &class{}
		f.of[k] = c
		f.all = append(f.all, c)
	}
	return c
}

// Ran implements Strategy.
func (f *border[K]) Ran(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		c := f.at(n)
		c.nodes.push(n, f.order(n))
		if f.enter != nil {
			f.enter(c, n)
		}
	}
}

// Closed implements Strategy.
func (f *border[K]) Closed(n *Node) { f.at(n).level++ }

// Next implements Strategy.
func (f *border[K]) Next() Step {
	var best *class
	for _, c := range f.all {
		if c.shed(); c.nodes.len() > 0 && (best == nil || c.before(best)) {
			best = c
		}
	}
	if best == nil {
		return Step{}
	}
	return Step{Flip: best.nodes.pop()}
}

// shed removes what is not open from the front.
func (c *class) shed() {
	for c.nodes.len() > 0 && c.nodes.first().state != Open {
		c.nodes.pop()
	}
}

func (c *class) before(d *class) bool {
	return c.level < d.level || c.level == d.level && c.nodes.first().Depth < d.nodes.first().Depth
}

// CountBorder flips nodes where flipping leads to a count that is new: how often
// the path took the other side of the condition before. A loop that counts what
// it meets comes to each count in turn, where there are exponentially many ways
// to it. Counts take turns, new ones first.
func CountBorder(*World) Strategy {
	return newBorder(func(n *Node) [2]int { return [2]int{n.location, n.Others} })
}

// ContextBorder flips nodes of what is rare: a code location in one calling
// context. Its level is how many instances are known, and how many of them were
// tried; of its instances those come first that few of the same code location
// precede on the path.
func ContextBorder(*World) Strategy {
	type call struct {
		location int
		context  uint64
	}
	f := newBorder(func(n *Node) call { return call{n.location, n.Context} })
	f.order = func(n *Node) rank { return rank{n.Nth, n.Depth} }
	f.enter = func(c *class, _ *Node) { c.level++ }
	return f
}

// later is the level of what has its turn after all others.
const later = 1 << 32

// DiscoveryBorder flips nodes of runs that were the first to take a branch,
// before those of all others; runs take turns. A node belongs to the run that
// came to it first.
func DiscoveryBorder(w *World) Strategy {
	f := newBorder(func(n *Node) *Run { return n.First })
	f.enter = func(c *class, n *Node) {
		if !n.First.NewBranch && c.level < later {
			c.level += later
		}
	}
	return f
}
