package dse

// CodeLocationPrioritized partitions the nodes by the code location that they are instances of.
// Each class has its own strategy, which observes the nodes of its class alone, and all runs since
// the first of these nodes. For a step, a fair choice is made among the classes: each is as
// probable as any other. If the strategy of a class declines another class is drawn; when all have
// declined CodeLocationPrioritized declines (Xie et al. 2009, section 4.2).
//
// A class without open nodes is not asked.
func CodeLocationPrioritized(inner Factory) Factory {
	return func(w *World) Strategy {
		return &locationStrategies{w: w, inner: inner, byLocation: map[int]*locationFrontier{}}
	}
}

type locationStrategies struct {
	w          *World
	inner      Factory
	byLocation map[int]*locationFrontier
	inOrder    []*locationFrontier // in the order in which they were found
}

// A locationFrontier is the class of the nodes of one code location.
type locationFrontier struct {
	Strategy
	numOpen  int     // number of open nodes
	newNodes []*Node // nodes of the location that are new on the path of the last run
}

// ObserveRun implements Strategy.
func (f *locationStrategies) ObserveRun(run *Run, fresh []*Node) {
	for _, n := range fresh {
		c := f.byLocation[n.location]
		if c == nil {
			c = &locationFrontier{Strategy: f.inner(f.w)}
			f.byLocation[n.location] = c
			f.inOrder = append(f.inOrder, c)
		}
		c.numOpen++
		c.newNodes = append(c.newNodes, n)
	}
	for _, c := range f.inOrder {
		c.ObserveRun(run, c.newNodes)
		c.newNodes = nil
	}
}

// ObserveClosed implements Strategy.
func (f *locationStrategies) ObserveClosed(n *Node) {
	if c := f.byLocation[n.location]; c != nil {
		c.numOpen--
		c.ObserveClosed(n)
	}
}

// Next implements Strategy.
func (f *locationStrategies) Next() Step {
	var untried []*locationFrontier
	for _, c := range f.inOrder {
		if c.numOpen > 0 {
			untried = append(untried, c)
		}
	}
	for len(untried) > 0 {
		i, last := f.w.Rand.IntN(len(untried)), len(untried)-1
		if s := nextStep(untried[i]); !s.Declines() {
			return s
		}
		untried[i] = untried[last]
		untried = untried[:last]
	}
	return Step{}
}
