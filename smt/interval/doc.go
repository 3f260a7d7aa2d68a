// Package interval says between which numbers terms are, by what is known of
// their slots.
//
// Where slot 0, a byte b, is at most 9, [Of] says that the int 10*int(b)+5 is
// from 5 to 95 and that no operation in it wraps; so over the integers, without
// a width, it means the same. A [Box] collects such bounds from clauses.
//
// Cost: linear in the different sub-terms.
//
// Not modelled: relations between slots, holes in intervals, single bits,
// floats, strings.
//
// # Spans
//
// A Span is an interval of integers. Arithmetic of spans says what x op y can be if
// x and y are each between two numbers.
//
//	x := interval.Span{Lo: interval.Int(-3), Hi: interval.Int(5)}
//	interval.Mul(x, x) // -15 to 25
//
// The results are those of unbounded integers; whoever knows the width of the
// operation asks whether they are [Span.Within] it. Each contains all values
// that the operation can have; those of Add, Sub, Mul, Neg and Com are the
// least that do. The operands of all are within 65 bits and a sign.
//
// The method is that of R. E. Moore, Interval Analysis, 1966. Every operation takes
// constant time.
//
// # Numbers
//
// A Number is an integer of 128 bits: room for sums, differences and products of machine
// integers of either sign.
//
//	interval.Uint(math.MaxUint64).Add(interval.Int(1)) // 2^64
//
// Add, Sub and Neg are exact as long as results stay within 128 bits, as sums
// of fewer than 2^62 machine integers do. Mul and Shl stop at Max and Min,
// which are far beyond any machine integer. Operations on Max and Min
// themselves, other than comparisons, have no meaning.
//
// Every operation takes constant time. Numbers may be shared.
package interval
