// Package smt decides whether the conditions of a path are satisfiable together, and finds
// values for the slots.
//
// An executor reaches a condition with an input that makes the condition false. To find out
// whether the condition can be true, it asks
//
//	a := solver.Check(ctx, condition, witness)
//	if a.Verdict == smt.Sat {
//		… // with a.Changes the witness takes the other side
//	}
//	solver.Push(side)
//
// where the witness is the input. The witness satisfies the path so far. An answer therefore
// consists of changes to the witness, and its cost depends on the query and not on the length
// of the path.
//
// A solver is composed of small ones. The back ends are in packages below this one. This
// package has the decorators in front of them:
//
//	Deferred  updates the path of the next solver at queries only
//	Slice     omits the clauses that share no slots with the query
//	Floats    turns comparisons of floats into comparisons of integers
//	Checked   evaluates every model
//	Chain     queries one solver after another
//	Compare   queries two solvers and reports contradictions
//	Meter     measures the time of queries
//
// LocalSearch is a back end of this package for all terms except strings and arrays.
//
// Package embedded composes the default solver.
//
// Source for slices: Cadar, Dunbar, Engler, KLEE: Unassisted and automatic generation of
// high-coverage tests for complex systems programs, OSDI 2008.
//
// Costs of the decorators: a query takes Checked time linear in the query and in the clauses that
// depend on changed slots, and Slice time linear in the clauses that it keeps. Push and Pop take
// time linear in the slots of a clause. Clauses that are pushed and popped between two queries cost
// the solvers behind Deferred nothing.
//
// Not modelled: quantifiers, optimisation, several contexts.
//
// A Solver belongs to one goroutine.
package smt
