package avm

import (
	"math"

	"nearmiss/input"
)

// unit is the unit of a step of a variable. The papers have only the smallest step, a thousandth for
// floats. A thousandth is too coarse near an exact value and too small far from it; hence the whole
// and the representable step. Scaled steps cross wide plateaus.
type unit uint8

const (
	smallestStep      unit = iota // 1, or 10^-precision for floats
	wholeStep                     // 1 for floats
	representableStep             // to the next float64 or float32
	scaledStep                    // climber.scale smallest steps
)

// shift returns the word n steps up or down, or the end of the domain if that is nearer.
func (c *climber) shift(w uint64, up bool, n uint64) uint64 {
	switch c.unit {
	case wholeStep:
		return c.current.Move(w, up, saturatingMul(n, 1000))
	case representableStep:
		return c.shiftFloat(w, up, n)
	case scaledStep:
		return c.current.Move(w, up, saturatingMul(n, c.scale))
	}
	return c.current.Move(w, up, n)
}

// saturatingMul returns n·k, or the largest number if the product overflows.
func saturatingMul(n, k uint64) uint64 {
	if n > math.MaxUint64/k {
		return math.MaxUint64
	}
	return n * k
}

// stepsBetween returns the number of steps from the word low up to the word high. The unit is not
// representableStep, because steps of that unit have no brackets.
func (c *climber) stepsBetween(low, high uint64) uint64 {
	if c.current.Role != input.RoleFloat {
		if c.unit == scaledStep {
			return (high - low) / c.scale
		}
		return high - low
	}
	d := math.Float64frombits(high) - math.Float64frombits(low)
	switch c.unit {
	case smallestStep:
		d *= math.Pow10(c.current.Precision())
	case scaledStep:
		d *= math.Pow10(c.current.Precision()) / float64(c.scale)
	}
	if d = math.Round(d); !(d < 1<<63) {
		return 1 << 63
	}
	return uint64(d)
}

// shiftFloat returns the word of the float that is steps representable values above or below the
// float w, or the end of the domain if that is nearer. NaN does not move.
func (c *climber) shiftFloat(w uint64, up bool, steps uint64) uint64 {
	x := c.ordinal(w)
	lo, hi := c.ordinal(c.current.Lo), c.ordinal(c.current.Hi)
	switch {
	case math.IsNaN(math.Float64frombits(w)):
		return w
	case up && hi-x <= steps:
		return c.current.Hi
	case up:
		return c.fromOrdinal(x + steps)
	case x-lo <= steps:
		return c.current.Lo
	}
	return c.fromOrdinal(x - steps)
}

// isSinglePrecision reports whether the variable is a float32 or a part of a complex64.
func (c *climber) isSinglePrecision() bool {
	return c.current.Type.Bits == 32 && c.current.Type.Kind == input.Float ||
		c.current.Type.Bits == 64 && c.current.Type.Kind == input.Complex
}

const (
	sign64 = 1 << 63
	sign32 = 1 << 31
)

// ordinal returns the number of a float in ascending order of the floats of the variable's width.
// Both zeros have the same number.
func (c *climber) ordinal(word uint64) uint64 {
	if c.isSinglePrecision() {
		b := uint64(math.Float32bits(float32(math.Float64frombits(word))))
		if b&sign32 != 0 {
			return sign32 - b&^sign32
		}
		return sign32 + b
	}
	if word&sign64 != 0 {
		return sign64 - word&^uint64(sign64)
	}
	return sign64 + word
}

// fromOrdinal returns the word of the float whose ordinal is x.
func (c *climber) fromOrdinal(x uint64) uint64 {
	if c.isSinglePrecision() {
		b := uint32(x - sign32)
		if x < sign32 {
			b = sign32 | uint32(sign32-x)
		}
		return math.Float64bits(float64(math.Float32frombits(b)))
	}
	if x < sign64 {
		return sign64 | (sign64 - x)
	}
	return x - sign64
}

// tryOtherUnits searches a float in steps of 1 and of representable values, after thousandths did
// not improve.
func (c *climber) tryOtherUnits() (improved bool) {
	for _, u := range [...]unit{wholeStep, representableStep} {
		c.unit = u
		improved = c.korel()
		c.unit = smallestStep
		if improved || c.gate.Over() {
			return improved
		}
	}
	return false
}
