// Package ga has genetic algorithms that use github.com/MaxHalford/eaopt.
//
// For func F(a, b int32) and the target a == b+10, the call
//
//	r, err := ga.Search(ctx, evaluator, space, rng, ga.Options{Evaluations: 100_000})
//
// draws 300 inputs, fifty for each of six populations, and evaluates them in one
// batch. In each generation a population ranks its inputs and selects parents by
// rank. A child takes each gene from one of two parents, and on average one gene of
// a child is mutated. The next generation consists of the best tenth of the
// population and the fittest children.
//
// A Genome implements eaopt.Genome, and its genes may be of any kind. A Problem
// draws and evaluates genes, Operators vary them. This package has both for the
// vectors of package input, package ese for path conditions. An Algorithm is a
// configuration of eaopt: populations with a model, selectors and a migrator, for
// any kind of genes. Any algorithm can be combined with any problem and operators:
//
//	outcome, err := ga.Run(ctx, problem, operators, ga.Memetic{}, rng, ga.Limits[G]{})
//
// The algorithms:
//
//   - Wegener: Wegener, Baresel, Sthamer, Evolutionary test environment for automatic
//     structural testing, Information and Software Technology 43(14), 2001; as set up
//     by Baars et al., Symbolic search-based testing, ASE 2011, V.B;
//   - Memetic: Aquino et al., Facilitating program performance profiling via
//     evolutionary symbolic execution, STVR 30(2), 2020, Algorithm 1;
//   - LocalSearch: any algorithm with the local search of Aquino et al. (Algorithm 6). Memetic
//     has it; Memetic{LSPeriod: -1} does not.
//
// Stochastic universal sampling, of Ranking, is Baker, Reducing bias and inefficiency
// in the selection algorithm, ICGA 1987. Discrete recombination and breeder mutation,
// of Breeder, are Mühlenbein, Schlierkamp-Voosen, Predictive models for the breeder
// genetic algorithm, Evolutionary Computation 1(1), 1993.
//
// # Parts of eaopt not used
//
// These parts of eaopt v0.4.2 have faults for this package. Individual.Crossover, in
// the models of eaopt, leaves one child with the fitness of its parent. SelTournament
// returns wrong indexes. SelRoulette is nearly uniform for small fitness and panics
// for infinite fitness. MigRing panics if populations differ in size. CrossERX
// iterates over a map. The hall of fame draws from the generator of a population.
//
// eaopt evaluates one individual at a time. A model may evaluate its children in one
// batch with Evaluate, and returns the error. The error ErrOver ends eaopt before
// another evaluation, when the budget is used up or the target is reached. eaopt gets
// the largest float for infinite fitness, because it sums and sorts fitness. After
// each generation eaopt sorts a population by fitness, with equal individuals in any
// order; models restore their own order.
//
// # Interpretations
//
// A gene is a variable of package input. For an input with strings, slices, maps or
// pointers, their lengths and whether they are nil are genes too. A vector has as
// many genes as it currently has variables, and recombination is input.Space.Cross.
// Floats have the finite domain that package input declares.
//
// Wegener: parents are shuffled before they are paired. Each pair has two children
// from separate crossovers. There are as many children as individuals, and the
// fittest 90 % of the children survive. A mutated integer moves by at least one, a
// bool flips, and floats stay multiples of a thousandth. In a competition each
// sub-population with a rank below average gives up the worst tenth of its
// individuals, and the sub-populations above average share them by rank. In a
// migration each sub-population puts a random tenth into a pool, and the pool is
// redistributed. Memetic: see package ese. LocalSearch starts from the fittest individual of
// all populations, which the paper, with one population, does not say. The result takes
// the individual's place in its population.
//
// # Cost and limits
//
// A generation of n individuals with g genes takes O(n·g + n log n) time without its
// evaluations. A generation of Memetic takes O(m) more, m being the number of
// individuals so far. The package does not model noise. It does not detect that all
// inputs of a small space were tried, except for a space without variables.
//
// eaopt has a goroutine for each population. Evaluations come one batch at a time. The
// results of a single population, and of Wegener's synchronized populations, depend
// only on the generator and the fitness. The results of other models with several
// populations also depend on the scheduler.
package ga
