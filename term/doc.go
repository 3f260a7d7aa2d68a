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
//	cond := b.Compare(LT, sum, b.Int(term.Signed(32), 10))
//
// Integers have a width and a sign and wrap as Go's do. An operation that
// panics in Go (an index out of range, a division by zero, a negative shift
// count) or whose result Go leaves to the machine (a float too large for the
// integer it is converted to) has no value: the term is undefined there, as
// is a slot that could not be read. Simplification keeps values and
// definedness; each rule is a row of one table, and a test of that law runs
// over the table. Rules that would change distances are left out by
// [NewFaithful].
//
// [Eval] computes values, [Distance] the branch distance of a condition, both
// plainly; an [Evaluator] does both again and again under slots that change
// now and then, and computes no more than depends on them. Package fitness compiles the same terms to probe.Program for the
// worker. Path distances over terms follow Baars et al., Symbolic Search-Based
// Testing, ASE 2011, definitions 1 and 2.
//
// Making a term takes constant time beside a lookup in a hash table, and
// evaluation is linear in the number of different sub-terms. A Builder keeps
// what it made until [Builder.Retain] says what is still needed.
//
// Not modelled: complex numbers, maps, the identity of pointers, writes to
// arrays.
//
// A Builder is not safe for concurrent use. Its terms are for reading, by any
// goroutine, but for their lists of slots, some of which are made when they
// are asked for.
package term
