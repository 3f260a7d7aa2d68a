// Package triangle sorts triangles by their sides. It is an ordinary little
// package without tests; nearmiss writes them.
package triangle

// Kind is the kind of a triangle.
type Kind int

const (
	Invalid     Kind = iota // no such triangle
	Scalene                 // all sides differ
	Isosceles               // two sides are equal
	Equilateral             // all sides are equal
)

// String returns the name of the kind, in lower case.
func (k Kind) String() string {
	switch k {
	case Scalene:
		return "scalene"
	case Isosceles:
		return "isosceles"
	case Equilateral:
		return "equilateral"
	}
	return "invalid"
}

// Classify returns the kind of the triangle with sides a, b and c.
func Classify(a, b, c int) Kind {
	if a <= 0 || b <= 0 || c <= 0 {
		return Invalid
	}
	// Written as differences, because the sum of two sides may overflow.
	if a-b >= c || b-a >= c || a <= c-b {
		return Invalid
	}
	if a == b && b == c {
		return Equilateral
	}
	if a == b || b == c || a == c {
		return Isosceles
	}
	return Scalene
}
