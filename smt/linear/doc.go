// Package linear decides conditions over sums of integers. It is a simplex solver that starts
// at the witness.
//
//	s := linear.New(linear.Options{})
//	s.Push(path)                              // 1 <= a, a <= 500, a > b, …
//	answer := s.Check(ctx, condition, witness) // b - (a - b) == 3
//
// A comparison of two integers is a bound of a sum of atoms with factors ([interval.Sum]). An
// atom is a term that is not a sum. Slots, products and choices are atoms with known bounds.
// Quotients and remainders by a constant c are atoms with the additional fact x == c·(x/c) +
// x%c. The solver ignores disjunctions and other sorts. Unsat is therefore valid for all
// clauses. A model is evaluated, and the answer is Unknown if it violates a clause.
//
// The method is the simplex algorithm of Dutertre and de Moura, A fast linear-arithmetic solver
// for DPLL(T), CAV 2006: variables have bounds, and the variables that are sums are repaired
// one after another. The search begins at the witness. A sum becomes a row of the tableau when
// its bound is found violated, so the tableau is only as large as the part of the path that the
// query affects. Branching finds integers and excludes values for !=.
//
// If the bounds of its atoms allow a sum to wrap, the solver assumes that it does not. Unsat is
// then returned only if it also follows without the facts about such sums.
//
// A query takes time linear in its clauses and, for each pivot, linear in the tableau.
// Branching is exponential in the worst case. Both are counted, and a query that exceeds its
// limit is Unknown. Fractions are exact; a query with a fraction that does not fit two words is
// Unknown.
//
// Not modelled: cuts; values of slots beyond int64.
//
// A Solver is not safe for concurrent use. An answer is a function of query, witness and
// options.
package linear
