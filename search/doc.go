// Package search is what all searches share: the fitness of a run, the gate
// that every evaluation passes, the status and result of a search, plain
// random search, and the shrinking of what was found.
//
// An Evaluator runs one input vector. A Gate stands before it:
//
//	g := search.NewGate(evaluator, search.GateOptions{Evaluations: 100_000, Lexicographic: true})
//	var f search.Fitness
//	for g.Evaluate(next(), &f) {
//		…
//	}
//	r := g.Result() // r.Status says why it ended, r.Best what was best
//
// The gate counts evaluations, remembers the best of each fitness mode,
// answers repeated vectors from a bounded cache, and ends the search: target
// hit, budget used up, stop asked for, no improvement for too long, nothing
// new left to try. A search stops as soon as Evaluate returns false.
//
// Sources: Harman, McMinn, A theoretical and empirical study of search-based
// testing: local, global, and hybrid search, IEEE TSE 36(2), 2010, for the
// loop; Baars et al., Symbolic search-based testing, ASE 2011, II and III,
// for the two fitness functions. The lexicographic tie-break is ours: float64
// cannot tell d from d-1 in d/(d+1) beyond about 10^8, 64-bit distances can.
//
// A gate adds O(words of the vector) to an evaluation and, after its first
// improvements, allocates nothing. Shrinking takes O(words · 64) evaluations a
// pass.
//
// Not modelled: noise (a vector has one fitness), several objectives at once,
// wall-clock limits (give a Stop function). A Gate belongs to one goroutine;
// Stop may look at what another one sets.
//
// The package is embedded in worker processes and imports the standard
// library and package input alone.
package search
