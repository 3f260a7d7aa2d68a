// Package term is the one language of conditions: typed terms over the live
// values of a program, shared, simplified and evaluated.
//
// The condition of
//
//	func f(a []int32, n int32) bool { return a[0]+n < 10 }
//
// is, with a in slot 0 and n in slot 1,
//
//	b := term.NewBuilder()
//	a := b.Slot(0, term.ArrayOf(term.Signed(32)), false)
//	n := b.Slot(1, term.Signed(32), false)
//	sum := b.Binary(term.Add, n, b.Index(a, b.Int(term.Signed(64), 0)))
//	cond := b.Compare(probe.LT, sum, b.Int(term.Signed(32), 10))
//
// Integers have a width and a sign and wrap as Go's do. An operation that
// panics in Go (an index out of range, a division by zero, a negative shift
// count) or whose result Go leaves to the machine (a float too large for the
// integer it is converted to) has no value: the term is undefined there, as
// is a slot that could not be read. Simplification keeps values and
// definedness; each rule has a test of that law.
//
// [Eval] computes values, [Distance] the branch distance of a condition, both
// plainly; package fitness compiles the same terms to probe.Program for the
// worker. Path distances over terms follow Baars et al., Symbolic Search-Based
// Testing, ASE 2011, definitions 1 and 2.
//
// Making a term takes constant time beside a map lookup; evaluation is linear
// in the number of different sub-terms.
//
// Not modelled: complex numbers, maps, the identity of pointers, string
// concatenation, writes to arrays.
//
// A Builder is not safe for concurrent use; terms are immutable.
package term
