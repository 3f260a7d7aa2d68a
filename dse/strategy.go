package dse

import "nearmiss/input"

// A Strategy decides the next step of a search. It observes each new node and each closed node. A
// node is flipped once, by any strategy of the search, unless Step.Again is set.
type Strategy interface {
	// ObserveRun observes a run and the nodes that are new on its path, in the order of the path. The
	// nodes are open. ObserveRun must not change the list.
	ObserveRun(r *Run, fresh []*Node)

	// ObserveClosed observes that a node is no longer open: a run has taken its other side, no input
	// takes that side, no solver had an answer, or the run made for that side left the prefix. If a run
	// closes the node, the call comes before ObserveRun for that run.
	ObserveClosed(n *Node)

	// Next returns the next step; the zero Step declines. A strategy that has declined may be asked
	// again after the next run.
	Next() Step
}

// ignoresClosed is embedded in strategies that learn nothing from closed nodes: their Next passes
// over nodes that are not open.
type ignoresClosed struct{}

// ObserveClosed implements Strategy.
func (ignoresClosed) ObserveClosed(*Node) {}

// A Step is a node to flip, which must be open, or an input to run.
type Step struct {
	Flip  *Node
	Again bool         // Flip may be Unknown instead of open; ObserveClosed is not called again for it
	From  *Run         // with Flip: the run from whose input the solver starts; nil: Flip.First
	Soft  []Soft       // with Flip: soft constraints, the best first
	Input input.Vector // without Flip: the input to run
}

// Soft is a soft constraint: the solver is asked for it together with a flip, and without it if no
// input satisfies both. The run may leave the path that it was made from, as long as it takes the
// flip.
type Soft struct {
	Flips         []*Node // nodes to flip too, behind the flipped node on its path
	ExtraElements int     // if the flip makes a list longer: exact number of elements beyond those it needs
}

// Declines reports whether a step declines.
func (s Step) Declines() bool { return s.Flip == nil && s.Input == nil }

// isOutdated reports whether the node of a step must not be flipped any more.
func (s Step) isOutdated() bool {
	return s.Flip != nil && s.Flip.state != Open && !(s.Again && s.Flip.state == Unknown)
}

// startRun returns the run that a flip takes its start input from.
func (s Step) startRun() *Run {
	if s.From != nil {
		return s.From
	}
	return s.Flip.First
}

// A Factory makes the strategy of a search. Combinators take factories.
type Factory func(w *World) Strategy

// maxPassedSteps is the number of outdated steps of a strategy that are passed over before it
// counts as declining.
const maxPassedSteps = 1 << 10

// nextStep returns the next step of a strategy. It passes over nodes that were closed since another
// strategy flipped them.
func nextStep(s Strategy) Step {
	for range maxPassedSteps {
		if n := s.Next(); !n.isOutdated() {
			return n
		}
	}
	return Step{}
}
