package dse

import "nearmiss/input"

// A Strategy decides what is done next. It is told of every node that is new, and
// of what became of each: a node is flipped once, by whoever asks for it, unless with Step.Again.
type Strategy interface {
	// Ran tells of a run, with the nodes that are new on its path, in the order of the
	// path: each is open. The list is not to be changed.
	Ran(r *Run, fresh []*Node)

	// Closed tells of a node that is open no more: a run has taken its other side, or no
	// input takes it, or no solver knows one. It comes before Ran tells of that run.
	Closed(n *Node)

	// Next is what to do next; the zero Step declines. A strategy that has declined
	// may be asked again after the next run.
	Next() Step
}

// A Step is a node to flip, which must be open, or an input to run.
type Step struct {
	Flip  *Node
	Again bool         // the node may be one of which no solver knew; strategies are not told of it once more
	From  *Run         // whose input the solver starts from, with Flip; nil: Flip.First
	Soft  []Soft       // what an input had better bring about beside the flip, the best first
	Input input.Vector // without Flip: to be run
}

// Soft is a soft constraint: it is asked for together with a flip, and left out where no
// input does both. The run may come to other nodes than those of the path that it was made
// from: the flip is what it is held to.
type Soft struct {
	Flips []*Node // behind the flipped one, on the path that it starts from: their other sides
	More  int     // elements of the list beside what the flip asks for, if it asks for any; and no others
}

// None reports whether a step is to do nothing.
func (s Step) None() bool { return s.Flip == nil && s.Input == nil }

// over reports whether the node of a step is not to be flipped any more.
func (s Step) over() bool {
	return s.Flip != nil && s.Flip.state != Open && !(s.Again && s.Flip.state == Unknown)
}

// from is the run whose input a flip starts from.
func (s Step) from() *Run {
	if s.From != nil {
		return s.From
	}
	return s.Flip.First
}

// A Factory makes the strategy of a search. What combines strategies takes their
// factories.
type Factory func(w *World) Strategy

// mostPassed is how many steps of a strategy are passed over before it counts as one that
// declines.
const mostPassed = 1 << 10

// ask asks a strategy for a step. What another one has flipped or run in the meantime is
// passed over.
func ask(s Strategy) Step {
	for range mostPassed {
		if n := s.Next(); !n.over() {
			return n
		}
	}
	return Step{}
}
