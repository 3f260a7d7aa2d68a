package symexec

import (
	"math"

	"nearmiss/term"
)

// mathModels are the functions of package math that are assembly, and those
// that the compiler replaces by instructions: the machine itself computes them.
// A symbolic argument goes the way of the Go code where that gives the same to
// the last bit, and becomes concrete otherwise.
func mathModels() map[string]Model {
	return map[string]Model{
		"math.archFloor": byGo("floor", math.Floor), "math.archCeil": byGo("ceil", math.Ceil), "math.archTrunc": byGo("trunc", math.Trunc),
		"math.archExp": concreteFloats(math.Exp), "math.archLog": concreteFloats(math.Log),
		"math.archHypot": concretePairs(math.Hypot),
		"math.archMax":   concretePairs(math.Max), "math.archMin": concretePairs(math.Min),
		"math.Sqrt": concreteFloats(math.Sqrt), "math.sqrt": concreteFloats(math.Sqrt),
		"math.Floor": byGo("floor", math.Floor), "math.Ceil": byGo("ceil", math.Ceil), "math.Trunc": byGo("trunc", math.Trunc),
		"math.RoundToEven": concreteFloats(math.RoundToEven),
		"math.Abs":         absolute,
		"math.Copysign":    concretePairs(math.Copysign),
		"math.FMA":         fused,
	}
}

func (c *Call) float(i int) (float64, bool) {
	n, ok := c.word(i, kFloat64)
	return math.Float64frombits(n), ok
}

func (c *Call) giveFloat(f float64) bool {
	c.Results[0] = word(math.Float64bits(f))
	return true
}

// concreteFloats computes f of a concrete argument.
func concreteFloats(f func(float64) float64) Model {
	return func(c *Call) bool {
		x, ok := c.float(0)
		return ok && c.giveFloat(f(x))
	}
}

// concretePairs computes f of two concrete arguments.
func concretePairs(f func(x, y float64) float64) Model {
	return func(c *Call) bool {
		x, ok := c.float(0)
		if !ok {
			return false
		}
		y, ok := c.float(1)
		return ok && c.giveFloat(f(x, y))
	}
}

// byGo computes f, of a symbolic argument by the function of package math that
// is written in Go.
func byGo(name string, f func(float64) float64) Model {
	concrete := concreteFloats(f)
	return func(c *Call) bool {
		if !symbolic(c.Args[0]) {
			return concrete(c)
		}
		was := c.m.running
		c.m.running = false // machine code has an instruction for it, which costs nothing
		r, ok := c.m.call(c.m.function(c.fn.ssa.Pkg.Func(name)), nil, c.Args[:1])
		c.m.running = was
		if ok {
			c.Results[0] = r[0]
		}
		return ok
	}
}

// absolute clears the sign.
func absolute(c *Call) bool {
	t, ok := c.Args[0].r.(*term.Term)
	if !ok {
		return c.giveFloat(math.Abs(math.Float64frombits(c.Args[0].n)))
	}
	b := c.m.b
	bits := b.ToBits(c.m.sorted(t, kindSorts[kFloat64]))
	c.Results[0] = cellOf(b.FromBits(b.Binary(term.And, bits, b.Int(bits.Sort, 1<<63-1))))
	return true
}

func fused(c *Call) bool {
	x, ok := c.float(0)
	if !ok {
		return false
	}
	y, ok := c.float(1)
	if !ok {
		return false
	}
	z, ok := c.float(2)
	return ok && c.giveFloat(math.FMA(x, y, z))
}
