// Package avm is the alternating variable method: a search that changes one
// variable of an input at a time and restarts at a local optimum.
//
// For func F(a, b int32) and the target a == b+10 the search draws a random input and
// moves a by -1 and +1 (exploratory moves). One of these moves improves the
// fitness, so the search continues in its direction by 2, 4, 8 … (pattern moves)
// until a move does not improve. Then it explores a again, then b, then a. When
// neither variable improves, it draws another input.
//
//	g := search.NewGate(evaluator, search.GateOptions{Evaluations: 100_000})
//	r := avm.Search(g, space, rng, avm.Options{})
//
// Sources: Korel, Automated software test data generation, IEEE TSE 16(8),
// 1990; as set up by Baars et al., Symbolic search-based testing, ASE 2011,
// V.A. Geometric and lattice search: Kempka, McMinn, Sudholt, Design and
// analysis of different alternating variable searches for search-based
// software testing, Theoretical Computer Science 605, 2015.
//
// Where the papers leave a choice, this package makes the following ones. A move
// down is tried before a move up, and the first that improves is taken. A variable
// is explored until neither move improves. A move stops at the end of the domain,
// and a move that would change nothing is not evaluated. The search restarts when
// every variable was explored without success since the last improvement. A move
// of a bool or of a nil flag flips it. The lengths of strings, slices and maps are
// integers; their moves add zero elements at the end or remove elements there.
//
// Options.Extended adds moves that are not in the papers; see extended.go.
//
// On a unimodal function of one variable at distance d, pattern moves take
// O(log² d) evaluations, geometric and lattice search O(log d). Lattice search
// needs one evaluation for each step, geometric search two. Evaluations of scalars
// do not allocate once the buffers have grown.
//
// Limits: a move changes a single variable, and the fitness has no noise. A search
// runs on one goroutine; searches may share the space.
package avm
