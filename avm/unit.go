package avm

import (
	"math"

	"nearmiss/input"
)

// unit is what one step of a variable is. The papers know the smallest one
// alone; the others are for floats, whose thousandths are too coarse near an
// exact value and lost altogether in a large one.
type unit uint8

const (
	smallest      unit = iota // 1, or 10^-precision for floats
	whole                     // 1 for floats
	representable             // to the next float64 or float32
	scaled                    // climber.scale smallest ones
)

// shift moves a word by n steps up or down, short of that at the end of the
// domain.
func (c *climber) shift(w uint64, up bool, n uint64) uint64 {
	switch c.unit {
	case whole:
		return c.v.Move(w, up, times(n, 1000))
	case representable:
		return c.shiftFloat(w, up, n)
	case scaled:
		return c.v.Move(w, up, times(n, c.scale))
	}
	return c.v.Move(w, up, n)
}

// times is n·k, or the largest number.
func times(n, k uint64) uint64 {
	if n > math.MaxUint64/k {
		return math.MaxUint64
	}
	return n * k
}

// steps counts the moves from one word up to another.
func (c *climber) steps(low, high uint64) uint64 {
	if c.v.Role != input.RoleFloat {
		if c.unit == scaled {
			return (high - low) / c.scale
		}
		return high - low
	}
	if c.unit == representable {
		return c.ordinal(high) - c.ordinal(low)
	}
	d := math.Float64frombits(high) - math.Float64frombits(low)
	switch c.unit {
	case smallest:
		d *= math.Pow10(c.v.Precision())
	case scaled:
		d *= math.Pow10(c.v.Precision()) / float64(c.scale)
	}
	if d = math.Round(d); !(d < 1<<63) {
		return 1 << 63
	}
	return uint64(d)
}

// shiftFloat moves a float by n representable values.
func (c *climber) shiftFloat(w uint64, up bool, n uint64) uint64 {
	x := c.ordinal(w)
	lo, hi := c.ordinal(c.v.Lo), c.ordinal(c.v.Hi)
	switch {
	case math.IsNaN(math.Float64frombits(w)):
		return w
	case up && hi-x <= n:
		return c.v.Hi
	case up:
		return c.fromOrdinal(x + n)
	case x-lo <= n:
		return c.v.Lo
	}
	return c.fromOrdinal(x - n)
}

// single reports whether the variable is a float32, or half a complex64.
func (c *climber) single() bool {
	return c.v.Type.Bits == 32 && c.v.Type.Kind == input.Float ||
		c.v.Type.Bits == 64 && c.v.Type.Kind == input.Complex
}

const (
	sign64 = 1 << 63
	sign32 = 1 << 31
)

// ordinal numbers the floats of the variable's width from the least up. Both
// zeros are one.
func (c *climber) ordinal(w uint64) uint64 {
	if c.single() {
		b := uint64(math.Float32bits(float32(math.Float64frombits(w))))
		if b&sign32 != 0 {
			return sign32 - b&^sign32
		}
		return sign32 + b
	}
	if w&sign64 != 0 {
		return sign64 - w&^uint64(sign64)
	}
	return sign64 + w
}

// fromOrdinal undoes ordinal.
func (c *climber) fromOrdinal(x uint64) uint64 {
	if c.single() {
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

// otherUnits moves a float by wholes and by representable values, when
// thousandths did not help.
func (c *climber) otherUnits() (improved bool) {
	for _, u := range [...]unit{whole, representable} {
		c.unit = u
		improved = c.korel()
		c.unit = smallest
		if improved || c.gate.Over() {
			return improved
		}
	}
	return false
}
