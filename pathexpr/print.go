package pathexpr

import (
	"strconv"
	"strings"
)

// Letters returns a name for a label: a, b, c … z, a1, b1 … for 0, 1, 2 …
func Letters(label int) string {
	s := string(rune('a' + label%26))
	if n := label / 26; n > 0 {
		s += strconv.Itoa(n)
	}
	return s
}

// String returns e as text with the names of Letters.
func (e *Expr) String() string { return e.Format(Letters) }

// Format returns e as text in the notation of the paper: a(bc)*defg, a(1 + bcD[bc])defg. The
// empty set is 0, the empty path 1. name returns the text of an edge. The text repeats shared
// parts, so it may be much longer than the number of sub-expressions; Format cuts it after a
// megabyte.
func (e *Expr) Format(name func(label int) string) string {
	return e.FormatMax(name, 1<<20)
}

// FormatMax is Format with a limit of about limit bytes. A text that is cut ends in an ellipsis.
func (e *Expr) FormatMax(name func(label int) string, limit int) string {
	p := printer{name: name, limit: limit}
	p.print(e, precUnion)
	if p.truncated {
		p.b.WriteString("…")
	}
	return p.b.String()
}

const (
	precUnion = iota
	precConcat
	precStar
)

type printer struct {
	b         strings.Builder
	name      func(int) string
	limit     int
	truncated bool
}

func (p *printer) print(e *Expr, prec int) {
	if p.b.Len() > p.limit {
		p.truncated = true
	}
	if p.truncated {
		return
	}
	switch e.op {
	case EmptySet:
		p.b.WriteString("0")
	case EmptyPath:
		p.b.WriteString("1")
	case Edge:
		p.b.WriteString(p.name(e.edge))
	case Concat:
		p.binary(e, "", prec > precConcat, precConcat)
	case Union:
		p.binary(e, " + ", prec > precUnion, precUnion)
	case Star:
		p.star(e.x)
	case Destroy:
		p.b.WriteString("D[")
		p.print(e.x, precUnion)
		p.b.WriteString("]")
	}
}

func (p *printer) binary(e *Expr, sep string, parens bool, prec int) {
	if parens {
		p.b.WriteString("(")
	}
	p.print(e.x, prec)
	p.b.WriteString(sep)
	p.print(e.y, prec)
	if parens {
		p.b.WriteString(")")
	}
}

func (p *printer) star(x *Expr) {
	if x.op == Edge && len(p.name(x.edge)) > 1 {
		p.b.WriteString("(")
		p.print(x, precUnion)
		p.b.WriteString(")*")
		return
	}
	p.print(x, precStar)
	p.b.WriteString("*")
}
