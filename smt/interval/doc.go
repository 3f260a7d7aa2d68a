// Package interval says between which numbers terms are, by what is known of
// their slots.
//
// Where slot 0, a byte b, is at most 9, [Of] says that the int 10*int(b)+5 is
// from 5 to 95 and that no operation in it wraps; so over the integers, without
// a width, it means the same. The solver of this package answers Unsat if the
// intervals of a question exclude its truth: after the clause b < 10, of
// int(b)*int(b) == 90.
//
// Values go from the slots of a term up, and what a comparison leaves of them
// goes down again to the slots, as in the hull consistency of Benhamou, Goualard,
// Granvilliers, Puget, Revising hull and box consistency, ICLP 1999; that is
// done once for each clause when it is put on the path, and once for a
// question. What a clause says of slots by themselves is kept for those after
// it, with the clauses that it comes from, which make the core.
//
// Cost: linear in the different sub-terms of a clause or a question.
//
// Not modelled: relations between slots, holes in intervals, single bits,
// floats, strings; clauses are not gone through again when one after them says
// more of their slots. The solver never answers Sat.
//
// A Solver is for one goroutine, and so is what Of is given.
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
