package input

import "math"

// Int returns word w of v as a signed number, saturated. Floats are rounded towards zero; NaN is
// 0.
func (v *Var) Int(w uint64) int64 {
	switch v.Role {
	case RoleInt:
		return int64(w)
	case RoleFloat:
		return floatToInt(math.Float64frombits(w))
	}
	return int64(min(w, math.MaxInt64))
}

// Float returns word w of v as a float64.
func (v *Var) Float(w uint64) float64 {
	switch v.Role {
	case RoleInt:
		return float64(int64(w))
	case RoleFloat:
		return math.Float64frombits(w)
	}
	return float64(w)
}

// FromInt returns the word of v nearest to n.
func (v *Var) FromInt(n int64) uint64 {
	switch v.Role {
	case RoleInt:
		return v.Clamp(uint64(n))
	case RoleFloat:
		return v.Clamp(math.Float64bits(float64(n)))
	}
	return v.Clamp(uint64(max(n, 0)))
}

// FromFloat returns the word of v nearest to number. NaN stays NaN in a float if its domain contains
// NaN, and is 0 elsewhere.
func (v *Var) FromFloat(number float64) uint64 {
	switch v.Role {
	case RoleInt:
		return v.Clamp(uint64(floatToInt(number)))
	case RoleFloat:
		return v.Clamp(math.Float64bits(number))
	}
	switch {
	case !(number > 0):
		return v.Lo
	case number >= 1<<64:
		return v.Hi
	}
	return v.Clamp(uint64(number))
}

// Clamp returns the word of v's domain nearest to w, in canonical form.
func (v *Var) Clamp(w uint64) uint64 {
	switch v.Role {
	case RoleInt:
		return uint64(min(max(int64(w), int64(v.Lo)), int64(v.Hi)))
	case RoleFloat:
		return v.clampFloat(w)
	}
	if v.Steps && w == 1 {
		return 0
	}
	return min(max(w, v.Lo), v.Hi)
}

func (v *Var) floatBits() int {
	if v.Type.Kind == Complex {
		return v.Type.Bits / 2
	}
	return v.Type.Bits
}

// Move returns word moved by n smallest steps upwards (up) or downwards, stopping at the ends of
// the domain. A step is 1, and 10^-Precision for floats. This is the neighbourhood move of the
// AVM with n = 2^it. If a float is so large that rounding absorbs the step, Move moves by n
// representable numbers instead. NaN moves like 0.
func (v *Var) Move(word uint64, up bool, n uint64) uint64 {
	switch v.Role {
	case RoleInt:
		x := int64(word)
		if up {
			if uint64(int64(v.Hi))-uint64(x) <= n {
				return v.Hi
			}
			return uint64(x) + n
		}
		if uint64(x)-uint64(int64(v.Lo)) <= n {
			return v.Lo
		}
		return uint64(x) - n
	case RoleFloat:
		return v.moveFloat(math.Float64frombits(word), up, n)
	}
	if v.Steps {
		return v.moveSteps(word, up, n)
	}
	if up {
		if v.Hi-word <= n {
			return v.Hi
		}
		return word + n
	}
	if word-v.Lo <= n {
		return v.Lo
	}
	return word - n
}

// moveSteps moves the number of steps of a Choice by n. Its words are 0, 2, 3, …
func (v *Var) moveSteps(w uint64, up bool, n uint64) uint64 {
	count := max(w, 1) - 1
	if up {
		count += min(n, max(v.Hi, 1)-1-count)
	} else {
		count -= min(n, count)
	}
	if count == 0 {
		return 0
	}
	return count + 1
}

func (v *Var) moveFloat(number float64, up bool, n uint64) uint64 {
	if number != number {
		number = 0
	}
	d := float64(n) / 1000
	if !up {
		d = -d
	}
	w := v.Clamp(math.Float64bits(number))
	if to := v.Clamp(math.Float64bits(number + d)); to != w {
		return to
	}
	if v.floatBits() == 32 {
		o := swapFloatOrder(int64(int32(math.Float32bits(float32(number)))), math.MinInt32)
		o = min(max(addSaturating(o, up, n), -0x7F800000), 0x7F800000)
		return v.Clamp(math.Float64bits(float64(math.Float32frombits(uint32(swapFloatOrder(o, math.MinInt32))))))
	}
	const inf = 0x7FF0000000000000
	o := min(max(addSaturating(swapFloatOrder(int64(w), math.MinInt64), up, n), -inf), inf)
	return v.Clamp(uint64(swapFloatOrder(o, math.MinInt64)))
}

// swapFloatOrder converts the bits of a float, read as a signed number, into a number in the order
// of the floats, and back. lowest is the least signed number.
func swapFloatOrder(bits, lowest int64) int64 {
	if bits < 0 {
		return lowest - bits
	}
	return bits
}

// addSaturating adds n to x or subtracts it, and stops at the ends of int64.
func addSaturating(x int64, up bool, n uint64) int64 {
	d := int64(min(n, 1<<62))
	if up {
		return x + min(d, math.MaxInt64-max(x, 0))
	}
	if x < 0 {
		d = min(d, x-math.MinInt64)
	}
	return x - d
}

const nanBits = 0x7FF8000000000001

// clampFloat makes a float word canonical: a single NaN, float32 values exact, and in map keys
// neither NaN, which no lookup finds, nor negative zero, which lookups do not distinguish from
// zero.
func (v *Var) clampFloat(w uint64) uint64 {
	number, lo, hi := math.Float64frombits(w), math.Float64frombits(v.Lo), math.Float64frombits(v.Hi)
	if v.floatBits() == 32 {
		number = float64(float32(number))
	}
	if number != number {
		if !v.Key && math.IsInf(hi, 1) {
			return nanBits
		}
		number = 0
	}
	switch {
	case number > hi:
		number = hi
	case number < lo:
		number = lo
	}
	if v.Key && number == 0 {
		return 0
	}
	return math.Float64bits(number)
}

func floatToInt(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= 1<<63:
		return math.MaxInt64
	case f < -1<<63:
		return math.MinInt64
	}
	return int64(f)
}
