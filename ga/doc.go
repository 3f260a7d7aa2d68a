// Package ga is the genetic algorithm of Wegener et al. as Baars et al. set it
// up: six sub-populations that breed apart, with mutation steps from coarse to
// fine, and compete for individuals.
//
// For func F(a, b int32) and the target a == b+10 the search draws 300 inputs,
// fifty for each sub-population, and has their fitness measured in one batch.
// In each generation a sub-population ranks its inputs, selects parents by
// rank, gives each child every gene from one of two parents, mutates one gene
// of a child on average, and keeps its best tenth beside the fittest children.
//
//	r, err := ga.Search(ctx, evaluator, space, rng, ga.Options{Evaluations: 100_000})
//
// Sources: Wegener, Baresel, Sthamer, Evolutionary test environment for
// automatic structural testing, Information and Software Technology 43(14),
// 2001; as set up by Baars et al., Symbolic search-based testing, ASE 2011,
// V.B. Stochastic universal sampling: Baker, Reducing bias and inefficiency in
// the selection algorithm, ICGA 1987. Discrete recombination and breeder
// mutation: Mühlenbein, Schlierkamp-Voosen, Predictive models for the breeder
// genetic algorithm, Evolutionary Computation 1(1), 1993.
//
// A gene is a variable of package input. Inputs of a fixed layout have one for
// each scalar. Where an input holds strings, slices, maps or pointers, their
// lengths and whether they are nil are genes too, and a vector has as many
// genes as it has variables at the time; discrete recombination is then
// input.Cross, which picks scalars from either parent, cuts and joins lists or
// mixes them element by element, and follows pointers where both parents have
// one. The two are the same thing on inputs of a fixed layout.
//
// Where the paper leaves a choice: parents are shuffled before they are
// paired, and each pair has two children; there are as many children as
// individuals, of which the fittest 90 % survive; a mutated integer moves by
// at least one and a bool flips, floats keep to thousandths; in a competition
// each sub-population of a rank below average gives up the worst tenth of its
// individuals, and those above it share them by rank; in a migration each
// puts a random tenth into a pool that is dealt out again. Floats have the
// finite domain that package input declares: the search sets Limits.Finite.
//
// A generation of n individuals with g genes takes O(n·g + n log n) beside its
// evaluations: half a microsecond for an individual of a fixed layout.
//
// Not modelled: noise, and spaces so small that all inputs could be tried:
// only one without variables is exhausted. A search is one goroutine's; the
// evaluator may spread a batch over several. What it finds depends on the
// generator and the fitness alone.
package ga
