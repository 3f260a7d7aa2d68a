package dse

import "slices"

// Novelty flips nodes where flipping leads to a side that no run took in the
// node's calling context, for the so many-th time on a path. Coverage does not
// see that a parser's token function succeeds at a second place; here it is new,
// and the search walks on from there. Of these nodes those come first that fewest
// of the same code location precede in the same context, of equal ones those of
// the latest run, and of these the least deep. It declines where nothing would be
// new. A run that takes a side in a context for the first time is progress.
func Novelty(*World) Frontier {
	f := &novelty{taken: map[event]bool{}, nth: map[*Node]int{}, count: map[called]int{}}
	f.before = func(a, b *Node) bool {
		if x, y := f.nth[a], f.nth[b]; x != y {
			return x < y
		}
		if a.First != b.First {
			return a.First.Number > b.First.Number
		}
		return a.Depth < b.Depth
	}
	return f
}

// mostNovel is how often a side can be new in a context.
const mostNovel = 16

// novelty implements Progressive.
type novelty struct {
	ordered
	taken    map[event]bool
	nth      map[*Node]int // of the same code location and context, before it on the path
	count    map[called]int
	fresh    []*Node // announced since the last run
	path     []passed
	progress bool
}

// passed is a node on a path, and the side that it takes.
type passed struct {
	node *Node
	side bool
}

// An event is a side of a condition in a calling context, for the nth time.
type event struct {
	called
	nth int
}

// New implements Frontier. The nodes of a run wait for it.
func (f *novelty) New(n *Node) { f.fresh = append(f.fresh, n) }

// Ran implements Frontier. It takes time linear in the path.
func (f *novelty) Ran(r *Run) {
	f.progress = false
	for n, side := range r.Nodes {
		f.path = append(f.path, passed{n, side})
	}
	for _, s := range slices.Backward(f.path) {
		n := s.node
		if n.First == r {
			f.nth[n] = f.count[called{n.Context, Branch{n.Site, !n.Side}}]
		}
		c := called{n.Context, Branch{n.Site, s.side}}
		if k := f.count[c]; k < mostNovel && !f.taken[event{c, k}] {
			f.taken[event{c, k}] = true
			f.progress = f.progress || k == 0 // what a loop comes to again could go on for long
		}
		f.count[c]++
	}
	clear(f.count)
	f.path = f.path[:0]
	for _, n := range f.fresh {
		if n.State() == Open && f.nth[n] < mostNovel {
			f.ordered.New(n)
		} else {
			delete(f.nth, n)
		}
	}
	f.fresh = f.fresh[:0]
}

// Progress implements Progressive.
func (f *novelty) Progress() bool { return f.progress }

// Next implements Frontier.
func (f *novelty) Next() *Node {
	for {
		n := f.ordered.Next()
		if n == nil || !f.taken[event{called{n.Context, Branch{n.Site, !n.Side}}, f.nth[n]}] {
			return n
		}
		delete(f.nth, n)
	}
}
