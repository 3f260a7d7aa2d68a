package symexec

import (
	"math"
	"reflect"
	"slices"

	"nearmiss/term"
)

// mathModels are the functions of package math that are assembly or that the compiler replaces
// by instructions. This process computes them for concrete arguments. For symbolic arguments,
// most have a term; hypot runs its Go code, which gives the same result to the last bit; the
// others make the arguments concrete.
func mathModels() map[string]model {
	return map[string]model{
		"math.archExp":     floats(math.Exp, operator(term.Exp)),
		"math.archLog":     floats(math.Log, operator(term.Log)),
		"math.archHypot":   hypot,
		"math.archMax":     floats(math.Max, maxTerm),
		"math.archMin":     floats(math.Min, minTerm),
		"math.sqrt":        floats(math.Sqrt, operator(term.Sqrt)),
		"math.Floor":       floats(math.Floor, operator(term.Floor)),
		"math.Ceil":        floats(math.Ceil, ceilTerm),
		"math.Trunc":       floats(math.Trunc, truncTerm),
		"math.Pow":         floats(math.Pow, powTerm),
		"math.RoundToEven": floats(math.RoundToEven, nil),
		"math.FMA":         floats(math.FMA, nil),
	}
}

// A floatTerm builds the term of a function of floats.
type floatTerm func(b *term.Builder, x []*term.Term) *term.Term

// floats models f, a function of floats. If an argument is symbolic and of is not nil, the
// result is the term; otherwise the model computes f.
func floats(f any, of floatTerm) model {
	host := reflect.ValueOf(f)
	return func(call *modelCall) bool {
		in := make([]reflect.Value, host.Type().NumIn())
		if of != nil && call.symbolic(len(in)) {
			x := make([]*term.Term, len(in))
			for i := range x {
				x[i] = call.machine.termOf(kFloat64, call.args[i])
			}
			call.results[0] = cellOf(of(call.machine.builder, x))
			return true
		}
		for i := range in {
			n, ok := call.word(i, kFloat64)
			if !ok {
				return false
			}
			in[i] = reflect.ValueOf(math.Float64frombits(n))
		}
		call.results[0] = word(math.Float64bits(host.Call(in)[0].Float()))
		return true
	}
}

// symbolic reports whether one of the first n arguments is symbolic.
func (c *modelCall) symbolic(n int) bool { return slices.ContainsFunc(c.args[:n], symbolic) }

// hypot runs the Go code for symbolic arguments. The code does not count towards the cost,
// because machine code has an instruction for it.
func hypot(c *modelCall) bool {
	if !c.symbolic(2) {
		return floats(math.Hypot, nil)(c)
	}
	old := c.machine.running
	c.machine.running = false
	ok := c.runNested(c.machine.functionOf(c.fn.ssa.Pkg.Func("hypot")))
	c.machine.running = old
	return ok
}

func operator(op term.Op) floatTerm {
	return func(b *term.Builder, x []*term.Term) *term.Term { return b.Unary(op, x[0]) }
}

func powTerm(b *term.Builder, x []*term.Term) *term.Term { return b.Binary(term.Pow, x[0], x[1]) }

func ceilTerm(b *term.Builder, x []*term.Term) *term.Term {
	return b.Unary(term.Neg, b.Unary(term.Floor, b.Unary(term.Neg, x[0])))
}

func truncTerm(b *term.Builder, x []*term.Term) *term.Term {
	return b.If(b.Compare(term.LT, x[0], b.Float(x[0].Sort, 0)), ceilTerm(b, x), b.Unary(term.Floor, x[0]))
}

func maxTerm(b *term.Builder, x []*term.Term) *term.Term {
	return extremeTerm(b, term.GT, math.Inf(1), term.And, x[0], x[1])
}

func minTerm(b *term.Builder, x []*term.Term) *term.Term {
	return extremeTerm(b, term.LT, math.Inf(-1), term.Or, x[0], x[1])
}

// extremeTerm returns the operand that is in relation r to the other. Equal operands differ at
// most in the sign of zero, and zeros combines their bits. If an operand is NaN, the result is
// last if the other operand is last, else NaN.
func extremeTerm(b *term.Builder, r term.Rel, last float64, zeros term.Op, x, y *term.Term) *term.Term {
	s := kindSorts[kFloat64]
	infinite, nan := b.Float(s, last), b.Float(s, math.NaN())
	unordered := b.If(b.Either(b.Compare(term.EQ, x, infinite), b.Compare(term.EQ, y, infinite)), infinite, nan)
	same := b.FromBits(b.Binary(zeros, b.ToBits(x), b.ToBits(y)))
	return b.If(b.Compare(r, x, y), x, b.If(b.Compare(r, y, x), y, b.If(b.Compare(term.EQ, x, y), same, unordered)))
}
