// Package triangle is the triangle program of the search-based testing
// literature, as in Baars et al., "Symbolic search-based testing", ASE 2011,
// Table I: three sides of 32 bits, a domain of 2^96, 28 branches, no loop.
//
// The sides are put in order and compared, as in every such program. The cases at
// the ends of the range, by Tiny, Far and Huge, are invented: they make up the number
// of branches, and were written after Table II, in which seven branches, 14T to 21T,
// are found with the path condition alone. Two sides must first be equal and then both
// be small, or large. A search with the standard fitness makes them equal wherever
// they happen to be; then neither can move alone, and it starts again. That eight
// branches here are of this kind, those of the conditions on Tiny and Huge and of what
// is nested in them, is how they were made: it proves nothing of the paper's.
package triangle

// What Triangle returns.
const (
	NotATriangle = iota
	Scalene
	Equilateral
	IsoscelesFlat // the two short sides are equal
	IsoscelesTall // the two long sides are equal
	Gap           // no triangle: two tiny equal sides under a longer one
	WideGapOdd    // the same under one longer than Far
	WideGapEven
	TowerOdd // tall, and the long sides are huge
	TowerEven
)

// Ends of the range.
const (
	Tiny = 100
	Far  = 1 << 30
	Huge = 1<<31 - 1 - 100
)

// Triangle classifies the triangle with sides a, b and c.
func Triangle(a, b, c int32) int {
	if a > b {
		a, b = b, a
	}
	if a > c {
		a, c = c, a
	}
	if b > c {
		b, c = c, b
	}
	if a <= 0 {
		return NotATriangle
	}
	if a == b {
		if a <= c-b {
			if a <= Tiny {
				if c > Far {
					if c&1 == 1 {
						return WideGapOdd
					}
					return WideGapEven
				}
				return Gap
			}
			return NotATriangle
		}
		if b == c {
			return Equilateral
		}
		return IsoscelesFlat
	} else if b == c {
		if c >= Huge {
			if a&1 == 1 {
				return TowerOdd
			}
			return TowerEven
		}
		return IsoscelesTall
	}
	if a <= c-b {
		return NotATriangle
	}
	return Scalene
}
