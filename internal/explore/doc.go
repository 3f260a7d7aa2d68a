// Package explore finds inputs that take the branches of one function, by
// dynamic symbolic execution, and says how many runs each of them took.
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
// the first run is that of TestLoop(0, nil). Flipping its only decision asks a
// solver for an input that makes x == 90, and the run of that is the second.
//
// # From a function to its inputs
//
//  1. The package is loaded, rewritten and built (package subject), once for a
//     session: searches with other strategies and seeds share all of it.
//  2. The targets are settled (targets.go): branches that were named, or those
//     of the function and of what it calls in its package. What cannot be taken
//     for a reason that is known without a run is told at once.
//  3. A strategy of package dse searches, with zeros to begin with
//     (search.go). Its program is that of package dse.
//  4. An input that takes a target, as the executor says, is run as machine code
//     (confirm.go). Only what is taken there counts, and where it is not, the
//     search goes on. Runs that the executor cannot follow to their end are run
//     natively too: they may take targets where it sees nothing any more.
//  5. Of each target that was not reached it is said why (why.go). That no input takes
//     it is said only if every path was taken, and machine code has run all their inputs
//     (proof.go).
//
// With StatesCalls a method of a type with unexported fields is explored in states of
// its receiver that calls make (objects.go, package object): conditions are over its fields,
// and every input is a call sequence. In the end each target has a scenario, the shortest calls
// known that take it and the first of them that it needs. Of a target that no calls were found
// for it is said which invariants of the states seen contradict a path to it.
//
// The execution tree can be drawn as far as it was explored (dot.go).
//
// # Not modelled
//
// What package dse does not model: of what can be made in several ways, one
// way alone is tried (start.go), but for objects. Branches of other packages are no
// targets, though their conditions are nodes of the tree like any other.
//
// A search is deterministic in its seed if it has no clock, and a solver that
// counts steps. A Session is for one search at a time.
//
// Source: Xie, Tillmann, de Halleux, Schulte, Fitness-guided path exploration in
// dynamic symbolic execution, DSN 2009.
package explore
