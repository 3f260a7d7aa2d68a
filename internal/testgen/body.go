package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
)

// body returns the statements of the test for one case: set the package variables, call,
// compare.
func (p *plan) body() string {
	var b strings.Builder
	save, set := p.setGlobals()
	if p.isAlone {
		b.WriteString(p.recordDeclarations())
	}
	if p.isScenario() {
		b.WriteString(save + set + p.setup)
	} else {
		b.WriteString(save + p.setup + set + p.recordStarts() + p.callText())
	}
	for _, c := range p.checks {
		if p.stepOf(c) > 0 {
			continue
		}
		text := p.assertion(c)
		b.WriteString(p.receiveStatements(c) + p.readStatement(c) + text)
	}
	return b.String()
}

// setGlobals returns statements that set package variables to the values of the case, and
// statements that restore their old values at its end. A variable that the call may change is
// also set to its value at the start of the first test, if that is known (see beginValue), because
// another test may have changed it.
func (p *plan) setGlobals() (save, set string) {
	var sets strings.Builder
	var list []harness.Change
	for _, in := range p.inputs {
		if in.global != nil {
			list = append(list, harness.Change{Var: in.global, Self: true})
			fmt.Fprintf(&sets, "%s = %s\n", p.variable(in.global), p.inputExpr(in))
		}
	}
	for _, c := range p.globals {
		if slices.ContainsFunc(list, func(set harness.Change) bool { return set.Var == c.Var }) {
			continue
		}
		list = append(list, c)
		if expr, ok := p.reachable(c.Var); ok {
			sets.WriteString(p.beginValue(c.Var, expr))
		}
	}
	return p.restoreStatements(list), sets.String()
}

// callText returns the statements that call the function and assign the observed results to
// variables. If the cases panic, they recover from the panic and compare its text. callText
// returns "" if the call is part of the condition that compares its result.
func (p *plan) callText() string {
	call := p.callExpr()
	vars, used := p.resultVars()
	if used {
		if head, _ := p.headCall(p.checks[0]); head != "" {
			return ""
		}
	}
	if op := " = "; len(vars) > 0 {
		if used {
			op = " := "
		}
		call = strings.Join(vars, ", ") + op + call
	}
	if p.panicsInSome() {
		return p.panicCheck(call)
	}
	return call + "\n"
}

// resultVars returns the variables that the results are assigned to: "_" for a result that no
// check needs.
func (p *plan) resultVars() (vars []string, used bool) {
	vars = make([]string, len(p.fn.Sig.Results))
	for i := range vars {
		vars[i] = "_"
	}
	for _, c := range p.checks {
		if k := p.readResult(c); k > 0 {
			vars[k-1], used = p.resultVar(k-1), true
		}
		if c.Part != oracle.Result {
			continue
		}
		vars[c.Index], used = p.resultVar(c.Index), true
		if c.Beside {
			for i, f := range p.fn.Sig.Results {
				if f.Type.Kind == input.Error {
					vars[i] = p.resultVar(i)
				}
			}
		}
	}
	return vars, used
}

func (p *plan) resultVar(i int) string {
	return p.observedNames[oracle.ID{Part: oracle.Result, Index: i}].got
}

// maxCall is the length in bytes of a call in the head of an if statement.
const maxCall = 80

// headCall returns the variables that the head of the if statement of a check assigns the call to, or
// a form of its result. It returns "" for them if the call is a statement of its own: because another
// check needs a result, or because the form needs the result in a variable.
func (p *plan) headCall(c *check) (vars, text string) {
	if p.panicsInSome() || c != p.checks[0] || c.Part != oracle.Result || c.Received || c.Deref {
		return "", ""
	}
	if slices.ContainsFunc(p.checks[1:], func(c *check) bool { return c.Part == oracle.Result || p.readResult(c) > 0 }) {
		return "", ""
	}
	call := p.callExpr()
	names, _ := p.resultVars()
	if vars = strings.Join(names, ", "); len(vars)+len(call) > maxCall {
		return "", ""
	}
	if c.How == oracle.Errors && c.NeedsText() {
		says := !p.isAlone || c.Errors[0].Kind == oracle.Says
		switch {
		case !p.isAlone && c.Wanting(oracle.Is):
			return "", ""
		case says && len(names) == 1:
			return p.local("msg"), p.helper(errorText) + "(" + call + ")"
		}
		return vars, call
	}
	if c.Form == nil || isDirect(c.Form) {
		return vars, call
	}
	if len(names) > 1 || needsAddress(c) {
		return "", ""
	}
	text = p.formExpr(c.Form, call)
	if isBound(c.Form) {
		vars = p.local("view")
	}
	return vars, text
}

// isDirect reports whether the test compares the result, or a property of it, without a function.
func isDirect(fm *oracle.Form) bool {
	return fm.Kind == oracle.Whole || fm.Kind == oracle.NotNil || fm.Kind == oracle.Length
}

// needsAddress reports whether the form of a check is computed from the address of the value, or
// names it twice.
func needsAddress(c *check) bool {
	switch c.Form.Kind {
	case oracle.View:
		return true
	case oracle.List:
		return c.Form.Type.Kind == input.Array
	case oracle.Text:
		method, _, _ := strings.Cut(textMethod(c.Form), "(")
		return c.Form.Type.Kind != input.Pointer && types.NewMethodSet(c.GoType).Lookup(nil, method) == nil
	}
	return false
}

// panicCheck returns statements that assert the panic of a case.
func (p *plan) panicCheck(call string) string {
	format, args := p.callFormat()
	text := p.local("text")
	caught := p.helper(panicText) + "(" + p.local("t") + ", func() { " + call + " })"
	report := func(said string, more ...string) string {
		return p.failure("Fatalf", oracle.ID{Part: oracle.Panic}, format+said, append(slices.Clone(args), more...))
	}
	if p.isAlone {
		return p.singlePanic(text, caught, report)
	}
	want := p.rowVar() + ".wantPanic"
	return fmt.Sprintf("%s := %s\nif %[1]s != %[3]s {\n%[4]s}\n", text, caught, want, report(" panics with %q, want %q", text, want))
}

// guard returns the condition under which a case makes a check, with its &&.
func (p *plan) guard(c *check) (text string) {
	if c.Beside {
		for i, f := range p.fn.Sig.Results {
			if f.Type.Kind == input.Error {
				text += p.resultVar(i) + " == nil && "
			}
		}
	}
	return text
}

// assertion returns the statement that makes a check.
func (p *plan) assertion(c *check) string {
	declared, want := p.wanted(c)
	guard := p.guard(c)
	if guard != "" && c.Form != nil && isBound(c.Form) { // a view of a value that leads to itself would not end
		return declared + "if " + strings.TrimSuffix(guard, " && ") + " {\n" + p.comparison(c, want, "") + "}\n"
	}
	return declared + p.comparison(c, want, guard)
}

// comparison returns the if statement of a check.
func (p *plan) comparison(c *check, want, guard string) string {
	head, call := p.headCall(c)
	if p.readsInHead(c) {
		p.bindings = slices.Insert(p.bindings, 0, binding{c.got, p.readCall(c.Index)})
	}
	if head != "" {
		p.bindings = slices.Insert(p.bindings, 0, binding{head, call})
	}
	switch {
	case c.How == oracle.Errors && p.isAlone:
		return p.singleErrorCheck(c, head)
	case c.How == oracle.Errors:
		return p.errorCheck(c, want, head)
	case c.How == oracle.Null:
		return p.nilCheck(c, want, guard)
	}
	got := c.got
	switch form := !isDirect(c.Form); {
	case form && head != "":
		got = head
	case form || c.Form.Kind != oracle.Whole:
		if got = p.formExpr(c.Form, c.got); isBound(c.Form) {
			text := got
			got = p.local("view")
			p.bindings = slices.Insert(p.bindings, 0, binding{got, text})
		}
	}
	verb := p.verb(c)
	if c.constant != "" {
		return p.constantCheck(c, guard, got, verb)
	}
	said := " = " + verb + ", want " + verb
	if c.Level == oracle.Size {
		said = " has length %v, want %v"
	}
	shown := []string{got, want}
	if c.Form.Kind == oracle.Whole && syntax.HoldsLock(c.GoType) { // a lock must not be copied into a call
		shown = []string{address(got), "&" + want}
	}
	pair := strings.Join(shown, ", ")
	switch c.How {
	case oracle.Suffix:
		return p.assertionText(c, guard+"!"+p.stdImport("strings")+".HasSuffix("+pair+")", " = %q, want one that ends with %q", shown...)
	case oracle.Floats:
		return p.assertionText(c, guard+"!"+p.helper(sameFloat)+"("+asFloat64(c, got)+", "+asFloat64(c, want)+")", said, shown...)
	case oracle.Deep:
		return p.assertionText(c, guard+"!"+p.stdImport("reflect")+".DeepEqual("+pair+")", said, shown...)
	case oracle.Sprint:
		sprint := p.stdImport("fmt") + ".Sprintf(\"%#v\", "
		return p.assertionText(c, guard+sprint+shown[0]+") != "+sprint+shown[1]+")", said, shown...)
	}
	return p.assertionText(c, guard+got+" != "+want, said, shown...)
}

// isBound reports whether a form becomes a variable, because a function computes it.
func isBound(fm *oracle.Form) bool {
	return fm.Kind == oracle.View || fm.Kind == oracle.List || fm.Kind == oracle.Table || fm.Kind == oracle.Target || fm.Kind == oracle.Held
}

// verb returns the format verb for the values of a check.
func (p *plan) verb(c *check) string {
	switch fm := c.Form; fm.Kind {
	case oracle.Text, oracle.ErrorMsg, oracle.Printed:
		return "%q"
	case oracle.List:
		if k := fm.Elem.Kind; k == oracle.Text || k == oracle.ErrorMsg {
			return "%q"
		}
		return "%+v"
	case oracle.Length:
		return "%v"
	case oracle.View, oracle.Table, oracle.Target, oracle.Held:
		return "%+v"
	}
	if c.Type.Kind == input.Pointer || c.Type.Kind == input.Struct {
		return "%+v"
	}
	verb, _ := p.formatVerb(c.Type, c.GoType)
	return verb
}

func asFloat64(c *check, expr string) string {
	if c.Type.Bits == 64 && c.GoType.String() == "float64" {
		return expr
	}
	return "float64(" + expr + ")"
}

// errorCheck returns the comparison of an error by its message. A case with a sentinel is
// compared by errors.Is.
func (p *plan) errorCheck(c *check, want, head string) string {
	isNot := func(is string) string { return "!" + p.stdImport("errors") + ".Is(" + c.got + ", " + is + ")" }
	if !c.NeedsText() && !c.Wanting(oracle.Is) {
		return p.assertionText(c, c.got+" != nil", " = %v, want nil", c.got)
	}
	if !c.NeedsText() {
		return p.assertionAt(c, oracle.Sentinel, isNot(want), " = %v, want %v", c.got, want)
	}
	text := p.helper(errorText) + "(" + c.got + ")"
	if c.Wanting(oracle.Is) {
		is := p.rowVar() + "." + c.is
		return p.assertionAt(c, oracle.Sentinel, is+" != nil && "+isNot(is), " = %v, want %v", c.got, is) +
			p.assertionAt(c, oracle.Message, is+" == nil && "+text+" != "+want, " = %q, want %q", text, want)
	}
	text = p.message(text, head)
	return p.assertionAt(c, oracle.Message, text+" != "+want, " = %q, want %q", text, want)
}

// message returns the expression of the message of an error, and binds it to a variable unless the head
// of the statement has a variable of its own.
func (p *plan) message(text, head string) string {
	msg := p.local("msg")
	switch head {
	case "":
		p.bind(msg, text)
	case msg:
	default:
		return text
	}
	return msg
}

// assertionText returns an if statement that reports a difference.
func (p *plan) assertionText(c *check, cond, got string, args ...string) string {
	return p.assertionAt(c, c.Level, cond, got, args...)
}

// assertionAt is assertionText for a check at another level than that of c.
func (p *plan) assertionAt(c *check, level oracle.Level, cond, got string, args ...string) string {
	format, shown := p.callFormat()
	switch {
	case c.Part == oracle.After:
		format, shown = p.fn.displayName()+" leaves "+c.label, nil
	case p.isScenario():
		format, shown = p.stepLabel(c), nil
	case c.Part == oracle.Reader:
		format = "after " + format + ": " + c.label
	case c.label != "":
		format += " " + c.label
	}
	before, head := p.condition(cond)
	id := c.ID()
	id.Level = level
	return fmt.Sprintf("%sif %s {\n%s}\n", before, head, p.failure("Errorf", id, format+got, append(shown, args...)))
}

// failure returns the statement that reports the failure of a check.
func (p *plan) failure(method string, id oracle.ID, format string, args []string) string {
	list := append([]string{p.marks.mark(mark{check: id, asserts: true}).inside(quote(format))}, args...)
	return fmt.Sprintf("%s.%s(%s)\n", p.local("t"), method, strings.Join(list, ", "))
}
