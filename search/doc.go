// Package search has the common parts of all searches: the fitness and the cost of a
// run, the gate for evaluations, the status and result of a search, random search, and
// the shrinking of inputs.
//
// An Evaluator runs one input vector. A search calls it through a Gate:
//
//	g := search.NewGate(evaluator, search.GateOptions{Evaluations: 100_000, Lexicographic: true})
//	var f search.Fitness
//	for g.Evaluate(next(), &f) {
//		…
//	}
//	r := g.Result() // r.Status is the reason for the end, r.Bests has the best inputs
//
// The gate counts evaluations, keeps the best input of each fitness mode and
// caches the fitness of recent vectors. It ends the search when the target is
// reached, the budget is used up, the stop function returns true, or the search
// only repeats cached vectors. A search stops as soon as Evaluate returns false.
//
// Sources: Harman, McMinn, A theoretical and empirical study of search-based
// testing: local, global, and hybrid search, IEEE TSE 36(2), 2010, for the
// loop; Baars et al., Symbolic search-based testing, ASE 2011, II and III,
// for the two fitness functions. The lexicographic tie-break is not in these
// papers: beyond about 10^8 a float64 d/(d+1) is the same for d and d-1, while
// 64-bit distances still differ.
//
// A gate adds O(words of the vector) to an evaluation, and allocates nothing
// after the first improvements. A pass of shrinking takes O(words · 64)
// evaluations, and O(words²) for linked structures, since it proposes to replace
// each node by each node below it.
//
// Limits: a vector has one fitness (no noise) and one objective; wall-clock
// limits need a Stop function. A Gate belongs to one goroutine. Stop may read
// variables that another goroutine sets.
//
// The package is embedded in worker processes. It imports only the standard
// library, package input and package registry.
package search
