package term

import (
	"math"
	"strconv"
	"strings"
)

// String formats t in Go syntax, with slots as $0, $1 and so on.
func (t *Term) String() string {
	return t.Format(func(slot int) string { return "$" + strconv.Itoa(slot) })
}

// Format formats t in Go syntax; name returns the text of a slot.
func (t *Term) Format(name func(slot int) string) string {
	p := printer{name: name}
	p.print(t, 0)
	return p.b.String()
}

// precedence returns the precedence of an operator in Go, and 7 for an operand.
func (o Op) precedence() int {
	switch o {
	case OrElse:
		return 1
	case AndAlso:
		return 2
	case Eq, Ne, Lt, Le, Gt, Ge, IsNil:
		return 3
	case Add, Sub, Or, Xor:
		return 4
	case Mul, Div, Rem, And, AndNot, Shl, Shr:
		return 5
	case Neg, Com, Not:
		return 6
	}
	return 7
}

// A printer formats a term.
type printer struct {
	b    strings.Builder
	name func(int) string // returns the text of a slot
}

func (p *printer) print(expr *Term, outer int) {
	prec := expr.Op.precedence()
	if prec < outer {
		p.b.WriteString("(")
		defer p.b.WriteString(")")
	}
	switch expr.Op {
	case Const:
		p.b.WriteString(constant(expr))
	case Slot:
		p.b.WriteString(p.name(int(expr.Bits)))
	case Convert:
		p.call(expr.Sort.String(), expr.Args)
	case Ite:
		p.call("if", expr.Args)
	case Len, ToBits, FromBits, Sqrt, Exp, Log, Floor, Pow:
		p.call(expr.Op.String(), expr.Args)
	case Index:
		p.print(expr.Args[0], 7)
		p.b.WriteString("[")
		p.print(expr.Args[1], 0)
		p.b.WriteString("]")
	case Substr:
		p.print(expr.Args[0], 7)
		p.b.WriteString("[")
		p.print(expr.Args[1], 1)
		p.b.WriteString(":")
		p.print(expr.Args[2], 1)
		p.b.WriteString("]")
	case IsNil:
		p.print(expr.Args[0], prec)
		p.b.WriteString(" == nil")
	case Neg, Com, Not:
		p.b.WriteString(expr.Op.String())
		p.print(expr.Args[0], 7)
	default:
		p.binary(expr, prec)
	}
}

func (p *printer) binary(t *Term, prec int) {
	op, y := t.Op, t.Args[1]
	p.print(t.Args[0], prec)
	if op == Add && y.Op == Const && y.Sort.Kind == Int && int64(y.Bits) < 0 && int64(y.Bits) != math.MinInt64 {
		p.b.WriteString(" - " + strconv.FormatInt(-int64(y.Bits), 10))
		return
	}
	p.b.WriteString(" " + op.String() + " ")
	p.print(y, prec+1)
}

func (p *printer) call(f string, args []*Term) {
	p.b.WriteString(f + "(")
	for i, a := range args {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.print(a, 0)
	}
	p.b.WriteString(")")
}

func constant(expr *Term) string {
	switch expr.Sort.Kind {
	case Bool:
		return strconv.FormatBool(expr.Bits != 0)
	case Int:
		return strconv.FormatInt(int64(expr.Bits), 10)
	case Float:
		return strconv.FormatFloat(expr.Float(), 'g', -1, 64)
	case String:
		return strconv.Quote(expr.Str)
	}
	return strconv.FormatUint(expr.Bits, 10)
}
