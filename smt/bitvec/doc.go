// Package bitvec decides conditions over integers and booleans by turning them
// into circuits of single bits, which a SAT solver searches.
//
//	s := bitvec.New(bitvec.Options{})
//	s.Push(path)
//	answer := s.Check(ctx, condition, witness)
//
// It is complete for all integer operators of package term, at all widths,
// with Go's meaning: what wraps, wraps, and a condition with an undefined
// operand does not hold. A condition with floats, strings or arrays it leaves
// out: a contradiction stands without it, a solution stands if it happens to
// satisfy the condition too, everything else is unknown.
//
// The circuits are those of the textbooks: ripple-carry adders, with both
// outputs of a full adder tied together; one majority gate a bit for orders;
// products by rows, products with constants by the non-adjacent form; long
// division, of as few bits as a constant divisor has; shifters of one stage
// for each bit of the count. Gates are shared and fold constants, bits that
// the path's bounds of a slot fix are constants, and each operation is as
// narrow as the bits that can differ from the sign. What a solver is slow to
// find out it is told: that a remainder is less than the divisor, and, by the
// forms of sums, that x/c*c + x%c is x. See Eén and Sörensson, Translating
// Pseudo-Boolean Constraints into SAT, JSAT 2, 2006, for the adders, and
// Kroening and Strichman, Decision Procedures, chapter 6, for the rest.
//
// The search begins at the witness: all gates first guess the value that they
// have there.
//
// Products and quotients of more than 16 bits are first asked about among
// integers that differ from the witness in few bits, or have few, where their
// circuits are small: a model is one all the same, and that there is none means
// nothing. See Bryant et al., Deciding bit-vector arithmetic with abstraction,
// TACAS 2007.
//
// A query over n bits takes O(n) clauses for sums, orders and shifts by
// constants, O(n log n) for shifts, O(n²) for products and quotients; finding
// a model is exponential at worst. Gates and the solver's work are counted, and
// a query that takes more than its share is unknown, whatever the machine's
// speed.
//
// The solver keeps what it learned until a clause is taken off the path: an
// answer is a function of the path, the witness and the questions since then.
//
// A Solver is not safe for concurrent use.
package bitvec
