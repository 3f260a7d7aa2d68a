// Package bitvec decides conditions over integers and booleans. It translates them into
// circuits of single bits and queries a SAT solver.
//
//	s := bitvec.New(bitvec.Options{})
//	s.Push(path)
//	answer := s.Check(ctx, condition, witness)
//
// It is complete for all integer operators of package term, at all widths, with Go's meaning:
// operations wrap, and a condition with an undefined operand does not hold. It drops a clause
// with floats, strings or arrays. Unsat is then still valid. A model is returned only if it
// satisfies the dropped clauses; otherwise the answer is Unknown.
//
// The circuits are standard: ripple-carry adders with additional clauses between the outputs of
// a full adder; one majority gate per bit for order relations; products by rows, and products
// with constants by the non-adjacent form; long division in as few bits as a constant divisor
// has; shifters with one stage for each bit of the count. Gates are shared and fold constants.
// Bits that the path fixes are constants, and each operation is as narrow as the bits that can
// differ from the sign. Lemmas state facts that a SAT solver finds slowly: that a remainder is
// less than the divisor, and, through linear normal forms, that x/c*c + x%c is x. See Eén and
// Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006, for the adders, and
// Kroening and Strichman, Decision Procedures, chapter 6, for the other circuits.
//
// The search begins at the witness: the first guess for each gate is its value under the
// witness.
//
// A query with products or quotients of more than 16 bits is first restricted to integers that
// differ from the witness in few low bits, or that are small, because their circuits are small.
// A model of the restricted query is valid; unsat is not. See Bryant et al., Deciding
// bit-vector arithmetic with abstraction, TACAS 2007.
//
// A query over n bits takes O(n) clauses for sums, order relations and shifts by constants, O(n
// log n) for shifts, and O(n²) for products and quotients. Finding a model is exponential in
// the worst case. Gates and the steps of the SAT solver are counted. A query that exceeds its
// limit is Unknown, independently of the machine's speed.
//
// The SAT solver keeps learned clauses until a clause is popped: an answer is a function of the
// path, the witness and the queries since the last Pop.
//
// A Solver is not safe for concurrent use.
package bitvec
