package described

// What Quadratic returns.
const (
	NoEquation = iota // nothing depends on x, and it does not hold
	Anything          // all x
	Linear            // one root, of a straight line
	NoRoot            // no real root
	Double            // one root, twice
	Whole             // two roots, whole numbers both
	Two               // two roots
)

// Quadratic tells the roots of ax² + bx + c = 0.
func Quadratic(a, b, c int32) int {
	if a == 0 {
		if b == 0 {
			if c == 0 {
				return Anything
			}
			return NoEquation
		}
		return Linear
	}
	p, q, r := int64(a), int64(b), int64(c)
	if p < -1<<15 || p > 1<<15 || q < -1<<15 || q > 1<<15 || r < -1<<15 || r > 1<<15 {
		return Two // of larger coefficients only their number is asked for
	}
	d := q*q - 4*p*r
	if d < 0 {
		return NoRoot
	}
	if d == 0 {
		return Double
	}
	root := int64(0)
	for root*root < d {
		root++
	}
	if root*root == d && (-q+root)%(2*p) == 0 && (-q-root)%(2*p) == 0 {
		return Whole
	}
	return Two
}
