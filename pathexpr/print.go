package pathexpr

import (
	"strconv"
	"strings"
)

// Letters names the labels 0, 1, 2 … a, b, c … z, a1, b1 …
func Letters(label int) string {
	s := string(rune('a' + label%26))
	if n := label / 26; n > 0 {
		s += strconv.Itoa(n)
	}
	return s
}

// String prints e with its labels as Letters.
func (e *Expr) String() string { return e.Format(Letters) }

// Format prints e in the paper's notation: a(bc)*defg, a(1 + bcD[bc])defg.
// The empty set is 0 and the empty path 1. name gives the text of an edge.
// Shared parts are printed each time, so the text may be much longer than e
// is large; FormatMax cuts it.
func (e *Expr) Format(name func(label int) string) string {
	text, _ := e.FormatMax(name, 1<<20)
	return text
}

// FormatMax is Format, stopped after limit bytes or so. It reports whether
// the text is whole; if not, an ellipsis ends it.
func (e *Expr) FormatMax(name func(label int) string, limit int) (text string, whole bool) {
	p := printer{name: name, limit: limit}
	p.print(e, precUnion)
	if p.full {
		p.b.WriteString("…")
	}
	return p.b.String(), !p.full
}

const (
	precUnion = iota
	precConcat
	precStar
)

type printer struct {
	b     strings.Builder
	name  func(int) string
	limit int
	full  bool
}

func (p *printer) print(e *Expr, prec int) {
	if p.b.Len() > p.limit {
		p.full = true
	}
	if p.full {
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
