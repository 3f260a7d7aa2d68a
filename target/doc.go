// Package target opens a function of any module, so that searches of one's own can run it.
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
// Opening takes a load and a build by the go command, a second or two; the runs happen in
// a worker process, in the sandbox that the system has. A batch costs one round trip to
// the worker, and a run beside it what the function costs: a search that evaluates one
// input at a time pays the round trip for each (docs/toolkit.md has figures).
//
// Fitnesses come from package fitness's registry, searches from package search's: import
// packages avm and ga for theirs. What is registered outside of nearmiss runs in the
// parent process, over what the probes measured: one call for each input more.
//
// Program is the same function for the symbolic executor, from which package dse makes a
// program and package ese a target.
//
// Not modelled: package variables are no inputs; a generic function needs a wrapper that
// gives it its type arguments.
package target
