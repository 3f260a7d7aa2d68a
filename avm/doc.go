// Package avm is the alternating variable method: a search that changes one
// variable of an input at a time and restarts when no change helps.
//
// For func F(a, b int32) and the target a == b+10 the search draws a vector,
// moves a by -1 and +1 (exploratory moves), and, since one of them brings the
// target nearer, goes on by 2, 4, 8 … (pattern moves) until that stops paying;
// then it explores a again, then b, then a. When neither variable improves,
// it draws another vector.
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
// Where the papers leave a choice: a move down is tried before a move up and
// the first that improves is taken; a variable is explored until neither move
// improves; the ends of a domain stop a move short, and a move that would
// change nothing is not evaluated; a restart comes when every variable was
// explored in vain since the last improvement. Bools and nil are flips, the
// lengths of strings, slices and maps are integers whose moves add zero
// elements at the end or take elements away there.
//
// Options.Extended goes beyond the papers; see extended.go.
//
// On a unimodal function of one variable at distance d, pattern moves take
// O(log² d) evaluations, geometric and lattice search O(log d); lattice search
// needs one evaluation a step where geometric search needs two. Evaluating
// scalars allocates nothing once the buffers have grown.
//
// Not modelled: variables that only move together, and noise. A search runs on one goroutine; the space may be shared.
package avm
