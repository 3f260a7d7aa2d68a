// Package interval bounds the values of terms, given bounds of their slots.
//
// If slot 0, a byte b, is at most 9, [Of] returns that the int 10*int(b)+5 is from 5 to 95 and
// that no operation in it wraps. The term then has the same meaning over unbounded integers. A
// [Box] collects bounds of slots from clauses.
//
// Cost: linear in the distinct subterms.
//
// Not modelled: relations between slots, holes in intervals, single bits, floats, strings.
//
// # Sums
//
// A Sum is the linear normal form of a term: a constant and atoms with factors. [Sums.Of] computes
// it, and [Sum.Fit] whether it wraps.
//
// # Spans
//
// A Span is an interval of integers. Arithmetic of spans returns the possible values of x op y
// for x and y in two spans.
//
//	x := interval.Span{Lo: interval.Int(-3), Hi: interval.Int(5)}
//	interval.Mul(x, x) // -15 to 25
//
// The results are those of unbounded integers; to check a machine operation, test whether the
// result is [Span.Within] its width. A result contains all possible values. The results of Add,
// Sub, Mul, Neg and Com are the smallest such spans. Operands must be within 65 bits and a
// sign.
//
// The method is that of R. E. Moore, Interval Analysis, 1966. Every operation takes constant
// time.
//
// # Numbers
//
// A Number is an integer of 128 bits, which can hold sums, differences and products of signed
// and unsigned machine integers.
//
//	interval.Uint(math.MaxUint64).Add(interval.Int(1)) // 2^64
//
// Add, Sub and Neg are exact if the result is within 128 bits, as for sums of fewer than 2^62
// machine integers. Mul and Shl saturate at Max and Min, which are far beyond any machine
// integer. Operations on Max and Min other than comparisons have no meaning.
//
// Every operation takes constant time. Numbers may be shared.
package interval
