// Package term represents conditions as typed terms over the live values of a program. It
// builds, shares, simplifies and evaluates them.
//
// The condition of
//
//	func f(a []int32, n int32) bool { return a[0]+n < 10 }
//
// with a in slot 0 and n in slot 1 is
//
//	b := term.NewBuilder()
//	a := b.Slot(0, term.ArrayOf(term.Signed(32)), false)
//	n := b.Slot(1, term.Signed(32), false)
//	sum := b.Binary(term.Add, n, b.Index(a, b.Int(term.Signed(64), 0)))
//	cond := b.Compare(term.LT, sum, b.Int(term.Signed(32), 10))
//
// Integers have a width and a sign and wrap as Go's integers do. A term is undefined if the
// operation panics in Go (an index out of range, a division by zero, a negative shift count),
// if Go leaves the result to the machine (the conversion of a float that is too large), or if a
// slot could not be read. Simplification keeps values and definedness. Each rule is a row of
// one table, and a test checks this law for every row. [NewFaithful] omits the rules that
// change distances.
//
// [Eval] computes the value of a term and [Distance] the branch distance of a condition. An
// [Evaluator] computes both repeatedly while slots change, and recomputes only the terms that
// depend on changed slots. Package fitness compiles the same terms to probe.Program for the
// worker. Path distances over terms follow Baars et al., Symbolic Search-Based Testing, ASE
// 2011, definitions 1 and 2.
//
// Making a term takes constant time plus a lookup in a hash table. Evaluation is linear in the
// number of distinct subterms. A Builder keeps its terms until [Builder.Retain].
//
// Not modelled: complex numbers, maps, the identity of pointers, writes to arrays.
//
// A Builder is not safe for concurrent use. Any goroutine may read its terms, except for their lists
// of slots, some of which are made on demand.
package term
