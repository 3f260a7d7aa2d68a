// Package lang uses the language feature by feature: each function is executed
// by the executor and as machine code, on the same inputs.
package lang

import "math"

func Int8(a, b int8) (int8, int8, int8, int8, int8, int8, int8, bool, bool) {
	return a + b, a - b, a * b, a & b, a | b, a ^ b, a &^ b, a < b, a >= b
}

func Int16(a, b int16) (int16, int16, int16, int16, bool, bool) {
	return a + b, a - b, a * b, -a ^ b, a <= b, a != b
}

func Int32(a, b int32) (int32, int32, int32, int32, bool) { return a + b, a - b, a * b, ^a, a > b }

func Int64(a, b int64) (int64, int64, int64, int64, bool) { return a + b, a - b, a * b, -a, a == b }

func Uint8(a, b uint8) (uint8, uint8, uint8, uint8, bool) { return a + b, a - b, a * b, ^a, a < b }

func Uint16(a, b uint16) (uint16, uint16, uint16, bool) { return a + b, a - b, a * b, a <= b }

func Uint32(a, b uint32) (uint32, uint32, uint32, uint32, bool) {
	return a + b, a - b, a * b, -a, a > b
}

func Uint64(a, b uint64) (uint64, uint64, uint64, uint64, bool) {
	return a + b, a - b, a * b, ^a, a >= b
}

func Quotients(a, b int32, c, d uint16) (int32, int32, uint16, uint16) {
	return a / b, a % b, c / d, c % d
}

func QuoByConst(a int, b uint8, c int8) (int, int, uint8, int8, int8) {
	return a / 7, a % -10, b / 3, c / -1, c % 16
}

func Shifts(a int32, b uint8, n int8, m uint) (int32, int32, uint8, uint8, int64, uint64) {
	return a << (n & 63), a >> (m & 63), b << m, b >> m, int64(a) >> 3, uint64(b) << 60
}

func BadShift(a, n int) int { return a << n }

func Convert(a int64, b uint8, f float64) (int8, uint16, int32, uint64, float32, float64, int64, uint8) {
	g := f
	if !(g > -1000 && g < 1000) {
		g = 1
	}
	if g < 0 {
		return int8(a), uint16(a), int32(b), uint64(a), float32(f), float64(a), int64(g), 0
	}
	return int8(a), uint16(a), int32(b), uint64(a), float32(f), float64(a), int64(g), uint8(g / 8)
}

func Floats(x, y float64) (float64, float64, float64, float64, float64, bool, bool, bool) {
	return x + y, x - y, x * y, x / y, -x, x < y, x == y, x != y
}

func Singles(x, y float32) (float32, float32, float32, float32, bool) {
	return x + y, x - y, x * y, x / y, x >= y
}

func MixedFloats(n int32, u uint64, x float32) (float64, float32, float32, float64) {
	return float64(n) / 3, float32(u), x * float32(n), float64(x)
}

func Complexes(a, b complex128, c complex64) (complex128, complex128, complex128, complex128, bool, float64, float32, complex64) {
	return a + b, a - b, a * b, -a, a == b, real(a), imag(c), c * c
}

func MinMax(a, b, c int, x, y float64, s, t string) (int, int, float64, float64, string) {
	return min(a, b, c), max(a, b), min(x, y), max(x, 0), max(s, t)
}

func Bools(a, b, c bool) (bool, bool, bool, int) {
	n := 0
	if a && !b || c {
		n++
	}
	if a != b {
		n += 2
	}
	x := a || b && c
	return !a, a == c, x, n
}

func Collatz(n uint16) (steps int) {
	for n > 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
		if steps > 100 {
			break
		}
	}
	return
}

type celsius float64
type count uint8

func (c celsius) hot() bool  { return c > 30 }
func (c *count) up() count   { *c += 100; return *c }
func (c count) twice() count { return c * 2 }
func Methods(t celsius, n count) (bool, count, count, count) {
	f := n.twice
	g := (*count).up
	h := celsius.hot
	up := n.up
	n = 7
	return h(t), f(), g(&n), up()
}

func Roots(x, y float64) (float64, float64, float64, float64, float64, float64, float64, float64, float64, bool) {
	return math.Floor(x), math.Trunc(y), math.Log(x), math.Pow(x, y), math.Sqrt(x), math.Exp(y), math.Hypot(x, y), math.Max(x, y), math.Min(x, y), math.Sqrt(x*x+y*y) > math.Max(x, -y)
}
