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
func (p *printer) integerOp(f *phrase, expr *term.Term) {
	if term.Eq <= expr.Op && expr.Op <= term.Ge {
		relation(f, expr.Op, &relations)
		return
	}
	x := f.args[0].text
	c, known := uint64(0), false
	if len(expr.Args) == 2 && expr.Args[1].IsConst() {
		c, known = expr.Args[1].Bits, true
	}
	if p.theory == differences && expr.Op != term.Convert && !(expr.Op == term.Add && known) {
		p.unsupported(f, "terms other than slots and constants")
		return
	}
	switch expr.Op {
	case term.Add:
		p.guard(f, expr, application("+", f.args...))
	case term.Sub:
		p.guard(f, expr, application("-", f.args...))
	case term.Neg:
		p.guard(f, expr, "(- "+x+")")
	case term.Com:
		_, hi := sortBounds(expr.Sort)
		if expr.Sort.Kind == term.Int {
			hi = "(- 1)"
		}
		f.text = "(- " + hi + " " + x + ")"
	case term.Convert:
		f.text = x
		if !interval.Whole(int(expr.Args[0].Sort.Bits), expr.Args[0].Sort.Kind == term.Int).Within(interval.Whole(int(expr.Sort.Bits), expr.Sort.Kind == term.Int)) {
			f.sides = []string{inSort(x, expr.Sort)}
		}
	case term.Mul:
		if !known && !expr.Args[0].IsConst() {
			p.unsupported(f, "products of variables")
			return
		}
		p.guard(f, expr, application("*", f.args...))
	case term.Div, term.Rem:
		if !known || c == 0 {
			p.unsupported(f, "quotients by variables")
			return
		}
		p.divide(f, expr, c)
	case term.Shl, term.Shr:
		if !known || expr.Args[1].Sort.Kind == term.Int && int64(c) < 0 {
			p.unsupported(f, "shifts by variables")
			return
		}
		p.shift(f, expr, c)
	case term.And:
		if !known || c&(c+1) != 0 || c == 0 || c>>63 != 0 {
			p.unsupported(f, "bit operations")
			return
		}
		f.text = p.divMod(f, expr.Args[0], c+1, true).remainder
	default:
		p.unsupported(f, "bit operations")
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

func (p *printer) shift(f *phrase, expr *term.Term, c uint64) {
	width := uint64(expr.Sort.Bits)
	switch {
	case expr.Op == term.Shr:
		if c >= width && expr.Sort.Kind == term.Uint {
			f.text = "0"
			return
		}
		if c = min(c, width-1); c == 0 {
			f.text = f.args[0].text
			return
		}
		f.text = p.divMod(f, expr.Args[0], 1<<c, true).quotient
	case c >= width:
		f.text = "0"
	default:
		p.guard(f, expr, "(* "+f.args[0].text+" "+strconv.FormatUint(1<<c, 10)+")")
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

// divMod returns the quotient and the remainder of x by c as new constants with the assertion x
// = q·c + r. The remainder is less than c in absolute value. It has the sign of x, or is at
// least 0 with floor. f refers to them.
func (p *printer) divMod(f *phrase, x *term.Term, c uint64, floor bool) division {
	floor = floor || x.Sort.Kind == term.Uint
	k := quotient{x, c, floor}
	g := p.quotients[k]
	if g == nil {
		sort := p.sort(x.Sort)
		d := division{p.freshConst(sort), p.freshConst(sort)}
		g = &phrase{text: d.quotient, name: d.remainder, args: []*phrase{p.printTerm(x)}}
		if p.words() {
			g.sides = wordDivision(p.printTerm(x).text, d, x.Sort, c)
		} else {
			g.sides = integerDivision(p.printTerm(x).text, d, x.Sort, c, floor)
		}
		p.quotients[k] = g
	}
	f.args = append(f.args, g)
	return division{g.text, g.name}
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
