package smtlib

import (
	"fmt"
	"strconv"
	"strings"

	"nearmiss/term"
)

// printer prints terms in SMT-LIB. It declares and defines each name once in the life of a
// process.
type printer struct {
	theory
	out       strings.Builder        // declarations and definitions that have not been sent
	phrases   map[*term.Term]*phrase // phrases of the terms printed so far
	declared  map[string]bool        // names declared so far
	quotients map[quotient]*phrase   // results of the divisions printed so far
	names     int                    // number of names made so far
}

// phrase is the SMT-LIB text of a term, with the definitions that the text needs.
type phrase struct {
	text        string
	defined     string     // condition under which the term has a value; empty: always
	sides       []string   // conditions to assert together with the term
	args        []*phrase  // phrases that the text refers to
	height      int        // height of the expression in levels; a deep operand gets a name
	slot        *term.Term // for a slot: its term
	name        string     // for a slot: name under which its value is read; for a division: its remainder
	unsupported string     // reason why there is no text
	asserted    bool       // the process has its sides
}

func newPrinter(th theory) *printer {
	return &printer{theory: th, phrases: make(map[*term.Term]*phrase), declared: make(map[string]bool), quotients: make(map[quotient]*phrase)}
}

// flush returns the declarations and definitions since the last call.
func (p *printer) flush() string {
	s := p.out.String()
	p.out.Reset()
	return s
}

// clause prints the assertion that a condition is defined and true.
func (f *phrase) clause() string {
	if f.defined == "" {
		return f.text
	}
	return "(and " + f.defined + " " + f.text + ")"
}

// printTerm prints a term, once for the life of a process.
func (p *printer) printTerm(expr *term.Term) *phrase {
	if f := p.phrases[expr]; f != nil {
		return f
	}
	f := new(phrase)
	switch expr.Op {
	case term.Const:
		f.text = p.constant(expr)
	case term.Slot:
		p.slot(f, expr)
	default:
		p.operation(f, expr)
	}
	p.phrases[expr] = f
	return f
}

// operation prints an operation. An operation with deep operands gets a name, so that no text
// is sent twice.
func (p *printer) operation(result *phrase, expr *term.Term) {
	for _, a := range expr.Args {
		g := p.printTerm(a)
		if g.unsupported != "" {
			result.unsupported = g.unsupported
			return
		}
		result.args = append(result.args, g)
		result.height = max(result.height, g.height+1)
	}
	result.defined = p.definedness(result, expr)
	p.apply(result, expr)
	if result.unsupported != "" {
		result.text = ""
		return
	}
	if result.height > 2 || result.height > 1 && expr.Sort.Kind != term.Bool {
		result.text = p.define(p.sort(expr.Sort), result.text)
		result.height = 0
	}
	if len(result.defined) > 80 {
		result.defined = p.define("Bool", result.defined)
	}
}

// apply prints the operation according to the sort of its operands.
func (p *printer) apply(result *phrase, expr *term.Term) {
	x := expr.Args[0].Sort
	switch expr.Op {
	case term.Not:
		result.text = application("not", result.args...)
		return
	case term.AndAlso:
		result.text = application("and", result.args...)
		return
	case term.OrElse:
		result.text = application("or", result.args...)
		return
	case term.Ite:
		result.text = application("ite", result.args...)
		return
	case term.Convert:
		if x.Kind == term.Float || expr.Sort.Kind == term.Float {
			p.convertFloat(result, expr)
			return
		}
	}
	switch {
	case x.Kind == term.String:
		p.stringOp(result, expr)
	case x.Kind == term.Float || expr.Op == term.FromBits:
		p.floatOp(result, expr)
	case x.Kind == term.Array:
		p.unsupported(result, "arrays")
	case x.Kind == term.Bool:
		p.equality(result, expr)
	case p.words():
		p.wordOp(result, expr)
	default:
		p.integerOp(result, expr)
	}
}

func (p *printer) unsupported(f *phrase, what string) {
	f.unsupported = what + " are not supported by " + p.theory.String()
}

func (p *printer) equality(f *phrase, t *term.Term) {
	f.text = application("=", f.args...)
	if t.Op == term.Ne {
		f.text = "(not " + f.text + ")"
	}
}

// definedness returns the condition that the needed operands of an operation have values. apply
// adds the condition of the operation itself.
func (p *printer) definedness(f *phrase, t *term.Term) string {
	if !t.Partial {
		return ""
	}
	a := f.args
	switch t.Op {
	case term.AndAlso:
		return conjunction(a[0].defined, disjunction("(not "+a[0].text+")", a[1].defined))
	case term.OrElse:
		return conjunction(a[0].defined, disjunction(a[0].text, a[1].defined))
	case term.Ite:
		if a[1].defined == "" && a[2].defined == "" {
			return a[0].defined
		}
		return conjunction(a[0].defined, "(ite "+a[0].text+" "+orTrue(a[1].defined)+" "+orTrue(a[2].defined)+")")
	}
	all := ""
	for _, g := range a {
		all = conjunction(all, g.defined)
	}
	return all
}

func orTrue(s string) string {
	if s == "" {
		return "true"
	}
	return s
}

// conjunction and disjunction join the texts of conditions; an empty condition is true.
func conjunction(x, y string) string {
	switch {
	case x == "" || x == y:
		return y
	case y == "":
		return x
	}
	return "(and " + x + " " + y + ")"
}

func disjunction(x, y string) string {
	if x == "" || y == "" {
		return ""
	}
	return "(or " + x + " " + y + ")"
}

// slot declares a slot. A slot may have another sort on another path.
func (p *printer) slot(result *phrase, t *term.Term) {
	s := t.Sort
	if s.Kind == term.Array {
		p.unsupported(result, "arrays")
		return
	}
	result.slot = t
	result.name = "s" + strconv.FormatUint(t.Bits, 10)
	if s != term.Signed(64) { // the frequent sort has short names, which are printed and read in each query
		result.name += s.String()
	}
	result.text = result.name
	switch s.Kind {
	case term.Float:
		p.declare(result.name, vector(int(s.Bits)))
		result.text = "f" + result.name
		if !p.declared[result.text] {
			p.declared[result.text] = true
			fmt.Fprintf(&p.out, "(define-fun %s () %s (%s %s))\n", result.text, p.sort(s), toFloat(s), result.name)
		}
		return
	case term.String:
		result.sides = []string{"(str.in_re " + result.name + ` (re.* (re.range "\u{0}" "\u{ff}")))`}
	case term.Int, term.Uint:
		if !p.words() {
			result.sides = []string{inSort(result.name, s)}
		}
	}
	p.declare(result.name, p.sort(s))
}

func (p *printer) declare(name, sort string) {
	if !p.declared[name] {
		p.declared[name] = true
		p.out.WriteString("(declare-fun " + name + " () " + sort + ")\n")
	}
}

// freshConst declares a new constant, and returns its name.
func (p *printer) freshConst(sort string) string {
	p.names++
	name := "n" + strconv.Itoa(p.names)
	p.out.WriteString("(declare-fun " + name + " () " + sort + ")\n")
	return name
}

// define defines a new name for a text, and returns the name.
func (p *printer) define(sort, text string) string {
	p.names++
	name := "n" + strconv.Itoa(p.names)
	p.out.WriteString("(define-fun " + name + " () " + sort + " " + text + ")\n")
	return name
}

// sort prints a sort.
func (p *printer) sort(s term.Sort) string {
	switch s.Kind {
	case term.Bool:
		return "Bool"
	case term.String:
		return "String"
	case term.Float:
		return "(_ FloatingPoint " + format(s) + ")"
	}
	if p.words() {
		return vector(int(s.Bits))
	}
	return "Int"
}

func vector(bits int) string { return "(_ BitVec " + strconv.Itoa(bits) + ")" }

// constant prints a constant.
func (p *printer) constant(expr *term.Term) string {
	switch expr.Sort.Kind {
	case term.Bool:
		return strconv.FormatBool(expr.Bits != 0)
	case term.String:
		return quote(expr.Str)
	case term.Float:
		return floatConstant(expr)
	}
	if p.words() {
		return bitConstant(expr.Bits, int(expr.Sort.Bits))
	}
	return number(expr.Sort, expr.Bits)
}

// application prints an operator and its operands.
func application(op string, args ...*phrase) string {
	var b strings.Builder
	b.WriteString("(" + op)
	for _, a := range args {
		b.WriteString(" " + a.text)
	}
	b.WriteString(")")
	return b.String()
}
