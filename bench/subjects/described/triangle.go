package described

// What Triangle returns.
const (
	Invalid = iota
	Scalene
	Isosceles
	Equilateral
)

// Triangle classifies three lengths.
func Triangle(a, b, c int32) int {
	if a <= 0 || b <= 0 || c <= 0 {
		return Invalid
	}
	x, y, z := int64(a), int64(b), int64(c)
	if x+y <= z || y+z <= x || x+z <= y {
		return Invalid
	}
	if a == b {
		if b == c {
			return Equilateral
		}
		return Isosceles
	}
	if b == c || a == c {
		return Isosceles
	}
	return Scalene
}
