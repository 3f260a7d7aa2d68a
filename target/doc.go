// Package target opens a function of any module, so that custom searches can run it.
//
//	t, err := target.Open(ctx, "example.com/m/shapes.Triangle", target.Options{})
//	if err != nil {
//		return err
//	}
//	defer t.Close()
//	branch := t.Branches()[0]
//	e, err := t.Evaluator(ctx, branch, "standard")
//	distances, err := e.Evaluate(ctx, []input.Vector{v, w})
//
// Open loads and builds the package with the go command, which takes one or two seconds. Inputs
// run in a worker process, in the sandbox that the system has. A batch of inputs costs one round
// trip to the worker, so a search that evaluates one input at a time pays for a round trip per
// input (docs/toolkit.md has the benchmarks).
//
// Names of fitness functions are looked up in the registry of package fitness, names of searches
// in that of package search. Import packages avm and ga to register their searches. A fitness
// function registered outside of nearmiss runs in the parent process, on the distances that the
// worker measured, at the cost of one call for each input.
//
// Program returns the function for the symbolic executor. DSE and ESE return it as a program for
// package dse and a target for package ese.
//
// Limits: package variables are no inputs; a generic function needs a wrapper function with its
// type arguments.
package target
