package dse

// CodeLocationPrioritized partitions the nodes by the code location that they are instances of.
// Each class has its own strategy, which observes the nodes of its class alone, and all runs since
// the first of these nodes. For a step, a fair choice is made among the classes: each is as
// probable as any other. If the strategy of a class declines another class is drawn; when all have
// declined CodeLocationPrioritized declines (Xie et al. 2009, section 4.2).
//
// A class without open nodes is not asked.
func CodeLocationPrioritized(inner Factory) Factory {
	return func(w *World) Strategy { return &locations{w: w, inner: inner, of: map[int]*location{}} }
}

type locations struct {
	w     *World
	inner Factory
	of    map[int]*location
	all   []*location // in the order in which they were found
}

// A location is the class of the nodes of one code location.
type location struct {
	Strategy
	open  int     // number of open nodes
	fresh []*Node // new nodes of the last run
}

// Ran implements Strategy.
func (f *locations) Ran(r *Run, fresh []*Node) {
	for _, n := range fresh {
		c := f.of[n.location]
		if c == nil {
			c = &location{Strategy: f.inner(f.w)}
			f.of[n.location] = c
			f.all = append(f.all, c)
		}
		c.open++
		c.fresh = append(c.fresh, n)
	}
	for _, c := range f.all {
		c.Ran(r, c.fresh)
		c.fresh = nil
	}
}

// Closed implements Strategy.
func (f *locations) Closed(n *Node) {
	if c := f.of[n.location]; c != nil {
		c.open--
		c.Closed(n)
	}
}

// Next implements Strategy.
func (f *locations) Next() Step {
	var left []*location
	for _, c := range f.all {
		if c.open > 0 {
			left = append(left, c)
		}
	}
	for len(left) > 0 {
		i, last := f.w.Rand.IntN(len(left)), len(left)-1
		if s := ask(left[i]); !s.None() {
			return s
		}
		left[i] = left[last]
		left = left[:last]
	}
	return Step{}
}
