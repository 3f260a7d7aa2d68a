// Package explore finds inputs that take the branches of one function, by
// dynamic symbolic execution, and reports how many runs it took to reach each branch.
//
//	s, err := explore.Open(ctx, explore.Options{Func: "./bench/subjects/fitnex.TestLoop"})
//	defer s.Close()
//	r, err := s.Search(ctx, explore.Options{Strategy: "random", Seed: 1, Runs: 1000})
//	r.Targets[0].Runs // until the first target was reached, 0 if it was not
//
// For
//
//	func TestLoop(x int, y []int) bool {
//		if x == 90 {
//			…
//
// the first run is that of TestLoop(0, nil). To flip its only decision, the search asks a
// solver for an input with x == 90. The second run has this input.
//
// # From a function to its inputs
//
//  1. The package is loaded, rewritten and built (package subject). This happens once for a
//     session: searches with other strategies and seeds share the result.
//  2. The targets are chosen (targets.go): the branches named by the caller, or all branches
//     of the function and of the functions that it calls in its package. A target that is
//     known to be infeasible without a run is reported at once.
//  3. A strategy of package dse searches, starting with the zero input (search.go).
//  4. An input that takes a target in the executor is run as machine code (confirm.go).
//     Only the branches that the native run takes count; if it does not take the target, the
//     search goes on. Runs that the executor cannot follow to their end are run natively too,
//     because they may take targets after the point where the executor stops.
//  5. The result gives a reason for each target that was not reached (why.go). A target is
//     reported as infeasible only if every path was taken and the inputs of all paths were
//     run as machine code (proof.go).
//
// With StatesCalls, a method of a type with unexported fields is explored in those states of
// its receiver that calls make (objects.go, package object). Conditions are over the fields of
// the receiver, and every input is a call sequence. For Modonato's strategies, such as tardis, and
// for random, five conditions are searched for at a time, on Options.Parallel workers. Each reached
// target has a scenario: the shortest known call sequence that takes it, and the first call that it
// needs. For a target without a call sequence, the result names the invariants of the observed
// states that contradict a path to it.
//
// # Not modelled
//
// The limits of package dse apply. A value that can be made in several ways is made in only
// one of them (start.go), except for objects. Branches of other packages are no targets, but
// their conditions are nodes of the tree.
//
// A search without a clock is deterministic in its seed if its solver counts steps, for any
// number of workers. A Session runs one search at a time.
//
// Source: Xie, Tillmann, de Halleux, Schulte, Fitness-guided path exploration in
// dynamic symbolic execution, DSN 2009. Receivers in states that calls make: Modonato, Combining
// Dynamic Symbolic Execution, Machine Learning and Search-Based Testing to Automatically Generate
// Test Cases for Classes.
package explore
