package dse

// A frontier is a priority frontier: it searches breadth-first along a measure other than depth
// (Xie et al. 2009, section 4.2: most strategies of DefaultRoundRobin are of this kind). It
// partitions the nodes into classes, gives each class a level, and flips a node of the class of the
// lowest level. Among classes of equal level it takes the one whose next node is the least deep,
// then the one found first. Each closed node of a class raises the level of the class by one,
// whichever strategy flipped the node, so that classes take turns.
//
// Next takes time linear in the number of classes, and logarithmic in the nodes of a class.
type frontier[K comparable] struct {
	classOf    func(*Node) K               // returns the class of a node
	rankOf     func(*Node) rank            // returns the rank of a node within its class
	raiseLevel func(*frontierClass, *Node) // raises the level of a class for a new node; may be nil
	classes    map[K]*frontierClass
	classList  []*frontierClass // in the order in which they were found
}

// A frontierClass is a set of nodes that take their turn together, with its level.
type frontierClass struct {
	level int // the class of the lowest level is next
	nodes queue[*Node]
}

func newFrontier[K comparable](classOf func(*Node) K) *frontier[K] {
	return &frontier[K]{classOf: classOf, rankOf: func(n *Node) rank { return rank{n.Depth} }, classes: map[K]*frontierClass{}}
}

// classAt returns the class of a node.
func (f *frontier[K]) classAt(n *Node) *frontierClass {
	k := f.classOf(n)
	c := f.classes[k]
	if c == nil {
		c = &frontierClass{}
		f.classes[k] = c
		f.classList = append(f.classList, c)
	}
	return c
}

// ObserveRun implements Strategy.
func (f *frontier[K]) ObserveRun(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		c := f.classAt(n)
		c.nodes.push(n, f.rankOf(n))
		if f.raiseLevel != nil {
			f.raiseLevel(c, n)
		}
	}
}

// ObserveClosed implements Strategy.
func (f *frontier[K]) ObserveClosed(n *Node) { f.classAt(n).level++ }

// Next implements Strategy.
func (f *frontier[K]) Next() Step {
	var best *frontierClass
	for _, c := range f.classList {
		if c.dropClosed(); c.nodes.len() > 0 && (best == nil || c.precedes(best)) {
			best = c
		}
	}
	if best == nil {
		return Step{}
	}
	return Step{Flip: best.nodes.pop()}
}

// dropClosed removes the nodes at the front of the queue that are not open.
func (c *frontierClass) dropClosed() {
	for c.nodes.len() > 0 && c.nodes.first().state != Open {
		c.nodes.pop()
	}
}

func (c *frontierClass) precedes(d *frontierClass) bool {
	return c.level < d.level || c.level == d.level && c.nodes.first().Depth < d.nodes.first().Depth
}

// CountFrontier flips nodes by a count: how often the path took the other side of the condition
// before the node. A loop that counts elements reaches each count in turn, although exponentially
// many paths lead to a count. Counts take turns, new counts first.
func CountFrontier(*World) Strategy {
	return newFrontier(func(n *Node) [2]int { return [2]int{n.location, n.OtherSideBefore} })
}

// ContextFrontier flips nodes of rare classes, where a class is a code location in one calling
// context. The level of a class is the number of its nodes plus the number of its closed nodes.
// Within a class, nodes preceded by few nodes of the same code location on the path come first.
func ContextFrontier(*World) Strategy {
	type call struct {
		location int
		context  uint64
	}
	f := newFrontier(func(n *Node) call { return call{n.location, n.Context} })
	f.rankOf = func(n *Node) rank { return rank{n.SameSideBefore, n.Depth} }
	f.raiseLevel = func(c *frontierClass, _ *Node) { c.level++ }
	return f
}

// lateRank is added to the level of classes that come after all other classes.
const lateRank = 1 << 32

// DiscoveryFrontier flips nodes of runs that were the first to take a branch, before the nodes of
// other runs. Runs take turns. A node belongs to the first run that reached it.
func DiscoveryFrontier(w *World) Strategy {
	f := newFrontier(func(n *Node) *Run { return n.First })
	f.raiseLevel = func(c *frontierClass, n *Node) {
		if !n.First.NewBranch && c.level < lateRank {
			c.level += lateRank
		}
	}
	return f
}
