package smtlib

import (
	"fmt"
	"math"
	"strconv"

	"nearmiss/term"
)

// This file prints floats. A slot is the vector of its bits, so that a model distinguishes
// NaNs.

// format returns the sizes of exponent and mantissa in bits, including the hidden bit.
func format(s term.Sort) string {
	if s.Bits == 32 {
		return "8 24"
	}
	return "11 53"
}

func toFloat(s term.Sort) string { return "(_ to_fp " + format(s) + ")" }

// floatConstant prints a float by its bits.
func floatConstant(t *term.Term) string {
	v := t.Float()
	if v != v {
		return "(_ NaN " + format(t.Sort) + ")"
	}
	if t.Sort.Bits == 32 {
		b := math.Float32bits(float32(v))
		return fmt.Sprintf("(fp #b%b #b%08b #b%023b)", b>>31, b>>23&0xff, b&(1<<23-1))
	}
	b := math.Float64bits(v)
	return fmt.Sprintf("(fp #b%b #b%011b #b%052b)", b>>63, b>>52&0x7ff, b&(1<<52-1))
}

var (
	floatRelations = [...]string{"fp.eq", "fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq"}
	floatOps       = map[term.Op]string{term.Add: "fp.add RNE", term.Sub: "fp.sub RNE", term.Mul: "fp.mul RNE", term.Div: "fp.div RNE", term.Neg: "fp.neg", term.Sqrt: "fp.sqrt RNE", term.Floor: "fp.roundToIntegral RTN"}
)

// floatOp prints an operation on floats, or a conversion from bits to a float.
func (p *printer) floatOp(result *phrase, expr *term.Term) {
	if term.Eq <= expr.Op && expr.Op <= term.Ge {
		relation(result, expr.Op, &floatRelations)
		return
	}
	switch expr.Op {
	case term.FromBits:
		if !p.words() {
			p.unsupported(result, "bits of floats")
			return
		}
		result.text = "(" + toFloat(expr.Sort) + " " + result.args[0].text + ")"
	case term.ToBits:
		p.toBits(result, expr)
	case term.Exp, term.Log, term.Pow:
		p.unsupported(result, "powers")
	default:
		if !p.words() {
			p.unsupported(result, "sums and products of floats")
			return
		}
		result.text = application(floatOps[expr.Op], result.args...)
	}
}

// toBits names the bits of a float. The bits of a computed NaN are arbitrary.
func (p *printer) toBits(f *phrase, t *term.Term) {
	x := t.Args[0]
	switch {
	case !p.words():
		p.unsupported(f, "bits of floats")
	case x.Op == term.Slot:
		f.text = f.args[0].name
	default:
		f.text = p.freshConst(vector(int(x.Sort.Bits)))
		f.sides = []string{"(= (" + toFloat(x.Sort) + " " + f.text + ") " + f.args[0].text + ")"}
	}
}

// convertFloat prints a conversion from or to floats.
func (p *printer) convertFloat(result *phrase, t *term.Term) {
	from, to, x := t.Args[0].Sort, t.Sort, result.args[0].text
	switch {
	case !p.words():
		p.unsupported(result, "conversions of floats")
	case from.Kind == term.Float && to.Kind == term.Float:
		result.text = "(" + toFloat(to) + " RNE " + x + ")"
	case from.Kind == term.Int:
		result.text = "(" + toFloat(to) + " RNE " + x + ")"
	case from.Kind == term.Uint:
		result.text = "((_ to_fp_unsigned " + format(to) + ") RNE " + x + ")"
	default:
		p.truncate(result, x, from, to)
	}
}

// truncate prints a conversion of a float to an integer, with the condition that it is defined.
func (p *printer) truncate(f *phrase, x string, from, to term.Sort) {
	op, lo, hi := "fp.to_ubv", 0.0, math.Ldexp(1, int(to.Bits))
	if to.Kind == term.Int {
		hi /= 2
		op, lo = "fp.to_sbv", -hi
	}
	bound := func(v float64) string { return floatConstant(&term.Term{Sort: from, Bits: math.Float64bits(v)}) }
	whole := p.define(p.sort(from), "(fp.roundToIntegral RTZ "+x+")")
	f.defined = conjunction(f.defined, "(and (fp.leq "+bound(lo)+" "+whole+") (fp.lt "+whole+" "+bound(hi)+"))")
	f.text = "((_ " + op + " " + strconv.Itoa(int(to.Bits)) + ") RTZ " + x + ")"
}
