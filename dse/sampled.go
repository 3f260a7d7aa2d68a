package dse

import "nearmiss/input"

// A Sampler is an Inputs of a program that evaluates inputs while it answers questions, such as a
// program that searches for call sequences.
type Sampler interface {
	Inputs

	// Sample returns the oldest input that was evaluated and not returned yet, and for which news
	// holds; nil if there is none. The others are dropped.
	Sample(news func(in input.Vector) bool) input.Vector
}

// Sampled runs, before each step of a strategy, the inputs that the program has evaluated in the
// meantime and whose path leaves the tree. An input that was evaluated for one node often takes the
// other side of another one. Without a Sampler it is the strategy itself.
//
// An input is compared with the tree by evaluating the clauses of its path, in time linear in
// their number.
func Sampled(s Factory) Factory {
	return func(w *World) Strategy {
		in, ok := w.Inputs.(Sampler)
		if !ok {
			return s(w)
		}
		return &sampled{s(w), w, in}
	}
}

type sampled struct {
	Strategy
	w  *World
	in Sampler
}

// Next implements Strategy.
func (f *sampled) Next() Step {
	if f.w.tree.size < f.w.tree.limit {
		if v := f.in.Sample(func(v input.Vector) bool { return !f.w.HasRun(v) }); v != nil {
			return Step{Input: v}
		}
	}
	return f.Strategy.Next()
}
