// Package smt decides whether the conditions of a path can hold together, and
// with which values.
//
// An executor that has come to a condition with an input that makes it false,
// and wants to know whether it can be true, asks
//
//	a := solver.Check(ctx, condition, witness)
//	if a.Verdict == smt.Sat {
//		… // with a.Changes the witness takes the other side
//	}
//	solver.Push(side)
//
// where the witness is the input. It satisfies the path so far, so that an
// answer is what has to change, and costs what the question costs, not the
// path.
//
// A solver is built of small ones. The back ends are in packages below this
// one; what is here stands before them:
//
//	Witness        answers what holds anyway
//	Contradiction  answers constants, and what the path says outright
//	Deferred       tells of the path when it asks
//	Slice          leaves out the clauses that have nothing to do with the question
//	Floats         has comparisons of floats decided as comparisons of integers
//	Checked        evaluates every model
//	Chain          asks one solver after another
//	Compare        asks two, and reports contradictions
//	Meter          tells the time that questions take
//
// LocalSearch is a back end of this package; it takes any terms but strings and arrays. Groups
// finds what Slice leaves in, for others too.
//
// Package embedded puts together the default.
//
// Sources: Cadar, Dunbar, Engler, KLEE: Unassisted and automatic generation of
// high-coverage tests for complex systems programs, OSDI 2008, for slices.
//
// Cost of a decorator: Witness, Contradiction and Checked take time linear in
// the question and the clauses that a change reaches; Slice in the
// clauses that are left. Pushing and popping takes time linear in the slots of
// a clause; what is behind Deferred takes none for what comes and goes between
// two questions.
//
// Not modelled: quantifiers, optimisation, several contexts.
//
// A Solver is for one goroutine.
package smt
