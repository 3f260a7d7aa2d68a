package testgen

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// A test whose table would take more lines than its subtests has none. Each subtest then holds the
// values of its case:
//
//	func TestPushBranches(t *testing.T) {
//		// stack.go:26:5/T
//		t.Run("len(s.items) == s.max", func(t *testing.T) {
//			s := must(New(0))
//			if err := s.Push(7); !errors.Is(err, ErrFull) {
//				t.Errorf("(*Stack).Push(7) error = %v, want %v", err, ErrFull)
//			}
//		})
//	}
//
// The checks are those that the table would make.

// sequence prints the subtests of the cases.
func (p *plan) sequence() string {
	var b strings.Builder
	seen := map[string]bool{}
	for i := range p.cases {
		q := p.alone(i)
		t := p.local("t")
		name := p.marks.mark(mark{row: i}).inside(quote(p.cases[i].Name))
		fmt.Fprintf(&b, "%s%s.Run(%s, func(%s *%s.T) {\n%s})\n", p.rowComment(i, seen), t, name, t, p.stdImport("testing"), q.body())
	}
	return b.String()
}

// alone returns the plan of the subtest of one case.
func (p *plan) alone(i int) *plan {
	q := newPlan(p.file, p.fn)
	q.isAlone = true
	q.name, q.writes, q.globals, q.settings = p.name, p.writes, p.globals, p.settings
	q.cases, q.verdict = p.cases[i:i+1], p.verdict.Only(i)
	t := p.local("t")
	q.names["t"], q.locals.used[t] = t, true
	q.verdict.Checks = slices.DeleteFunc(q.verdict.Checks, func(c *oracle.Check) bool {
		r := q.recordOf(c)
		return r != nil && c.Wants[0].IsZero() && !slices.ContainsFunc(p.inputs, func(in *inputField) bool { return feeds(in.values[i], r) })
	})
	q.nameRecords()
	for _, in := range p.inputs {
		x := *in
		x.values = in.values[i : i+1]
		q.inputs = append(q.inputs, &x)
	}
	if p.isScenario() {
		q.placeSteps()
		return q
	}
	if q.inputsVar = p.inputsVar; q.inputsVar != "" {
		q.locals.used[q.inputsVar], q.setup = true, p.inputsStatement(p.inputFuncsByCase[i])
	} else {
		q.placeInputs()
	}
	q.nameObserved()
	for _, c := range q.verdict.Checks {
		q.checks = append(q.checks, q.named(c))
	}
	q.placeWants()
	return q
}

// nameObserved names the results, and what is observed after the call.
func (p *plan) nameObserved() {
	for i, n := range p.resultNames(p.fn.signature()) {
		p.observedNames[oracle.ID{Part: oracle.Result, Index: i}] = n
	}
	for i, f := range p.fn.Sig.After {
		p.observedNames[oracle.ID{Part: oracle.After, Index: i}] = p.after(f).names
	}
	for i, r := range p.fn.Sig.Readings() {
		p.observedNames[oracle.ID{Part: oracle.Reader, Index: i}] = p.readerNames(r)
	}
}

const (
	maxArgument  = 40 // bytes of an input that the call holds
	maxArguments = 60 // bytes of all of them
)

// placeInputs prints the inputs of the only case: in the call, or as variables.
func (p *plan) placeInputs() {
	l := p.literals
	l.block = &statementBlock{locals: p.locals, vars: map[*value.Value]string{}}
	if p.isScenario() {
		l.block.scenario, l.block.tell = p.inputs[0].values[0], p.tellStep
	}
	defer func() { p.setup, l.block = strings.Join(append(l.block.lines, ""), "\n"), nil }()
	l.block.keepsCallOrder = slices.ContainsFunc(p.inputs, func(in *inputField) bool { return in.values[0].UsesEarlier() })
	room := maxArguments
	for i, in := range p.inputs {
		v := in.values[0]
		name := in.field
		if strings.HasPrefix(name, "want") { // wanted values have these names
			name = "arg" + syntax.Capitalize(name)
		}
		if in.constant, l.block.name = "", ""; v.Type.Kind == input.Choice {
			l.block.name = name
		}
		text := l.argument(v)
		if l.block.vars[v] == text || syntax.IsPointer(in.goType) && slices.Contains(slices.Collect(maps.Values(l.block.vars)), text) {
			in.localVar = text // it has one, also as the result of an earlier call
			continue
		}
		if short := p.argumentText(i, text); short != "" && len(short) <= room {
			in.constant = short
			room -= len(short)
			continue
		}
		in.localVar = p.locals.claim(name)
		l.block.addStatement("%s", p.declaration(in.localVar, in.goType, text, l.hasOwnType(v, text)))
	}
}

// argumentText returns input i, printed as text, as the call can hold it, or "" if the input needs a
// variable: because the test looks at it after the call, because making it runs code, or because
// go vet knows what the function must not be called with.
func (p *plan) argumentText(i int, text string) string {
	in := p.inputs[i]
	after := slices.ContainsFunc(p.verdict.Checks, func(c *oracle.Check) bool {
		return c.Part == oracle.After && p.fn.Sig.After[c.Index].Name == in.name || c.Part == oracle.Reader && p.fn.Sig.Readings()[c.Index].Of == in.name
	})
	runs := runsMakers(in.values[0])
	if len(text) > maxArgument || strings.Contains(text, "\n") || in.global == nil && after || runs {
		return ""
	}
	if in.global != nil {
		return text
	}
	if p.fn.Sig.Recv != nil && i == 0 {
		return p.receiverText(in, text)
	}
	if sig := p.fn.signature(); p.pkg.Std && syntax.IsInterface(in.goType) || sig.Variadic() && in.typ.Kind == input.String {
		return ""
	}
	return text
}

// receiverText returns a receiver so that a method can be called on it in the head of a statement.
func (p *plan) receiverText(in *inputField, text string) string {
	switch {
	case p.external || syntax.IsInterface(in.goType):
		return ""
	case text == "nil" && syntax.IsPointer(in.goType):
		return "(" + p.typeName(in.goType) + ")(nil)"
	case strings.HasPrefix(text, "&") || strings.HasSuffix(text, "}") && in.typ.Kind == input.Struct:
		return "(" + text + ")"
	case token.IsIdentifier(text) && text != "nil" && in.typ.Kind <= input.String && in.typ.Kind != input.Bool:
		return text
	}
	return ""
}

// declaration returns the statement that declares a variable. own tells that the expression has the
// type without a conversion.
func (f *file) declaration(name string, t types.Type, text string, own bool) string {
	_, named := types.Unalias(t).(*types.Named)
	if own && !syntax.IsInterface(t) && text != "nil" && !(named && syntax.IsPointer(syntax.Underlying(t))) {
		return name + " := " + text
	}
	return typedDeclaration(name, f.typeName(t), text)
}

// typedDeclaration declares a variable with its type.
func typedDeclaration(name, typ, text string) string {
	if text == "nil" {
		return "var " + name + " " + typ
	}
	return "var " + name + " " + typ + " = " + text
}

// placeWants takes short wanted values of the only case into the comparisons.
func (p *plan) placeWants() {
	for _, c := range p.checks {
		c.want = p.locals.claim(wantName(c))
		if c.How == oracle.Errors || c.How == oracle.Null || c.Form.Kind != oracle.Whole {
			continue
		}
		scalar := c.How == oracle.Equal && c.Level == oracle.Full && c.Type.Kind <= input.String && c.Type.Kind != input.Float && c.Type.Kind != input.Complex
		if text := p.literals.argument(c.Wants[0]); canHoist(c) || scalar && len(text) <= maxArgument {
			c.constant = text
		}
	}
}

// wantName returns a name for the variable of the wanted value.
func wantName(c *check) string {
	if strings.HasPrefix(c.want, "want") {
		return c.want
	}
	return "want" + syntax.Capitalize(strings.TrimSuffix(c.want, "After"))
}

// wanted returns the expression of the wanted value of a check, and the statement before the check
// that declares it.
func (p *plan) wanted(c *check) (before, want string) {
	if !p.isAlone {
		return "", p.rowVar() + "." + c.want
	}
	if c.How == oracle.Errors || c.How == oracle.Null || c.constant != "" {
		return "", c.want
	}
	v := c.Wants[0]
	text := p.literals.form(c.Form, v, false)
	if c.Form.Kind == oracle.Whole {
		before = p.declaration(c.want, c.GoType, text, p.literals.hasOwnType(v, text))
	} else if before = c.want + " := " + text; text == "nil" || c.Form.Kind == oracle.Held {
		before = typedDeclaration(c.want, p.formType(c.Form), text)
	}
	if text, ok := strings.CutPrefix(before, c.want+" := "); ok && !strings.Contains(text, "\n") && len(text) <= maxWanted {
		p.bind(c.want, inHead(text))
		return "", c.want
	}
	return before + "\n", c.want
}

// maxWanted is the length in bytes of a wanted value in the head of an if statement.
const maxWanted = 60

// inHead returns an expression as the head of a statement can hold it: a composite literal of a named
// type has parentheses there, unless it is an argument of a call.
func inHead(text string) string {
	if typ, _, ok := strings.Cut(strings.TrimPrefix(text, "&"), "{"); ok && strings.Count(typ, "(") == strings.Count(typ, ")") {
		name, _, _ := strings.Cut(typ, "[")
		if token.IsIdentifier(strings.ReplaceAll(name, ".", "")) && !strings.HasPrefix(typ, "map[") {
			return "(" + text + ")"
		}
	}
	return text
}

// A binding is a variable that the head of an if statement declares.
type binding struct{ name, text string }

// bind declares a variable in the head of the next if statement.
func (p *plan) bind(name, text string) { p.bindings = append(p.bindings, binding{name, text}) }

// maxHead is the length in bytes of the declarations in the head of an if statement.
const maxHead = 100

// condition returns the head of an if statement with the declared variables, and declarations that
// precede it because the head would be too long.
func (p *plan) condition(cond string) (before, head string) {
	var names, texts []string
	width := 0
	several := len(p.bindings) > 0 && strings.Contains(p.bindings[0].name, ",")
	for _, b := range p.bindings {
		if width += len(b.name) + len(b.text); len(names) > 0 && (several || width > maxHead) {
			before += b.name + " := " + b.text + "\n"
			continue
		}
		names, texts = append(names, b.name), append(texts, b.text)
	}
	if p.bindings = nil; len(names) > 0 {
		cond = strings.Join(names, ", ") + " := " + strings.Join(texts, ", ") + "; " + cond
	}
	return before, cond
}

// singlePanic returns the statement that asserts the panic of the only case.
func (p *plan) singlePanic(text, caught string, report func(said string, more ...string) string) string {
	p.bind(text, caught)
	cond, failure := text+` == ""`, ""
	if p.verdict.Texts[0] {
		want := p.locals.claim("want")
		p.bind(want, p.literals.stringText(p.cases[0].Outcome.Text))
		cond, failure = text+" != "+want, report(" panics with %q, want %q", text, want)
	} else {
		p.emptyPanics = true
		failure = report(" does not panic")
	}
	before, head := p.condition(cond)
	return fmt.Sprintf("%sif %s {\n%s}\n", before, head, failure)
}

// singleErrorCheck returns the check of an error of the only case.
func (p *plan) singleErrorCheck(c *check, head string) string {
	switch w := c.Errors[0]; w.Kind {
	case oracle.Is:
		is := p.object(w.Var)
		return p.assertionAt(c, oracle.Sentinel, "!"+p.stdImport("errors")+".Is("+c.got+", "+is+")", " = %v, want %v", c.got, is)
	case oracle.Says:
		msg := p.message(p.helper(errorText)+"("+c.got+")", head)
		p.bind(c.want, p.literals.stringText(w.Text))
		return p.assertionAt(c, oracle.Message, msg+" != "+c.want, " = %q, want %q", msg, c.want)
	case oracle.SomeError:
		return p.assertionAt(c, oracle.Full, c.got+" == nil", " = nil, want one")
	}
	return p.assertionText(c, c.got+" != nil", " = %v, want nil", c.got)
}

// runsMakers reports whether making a value runs code of the package.
func runsMakers(v *value.Value) bool {
	return v.AnyPart(func(v *value.Value) bool {
		return v.Type.Kind == input.Choice && (v.Alt().RunsCode || v.Alt().ReturnsError)
	})
}
