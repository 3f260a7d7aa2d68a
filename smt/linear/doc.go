// Package linear decides conditions over sums of integers: it is a solver that
// moves from the witness along the edges of a polyhedron.
//
//	s := linear.New(linear.Options{})
//	s.Push(path)                              // 1 <= a, a <= 500, a > b, …
//	answer := s.Check(ctx, condition, witness) // b - (a - b) == 3
//
// A comparison of two integers is a bound of a sum of atoms with factors
// ([interval.Sum]). An atom is what is no sum: a slot, or a product, a choice, of
// which nothing is known but between which numbers it is, or a quotient or remainder by
// a constant c, where x == c·(x/c) + x%c is a fact more. Of disjunctions and other sorts nothing is known. So a contradiction is one of
// all clauses, while a solution is evaluated, and if it fails that is unknown.
//
// The method is the simplex algorithm in the form of Dutertre and de Moura, A
// fast linear-arithmetic solver for DPLL(T), CAV 2006: variables within bounds,
// of which those that are sums are repaired one after another. It begins at the
// witness, and a sum becomes a row of the tableau when it is found to fail, so
// that the tableau is as large as what the question disturbs. Integers are
// found by branching, and so is what is excluded by !=.
//
// Where the bounds of the atoms leave room for wrapping, a sum is supposed not to wrap. A
// contradiction is one then if it is without what such sums say.
//
// A question takes time linear in its clauses, and, for each exchange of two
// variables, in the tableau; branching is exponential at worst. Both are
// counted, and a question that takes more than its share is unknown. Fractions
// are exact; one that does not fit two words is unknown, too.
//
// Not modelled: cuts; values of slots beyond those of an int64.
//
// A Solver is not safe for concurrent use. An answer is a function of
// question, witness and options.
package linear
