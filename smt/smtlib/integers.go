package smtlib

import (
	"strconv"

	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// This file prints integers without a width. An assertion says of each operation that it does
// not wrap. A model is then valid, but an unsat answer is not.

// number prints an integer constant of a sort.
func number(s term.Sort, v uint64) string {
	if s.Kind == term.Int && int64(v) < 0 {
		return "(- " + strconv.FormatUint(-v, 10) + ")"
	}
	return strconv.FormatUint(v, 10)
}

// sortBounds returns the least and the greatest integer of a sort.
func sortBounds(s term.Sort) (lo, hi string) {
	if s.Kind == term.Int {
		top := uint64(1)<<(s.Bits-1) - 1
		return number(s, ^top), number(s, top)
	}
	return "0", number(s, s.Wrap(^uint64(0)))
}

// inSort prints the condition that an integer is in the range of a sort.
func inSort(x string, s term.Sort) string {
	lo, hi := sortBounds(s)
	return "(and (<= " + lo + " " + x + ") (<= " + x + " " + hi + "))"
}

var relations = [...]string{"=", "=", "<", "<=", ">", ">="}

// relation prints a comparison with the operators in names.
func relation(f *phrase, op term.Op, names *[6]string) {
	f.text = application(names[op-term.Eq], f.args...)
	if op == term.Ne {
		f.text = "(not " + f.text + ")"
	}
}

// integerOp prints an operation on integers.
func (p *printer) integerOp(result *phrase, expr *term.Term) {
	if term.Eq <= expr.Op && expr.Op <= term.Ge {
		relation(result, expr.Op, &relations)
		return
	}
	x := result.args[0].text
	constant, known := uint64(0), false
	if len(expr.Args) == 2 && expr.Args[1].IsConst() {
		constant, known = expr.Args[1].Bits, true
	}
	if p.theory == differences && expr.Op != term.Convert && !(expr.Op == term.Add && known) {
		p.unsupported(result, "terms other than slots and constants")
		return
	}
	switch expr.Op {
	case term.Add:
		p.guard(result, expr, application("+", result.args...))
	case term.Sub:
		p.guard(result, expr, application("-", result.args...))
	case term.Neg:
		p.guard(result, expr, "(- "+x+")")
	case term.Com:
		_, hi := sortBounds(expr.Sort)
		if expr.Sort.Kind == term.Int {
			hi = "(- 1)"
		}
		result.text = "(- " + hi + " " + x + ")"
	case term.Convert:
		result.text = x
		if !interval.Whole(int(expr.Args[0].Sort.Bits), expr.Args[0].Sort.Kind == term.Int).Within(interval.Whole(int(expr.Sort.Bits), expr.Sort.Kind == term.Int)) {
			result.sides = []string{inSort(x, expr.Sort)}
		}
	case term.Mul:
		if !known && !expr.Args[0].IsConst() {
			p.unsupported(result, "products of variables")
			return
		}
		p.guard(result, expr, application("*", result.args...))
	case term.Div, term.Rem:
		if !known || constant == 0 {
			p.unsupported(result, "quotients by variables")
			return
		}
		p.divide(result, expr, constant)
	case term.Shl, term.Shr:
		if !known || expr.Args[1].Sort.Kind == term.Int && int64(constant) < 0 {
			p.unsupported(result, "shifts by variables")
			return
		}
		p.shift(result, expr, constant)
	case term.And:
		if !known || constant&(constant+1) != 0 || constant == 0 || constant>>63 != 0 {
			p.unsupported(result, "bit operations")
			return
		}
		result.text = p.divMod(result, expr.Args[0], constant+1, true).remainder
	default:
		p.unsupported(result, "bit operations")
	}
}

// guard sets the text of f and asserts that the operation does not wrap.
func (p *printer) guard(f *phrase, t *term.Term, text string) {
	f.text = text
	f.sides = []string{inSort(text, t.Sort)}
}

func (p *printer) divide(f *phrase, t *term.Term, c uint64) {
	q := p.divMod(f, t.Args[0], c, false)
	if f.text = q.quotient; t.Op == term.Rem {
		f.text = q.remainder
	} else if t.Sort.Kind == term.Int && c == ^uint64(0) {
		f.sides = []string{inSort(f.text, t.Sort)}
	}
}

func (p *printer) shift(result *phrase, expr *term.Term, constant uint64) {
	width := uint64(expr.Sort.Bits)
	switch {
	case expr.Op == term.Shr:
		if constant >= width && expr.Sort.Kind == term.Uint {
			result.text = "0"
			return
		}
		if constant = min(constant, width-1); constant == 0 {
			result.text = result.args[0].text
			return
		}
		result.text = p.divMod(result, expr.Args[0], 1<<constant, true).quotient
	case constant >= width:
		result.text = "0"
	default:
		p.guard(result, expr, "(* "+result.args[0].text+" "+strconv.FormatUint(1<<constant, 10)+")")
	}
}

// quotient identifies a division of x by c. floor selects rounding down instead of towards
// zero.
type quotient struct {
	x     *term.Term
	c     uint64
	floor bool
}

// division has the names of a quotient and a remainder.
type division struct{ quotient, remainder string }

// divMod returns names q and r for the quotient and the remainder of x by constant, with the
// assertion x = q·constant + r. The remainder is less than constant in absolute value. It has the
// sign of x, or is at least 0 with floor. result refers to the assertion.
func (p *printer) divMod(result *phrase, x *term.Term, constant uint64, floor bool) division {
	floor = floor || x.Sort.Kind == term.Uint
	k := quotient{x, constant, floor}
	known := p.quotients[k]
	if known == nil {
		sort := p.sort(x.Sort)
		d := division{p.freshConst(sort), p.freshConst(sort)}
		known = &phrase{text: d.quotient, name: d.remainder, args: []*phrase{p.printTerm(x)}}
		if p.words() {
			known.sides = wordDivision(p.printTerm(x).text, d, x.Sort, constant)
		} else {
			known.sides = integerDivision(p.printTerm(x).text, d, x.Sort, constant, floor)
		}
		p.quotients[k] = known
	}
	result.args = append(result.args, known)
	return division{known.text, known.name}
}

func integerDivision(x string, d division, s term.Sort, c uint64, floor bool) []string {
	size := c // absolute value of c
	if s.Kind == term.Int && int64(c) < 0 && !floor {
		size = -c
	}
	by, most := number(term.Unsigned(64), c), strconv.FormatUint(size-1, 10)
	if size != c {
		by = "(- " + strconv.FormatUint(size, 10) + ")"
	}
	q, r := d.quotient, d.remainder
	sides := []string{"(= " + x + " (+ (* " + q + " " + by + ") " + r + "))"}
	if floor {
		return append(sides, "(and (<= 0 "+r+") (<= "+r+" "+most+"))")
	}
	return append(sides,
		"(and (<= (- "+most+") "+r+") (<= "+r+" "+most+"))",
		"(or (< "+x+" 0) (<= 0 "+r+"))",
		"(or (<= 0 "+x+") (<= "+r+" 0))")
}
