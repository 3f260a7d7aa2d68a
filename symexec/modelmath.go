package symexec

import (
	"math"

	"nearmiss/term"
)

// mathModels are the functions of package math that are assembly, and those
// that the compiler replaces by instructions: the machine itself computes them.
// Of a symbolic argument some have a term, and others go the way of the Go code
// where that gives the same to the last bit; the rest make it concrete.
func mathModels() map[string]Model {
	return map[string]Model{
		"math.archFloor": ofOne(math.Floor, floorTerm), "math.archCeil": ofOne(math.Ceil, ceilTerm), "math.archTrunc": ofOne(math.Trunc, truncTerm),
		"math.archExp": operation(term.Exp, math.Exp), "math.archLog": operation(term.Log, math.Log),
		"math.archHypot": byGo("hypot", math.Hypot),
		"math.archMax":   ofPair(math.Max, maxTerm), "math.archMin": ofPair(math.Min, minTerm),
		"math.Sqrt": operation(term.Sqrt, math.Sqrt), "math.sqrt": operation(term.Sqrt, math.Sqrt),
		"math.Floor": ofOne(math.Floor, floorTerm), "math.Ceil": ofOne(math.Ceil, ceilTerm), "math.Trunc": ofOne(math.Trunc, truncTerm),
		"math.Pow":         ofPair(math.Pow, powTerm),
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

// byGo computes f, of symbolic arguments by the function of package math that
// is written in Go.
func byGo(name string, f func(x, y float64) float64) Model {
	concrete := concretePairs(f)
	return func(c *Call) bool {
		if !symbolic(c.Args[0]) && !symbolic(c.Args[1]) {
			return concrete(c)
		}
		return c.inGo(name, 2)
	}
}

// inGo calls a function of the package with the first n arguments.
func (c *Call) inGo(name string, n int) bool {
	was := c.m.running
	c.m.running = false // machine code has an instruction for it, which costs nothing
	r, ok := c.m.call(c.m.function(c.fn.ssa.Pkg.Func(name)), nil, c.Args[:n])
	c.m.running = was
	if ok {
		c.Results[0] = r[0]
	}
	return ok
}

// ofOne computes f, of a symbolic argument by the term that of makes.
func ofOne(f func(float64) float64, of func(b *term.Builder, x *term.Term) *term.Term) Model {
	concrete := concreteFloats(f)
	return func(c *Call) bool {
		if !symbolic(c.Args[0]) {
			return concrete(c)
		}
		c.Results[0] = cellOf(of(c.m.b, c.m.termOf(kFloat64, c.Args[0])))
		return true
	}
}

// operation is ofOne by an operator.
func operation(op term.Op, f func(float64) float64) Model {
	return ofOne(f, func(b *term.Builder, x *term.Term) *term.Term { return b.Unary(op, x) })
}

// ofPair computes f, of symbolic arguments by the term that of makes.
func ofPair(f func(x, y float64) float64, of func(b *term.Builder, x, y *term.Term) *term.Term) Model {
	concrete := concretePairs(f)
	return func(c *Call) bool {
		if !symbolic(c.Args[0]) && !symbolic(c.Args[1]) {
			return concrete(c)
		}
		c.Results[0] = cellOf(of(c.m.b, c.m.termOf(kFloat64, c.Args[0]), c.m.termOf(kFloat64, c.Args[1])))
		return true
	}
}

// floorTerm is math.Floor.
func floorTerm(b *term.Builder, x *term.Term) *term.Term { return b.Unary(term.Floor, x) }

// ceilTerm is math.Ceil.
func ceilTerm(b *term.Builder, x *term.Term) *term.Term {
	return b.Unary(term.Neg, floorTerm(b, b.Unary(term.Neg, x)))
}

// truncTerm is math.Trunc.
func truncTerm(b *term.Builder, x *term.Term) *term.Term {
	return b.If(b.Compare(term.LT, x, b.Float(x.Sort, 0)), ceilTerm(b, x), floorTerm(b, x))
}

// powTerm is math.Pow.
func powTerm(b *term.Builder, x, y *term.Term) *term.Term { return b.Binary(term.Pow, x, y) }

// maxTerm is math.Max.
func maxTerm(b *term.Builder, x, y *term.Term) *term.Term {
	return extremeTerm(b, term.GT, math.Inf(1), term.And, x, y)
}

// minTerm is math.Min.
func minTerm(b *term.Builder, x, y *term.Term) *term.Term {
	return extremeTerm(b, term.LT, math.Inf(-1), term.Or, x, y)
}

// extremeTerm is the one of x and y that r the other. Of equal ones, which
// differ in the sign of zero at most, the bits are combined. Where there is no
// order the last extreme wins against what is no number.
func extremeTerm(b *term.Builder, r term.Rel, last float64, zeros term.Op, x, y *term.Term) *term.Term {
	s := kindSorts[kFloat64]
	infinite, nan := b.Float(s, last), b.Float(s, math.NaN())
	unordered := b.If(b.Either(b.Compare(term.EQ, x, infinite), b.Compare(term.EQ, y, infinite)), infinite, nan)
	same := b.FromBits(b.Binary(zeros, b.ToBits(x), b.ToBits(y)))
	return b.If(b.Compare(r, x, y), x, b.If(b.Compare(r, y, x), y, b.If(b.Compare(term.EQ, x, y), same, unordered)))
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
