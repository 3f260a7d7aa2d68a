// Package triangle is the triangle program of the search-based testing
// literature, as in Baars et al., "Symbolic search-based testing", ASE 2011,
// Table I: three sides of 32 bits, a domain of 2^96, 28 branches, no loop.
//
// The sides are checked, put in order, and compared; what the comparisons say
// is collected in a number, and the kind is read from that number. So the
// seven branches behind the number (match != 0 and what is nested in it) show
// a branch distance without slope, and a search with the standard fitness
// finds them by luck only, while the path conditions from the first check on
// name the equalities. In the paper these are the branches 14T to 21T.
package triangle

// What Triangle returns.
const (
	NotATriangle = iota
	Scalene
	Equilateral
	IsoscelesFlat // the two short sides are equal
	IsoscelesTall // the two long sides are equal
)

// Triangle classifies the triangle with sides a, b and c.
func Triangle(a, b, c int32) int {
	if a <= 0 || b <= 0 || c <= 0 {
		return NotATriangle
	}
	if a > b {
		a, b = b, a
	}
	if a > c {
		a, c = c, a
	}
	if b > c {
		b, c = c, b
	}
	match := 0
	if a == b {
		match = match + 1
	}
	if a == c {
		match = match + 2
	}
	if b == c {
		match = match + 3
	}
	if match != 0 {
		if match > 3 {
			return Equilateral
		}
		if match == 1 {
			if a <= c-b {
				return NotATriangle
			}
			return IsoscelesFlat
		}
		return IsoscelesTall
	}
	if a <= c-b {
		return NotATriangle
	}
	return Scalene
}
