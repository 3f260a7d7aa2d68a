// Package climb looks for models by search: it is a solver that walks down the
// path distance of a conjunction and never says that there is no model.
//
// Asked for x*x == 2.25 with x a float64 that is 0 in the witness, it finds
// that a move of x to 1.5 brings the distance to 0.
//
// The distance of a conjunction is the sum of the normalised branch distances
// of its clauses (package term), ties told apart by the exact distances in the
// order of the clauses. Three kinds of moves alternate:
//
//   - the alternating variable method: one slot of a clause that fails takes
//     exploratory steps, and from one that helps on steps that double; floats
//     move by representable values, from steps of several sizes;
//   - a value computed backwards: what a relation that fails wants of one of
//     its sides is taken through the inverses of the operators down to one
//     slot, taken if it helps;
//   - where nothing helps, the same value is taken although it does not, so
//     that other clauses fail in turn, as in the random walks for SAT.
//
// Sources: Korel, Automated software test data generation, IEEE TSE 16(8),
// 1990; Baars et al., Symbolic search-based testing, ASE 2011, for the
// distance; Niemetz, Preiner, Biere, Precise and complete propagation based
// local search for satisfiability modulo theories, CAV 2016, for values
// computed backwards.
//
// A move of a slot evaluates the clauses that depend on it, and of these the
// terms that do. The limit is a number of such operations; an answer is a
// function of question, witness and options.
//
// Not modelled: strings and arrays. A Solver is for one goroutine.
package climb
