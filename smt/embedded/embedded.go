// Package embedded composes the default solver, which needs no installed program.
//
//	s := embedded.New(embedded.Options{})
//	s.Push(path)
//	answer := s.Check(ctx, condition, witness)
//
// A query passes these solvers until one decides it:
//
//	order   a graph of differences; it has the whole path
//	slice   omits the clauses that share no slots with the query
//	floats  comparisons of floats, by the order graph too
//	linear  sums of slots, by the simplex algorithm
//	climb   local search for a model
//	bitvec  integers bit by bit, complete
//
// The order graph precedes the slice because it takes less time than slicing. The path is updated
// at queries only. The models of all back ends are evaluated.
package embedded

import (
	"cmp"

	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/linear"
	"nearmiss/smt/order"
)

// Options limit a query. The zero value is the default.
type Options struct {
	// Search limits the local search for models. Default 30 000 steps.
	Search smt.LocalSearchOptions

	// BitVec limits the solver for bit-vectors. Default 16 000 000 steps and 2 000 000 gates.
	BitVec bitvec.Options

	// Last are solvers to query when no other solver decides, such as a bridge to an installed
	// program. They receive the sliced path.
	Last []smt.Solver

	// OnFalse, if not nil, receives the models that violate a clause.
	OnFalse func(smt.Falsehood)
}

const searchSteps = 30_000

// Effort returns options for one of the many queries of a search: the solver for bit-vectors, which
// can take longest, gives up early. A search passes over a branch that the solver does not decide;
// another path may still reach it. Steps are counted, so that a seed gives the same result
// everywhere.
func Effort() Options {
	return Options{BitVec: bitvec.Options{Steps: 400_000, Gates: 300_000}}
}

// New returns a solver with an empty path.
func New(o Options) smt.Solver {
	checked := func(s smt.Solver) smt.Solver { return smt.Checked(s, o.OnFalse) }
	o.Search.Steps = cmp.Or(o.Search.Steps, searchSteps)
	back := []smt.Solver{smt.Floats(order.New()), linear.New(linear.Options{}), smt.NewLocalSearch(o.Search), bitvec.New(o.BitVec)}
	back = append(back, o.Last...)
	for i, s := range back {
		back[i] = checked(s)
	}
	sliced := smt.Slice(smt.Chain(back...))
	return smt.Deferred(smt.Chain(checked(order.New()), sliced))
}
