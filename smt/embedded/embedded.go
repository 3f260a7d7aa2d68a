// Package embedded puts together the solver that needs nothing installed.
//
//	s := embedded.New(embedded.Options{})
//	s.Push(path)
//	answer := s.Check(ctx, condition, witness)
//
// A question passes, until one knows:
//
//	contradiction  constants, and what the path says outright
//	witness        what holds anyway
//	order          a graph of differences; it has the whole path
//	slice          leaves out the clauses that share no slot with the question
//	floats         comparisons of floats, by the order graph too
//	linear         sums of slots, by the simplex algorithm
//	climb          a search for a model
//	bitvec         integers bit by bit, complete
//
// The order graph stands before the slice because it answers in less time than that
// takes. All but the first two hear of a path only when they are asked: a path that contradicts itself outright costs little more than to
// look at its clauses. Models of every back end are evaluated.
package embedded

import (
	"cmp"

	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/linear"
	"nearmiss/smt/order"
)

// Options say how much a question may take. The zero value is the default.
type Options struct {
	// Search is for models. Default 30 000 steps.
	Search smt.LocalSearchOptions

	// Linear is for sums. Default 400 000 steps.
	Linear linear.Options

	Blast bitvec.Options

	// Last are solvers to ask when all others do not know, such as a bridge
	// to an installed one. They have the sliced path.
	Last []smt.Solver

	// OnFalse hears of models that did not hold; nil is nobody.
	OnFalse func(smt.Falsehood)
}

const searchSteps = 30_000

// New returns a solver with an empty path.
func New(o Options) smt.Solver {
	checked := func(s smt.Solver) smt.Solver { return smt.Checked(s, o.OnFalse) }
	o.Search.Steps = cmp.Or(o.Search.Steps, searchSteps)
	back := []smt.Solver{smt.Floats(order.New()), linear.New(o.Linear), smt.NewLocalSearch(o.Search), bitvec.New(o.Blast)}
	back = append(back, o.Last...)
	for i, s := range back {
		back[i] = checked(s)
	}
	rest := smt.Slice(smt.Chain(back...))
	return smt.Contradiction(smt.Witness(smt.Chain(smt.Deferred(checked(order.New())), smt.Deferred(rest))))
}
