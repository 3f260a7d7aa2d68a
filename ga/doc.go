// Package ga has genetic algorithms on github.com/MaxHalford/eaopt.
//
// For func F(a, b int32) and the target a == b+10
//
//	r, err := ga.Search(ctx, evaluator, space, rng, ga.Options{Evaluations: 100_000})
//
// draws 300 inputs, fifty for each of six populations, and has their fitness
// measured in one batch. In each generation a population ranks its inputs, selects
// parents by rank, gives each child every gene from one of two parents, mutates one
// gene of a child on average, and keeps its best tenth beside the fittest children.
//
// A genome is an eaopt.Genome: Evaluate, Mutate, Crossover and Clone are what eaopt
// takes them for. Its genes may be of any kind. A Problem says how genes of a kind
// are drawn and measured, Operators vary them; here that is done for the vectors of
// package input, in package ese for path conditions. An Algorithm is a configuration
// of eaopt: populations with a model, selectors and a migrator, which take either
// kind. So each can be had with each:
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
//   - Generational and SteadyState, with a Tournament.
//
// Stochastic universal sampling, of Ranking, is Baker, Reducing bias and inefficiency
// in the selection algorithm, ICGA 1987. Discrete recombination and breeder mutation,
// of Breeder, are Mühlenbein, Schlierkamp-Voosen, Predictive models for the breeder
// genetic algorithm, Evolutionary Computation 1(1), 1993.
//
// # What is not used of eaopt
//
// Its models cross individuals by Individual.Crossover, which leaves one of the two
// with a fitness that is no longer its own; SelTournament returns wrong indexes;
// SelRoulette is nearly even where fitness is small and panics where it is infinite;
// MigRing panics where populations differ in size; CrossERX iterates over a map. The
// hall of fame draws from the generator of a population. All this is of v0.4.2.
//
// eaopt evaluates one individual at a time. A model may evaluate its children in one
// batch with Evaluate, and returns the error: ErrOver, when the budget is used up or
// the target is reached, ends eaopt before another evaluation. To eaopt, infinite
// fitness is the largest float, which it can sum and sort. eaopt sorts a population
// by fitness after each generation, equals in any order; models bring back theirs.
//
// # Readings
//
// A gene is a variable of package input. Where an input holds strings, slices, maps
// or pointers, their lengths and whether they are nil are genes too, and a vector
// has as many genes as it has variables at the time; recombination is then
// input.Cross. Floats have the finite domain that package input declares.
//
// Of Wegener: parents are shuffled before they are paired, and each pair has two
// children, each of a crossing of its own; there are as many children as individuals,
// of which the fittest 90 % survive; a mutated integer moves by at least one and a bool
// flips, floats keep to thousandths; in a competition each sub-population of a rank
// below average gives up the worst tenth of its individuals, and those above it share
// them by rank; in a migration each puts a random tenth into a pool that is dealt out
// again. Of Memetic: see package ese.
//
// # Cost, limits
//
// A generation of n individuals with g genes takes O(n·g + n log n) beside its
// evaluations; one of Memetic O(m) more, where m have been born. Not modelled: noise,
// and spaces so small that all inputs could be tried: only one without variables is
// exhausted.
//
// eaopt has a goroutine for each population. Evaluations come one batch at a time, and
// what is found depends on the generator and the fitness alone, for one population
// and for Wegener's, which take their steps together; a model of several populations
// that do not is at the mercy of the scheduler.
package ga
