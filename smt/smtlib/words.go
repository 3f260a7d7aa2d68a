package smtlib

import (
	"strconv"

	"nearmiss/term"
)

// This file prints integers as bit-vectors, which wrap as Go's integers do.

// bitConstant prints a constant of a width.
func bitConstant(v uint64, width int) string {
	if width < 64 {
		v &= 1<<width - 1
	}
	return "(_ bv" + strconv.FormatUint(v, 10) + " " + strconv.Itoa(width) + ")"
}

var wordOps = map[term.Op]string{
	term.Add: "bvadd", term.Sub: "bvsub", term.Mul: "bvmul", term.And: "bvand", term.Or: "bvor", term.Xor: "bvxor",
	term.Neg: "bvneg", term.Com: "bvnot",
}

var (
	signedRelations   = [...]string{"=", "=", "bvslt", "bvsle", "bvsgt", "bvsge"}
	unsignedRelations = [...]string{"=", "=", "bvult", "bvule", "bvugt", "bvuge"}
)

// wordOp prints an operation on integers.
func (p *printer) wordOp(result *phrase, expr *term.Term) {
	sort := expr.Args[0].Sort
	signed := sort.Kind == term.Int
	switch expr.Op {
	case term.Eq, term.Ne, term.Lt, term.Le, term.Gt, term.Ge:
		names := &unsignedRelations
		if signed {
			names = &signedRelations
		}
		relation(result, expr.Op, names)
	case term.AndNot:
		result.text = "(bvand " + result.args[0].text + " (bvnot " + result.args[1].text + "))"
	case term.Convert:
		result.text = resize(result.args[0].text, sort, int(expr.Sort.Bits))
	case term.Div, term.Rem:
		p.divideWords(result, expr)
	case term.Shl, term.Shr:
		p.shiftWord(result, expr)
	default:
		result.text = application(wordOps[expr.Op], result.args...)
	}
}

// resize truncates a word or extends it, according to its sort.
func resize(x string, s term.Sort, width int) string {
	from := int(s.Bits)
	switch {
	case width < from:
		return "((_ extract " + strconv.Itoa(width-1) + " 0) " + x + ")"
	case width == from:
		return x
	case s.Kind == term.Int:
		return "((_ sign_extend " + strconv.Itoa(width-from) + ") " + x + ")"
	}
	return "((_ zero_extend " + strconv.Itoa(width-from) + ") " + x + ")"
}

func (p *printer) divideWords(result *phrase, t *term.Term) {
	sort, y := t.Sort, t.Args[1]
	if y.IsConst() && y.Bits != 0 && !(sort.Kind == term.Int && y.Bits == ^uint64(0)) {
		q := p.divMod(result, t.Args[0], y.Bits, false)
		if result.text = q.quotient; t.Op == term.Rem {
			result.text = q.remainder
		}
		return
	}
	op := map[bool]string{true: "bvs", false: "bvu"}[sort.Kind == term.Int]
	if op += "div"; t.Op == term.Rem {
		op = op[:3] + "rem"
	}
	result.text = application(op, result.args...)
	result.defined = conjunction(result.defined, "(not (= "+result.args[1].text+" "+bitConstant(0, int(sort.Bits))+"))")
}

// wordDivision returns the assertions that define quotient and remainder, and that their sum
// does not wrap.
func wordDivision(x string, d division, s term.Sort, c uint64) []string {
	width := int(s.Bits)
	num := func(v uint64) string { return bitConstant(v, width) }
	quo, rem := d.quotient, d.remainder
	sides := []string{"(= " + x + " (bvadd (bvmul " + quo + " " + num(c) + ") " + rem + "))"}
	if s.Kind == term.Uint {
		return append(sides, "(bvult "+rem+" "+num(c)+")", "(bvule "+quo+" "+num(s.Wrap(^uint64(0))/c)+")", "(bvule "+rem+" "+x+")")
	}
	least, by := int64(-1)<<(width-1), int64(c)
	lo, hi := least/by, ^least/by
	last := by // |c| - 1, or its negation if that is shorter
	if last > 0 {
		last = -last
	}
	last++
	return append(sides,
		"(bvsle "+num(uint64(min(lo, hi)))+" "+quo+")", "(bvsle "+quo+" "+num(uint64(max(lo, hi)))+")",
		"(bvsle "+num(uint64(last))+" "+rem+")", "(bvsle "+rem+" "+num(uint64(-last))+")",
		"(or (bvslt "+x+" "+num(0)+") (bvsle "+num(0)+" "+rem+"))",
		"(or (bvsle "+num(0)+" "+x+") (bvsle "+rem+" "+num(0)+"))")
}

// shiftWord prints a shift. It first converts the count to the width of the shifted word; a
// larger count shifts all bits out.
func (p *printer) shiftWord(result *phrase, t *term.Term) {
	sort, by := t.Sort, t.Args[1].Sort
	x, y := result.args[0].text, result.args[1].text
	op := "bvshl"
	if t.Op == term.Shr {
		if op = "bvlshr"; sort.Kind == term.Int {
			op = "bvashr"
		}
	}
	if by.Kind == term.Int && t.Partial {
		result.defined = conjunction(result.defined, "(bvsle "+bitConstant(0, int(by.Bits))+" "+y+")")
	}
	if by.Bits > sort.Bits {
		most := uint64(sort.Bits)
		y = "(ite (bvult " + y + " " + bitConstant(most, int(by.Bits)) + ") " + resize(y, by, int(sort.Bits)) + " " + bitConstant(most, int(sort.Bits)) + ")"
	} else {
		y = resize(y, term.Unsigned(int(by.Bits)), int(sort.Bits))
	}
	result.text = "(" + op + " " + x + " " + y + ")"
}
