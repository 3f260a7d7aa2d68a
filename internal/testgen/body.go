package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// body returns the statements of the test for one case: set the package variables, call,
// compare.
func (p *plan) body() (string, error) {
	var b strings.Builder
	save, set, err := p.setGlobals()
	if err != nil {
		return "", err
	}
	b.WriteString(save)
	b.WriteString(p.buildInputs())
	b.WriteString(set)
	call, err := p.callText()
	if err != nil {
		return "", err
	}
	b.WriteString(call)
	for _, o := range p.observed {
		b.WriteString(p.receiveStatements(o))
		b.WriteString(p.assertion(o))
	}
	return b.String(), nil
}

// setGlobals returns statements that set package variables to the values of the case, and
// statements that restore their old values at its end. A variable that the call may change is
// also set to its value at the start of the first test, if that is known (see beginValue), because
// another test may have changed it.
func (p *plan) setGlobals() (save, set string, err error) {
	var sets strings.Builder
	var list []*types.Var
	for _, in := range p.inputs {
		if in.global == nil {
			continue
		}
		expr, err := p.variable(in.global)
		if err != nil {
			return "", "", err
		}
		list = append(list, in.global)
		fmt.Fprintf(&sets, "%s = %s\n", expr, p.inputExpr(in))
	}
	for _, v := range p.globals {
		if slices.Contains(list, v) {
			continue
		}
		list = append(list, v)
		if expr, err := p.variable(v); err == nil {
			sets.WriteString(p.beginValue(v, expr))
		}
	}
	save, err = p.restoreStatements(list)
	return save, sets.String(), err
}

// callText returns the statements that call the function and assign the observed results to
// variables. If some case panics, they recover from the panic and compare its text. callText
// returns "" if the call is part of the condition that compares its result.
func (p *plan) callText() (string, error) {
	call, err := p.callExpr()
	if err != nil {
		return "", err
	}
	vars := make([]string, len(p.fn.Sig.Results))
	used := false
	for i := range vars {
		vars[i] = "_"
	}
	for _, o := range p.observed {
		if o.part == Result || o.part == Nilness {
			vars[o.index], used = o.resultVar(), true
		}
	}
	if used && p.callInCondition() {
		return "", nil
	}
	if op := " = "; len(vars) > 0 {
		if used && !p.panicsInSome() {
			op = " := "
		}
		call = strings.Join(vars, ", ") + op + call
	}
	if !p.panicsInSome() {
		return call + "\n", nil
	}
	var b strings.Builder
	declared := map[string]bool{}
	for _, o := range p.observed {
		if o.part != Result && o.part != Nilness || declared[o.resultVar()] {
			continue
		}
		declared[o.resultVar()] = true
		typ, err := p.typeName(value.GoTypeOf(p.fn.Sig.Results[o.index].Type))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "var %s %s\n", o.resultVar(), typ)
	}
	b.WriteString(p.panicCheck(call))
	return b.String(), nil
}

// resultVar returns the variable that holds the result of o: "got" of the expression got.field.
func (o *observation) resultVar() string {
	if o.receivedFrom != nil {
		return o.receivedFrom.channelExpr
	}
	if o.textOf != nil {
		return o.textOf.root
	}
	name, _, _ := strings.Cut(o.got, ".")
	return name
}

// callInCondition reports whether the call goes into the if statement that compares its only
// result.
func (p *plan) callInCondition() bool {
	if p.panicsInSome() || len(p.observed) != 1 || len(p.fn.Sig.Results) != 1 {
		return false
	}
	o := p.observed[0]
	return o.part != After && (o.path == "" || o.textOf.isInline()) && o.receivedFrom == nil && (o.mode != byMessage || !o.assertsMessage()) && !p.someSkipped(o)
}

// panicCheck returns statements that assert the panic of a case, or its absence. After an
// expected panic the case returns.
func (p *plan) panicCheck(call string) string {
	var b strings.Builder
	format, args := p.callFormat()
	text, t, tt := p.local("text"), p.local("t"), p.rowVar()
	fmt.Fprintf(&b, "%s := %s(func() { %s })\n", text, p.helper(panicText), call)
	wants, some := false, false
	for i := range p.cases {
		unknown := p.cases[i].isTextUnknown()
		some = some || unknown
		wants = wants || p.cases[i].Outcome.Panic != Returned && !unknown
	}
	report := func(said string, more ...string) string {
		list := append(append([]string{strconv.Quote(format + said)}, args...), more...)
		p.assertionSlots = append(p.assertionSlots, assertionSlot{part: Text})
		return fmt.Sprintf("%s.Fatalf(%s)\n", t, strings.Join(list, ", "))
	}
	want := tt + "." + p.fieldFor("wantPanic")
	if some {
		flag := tt + "." + p.fieldFor("somePanic")
		fmt.Fprintf(&b, "if %s && %s == \"\" {\n%s}\n", flag, text, report(" does not panic"))
		if wants {
			fmt.Fprintf(&b, "if !%s && %s != %s {\n%s}\n", flag, text, want, report(" panics with %q, want %q", text, want))
		} else {
			fmt.Fprintf(&b, "if !%s && %s != \"\" {\n%s}\n", flag, text, report(" panics with %q", text))
		}
	} else {
		fmt.Fprintf(&b, "if %s != %s {\n%s}\n", text, want, report(" panics with %q, want %q", text, want))
	}
	if len(p.observed) > 0 {
		fmt.Fprintf(&b, "if %s != \"\" {\nreturn\n}\n", text)
	}
	return b.String()
}

// assertion returns the statement that compares o.
func (p *plan) assertion(o *observation) string {
	if o.textOf != nil && p.callInCondition() {
		o.got = o.textOf.root // an inline call binds this variable to the text
	}
	tt := p.rowVar()
	want, skip := tt+"."+o.want, o.guard
	if p.someSkipped(o) {
		skip += "!" + tt + "." + p.skipField(o) + " && "
	}
	switch o.mode {
	case byMessage:
		return p.messageCheck(o, want, skip)
	case noError:
		return p.assertionText(o, skip+o.got+" != nil", " = %v, want nil", o.got)
	case byNil:
		if o.constant != "" {
			return p.nilCheck(o, skip)
		}
		return p.assertionText(o, skip+"("+o.got+" == nil) != "+want, " == nil is %v, want %v", o.got+" == nil", want)
	}
	if o.mode == byType {
		text := p.stdImport("fmt") + ".Sprintf(\"%T\", " + o.got + ")"
		return p.assertionText(o, skip+text+" != "+want, " is of type %s, want %s", text, want)
	}
	verb, _ := p.formatVerb(o.typ, o.goType)
	if o.typ.Kind == input.Pointer || o.typ.Kind == input.Struct {
		verb = "%+v"
	}
	if o.constant != "" {
		return p.constantCheck(o, verb)
	}
	said := " = " + verb + ", want " + verb
	got := o.got
	if o.goType != nil && holdsLock(o.goType) { // a lock must not be copied into a call
		got, want = "&"+got, "&"+want
	}
	switch o.mode {
	case byFloat:
		return p.assertionText(o, skip+"!"+p.helper(sameFloat)+"("+p.asFloat64(o, got)+", "+p.asFloat64(o, want)+")", said, got, want)
	case byDeep:
		return p.assertionText(o, skip+"!"+p.stdImport("reflect")+".DeepEqual("+got+", "+want+")", said, got, want)
	case byPrint:
		sprint := p.stdImport("fmt") + ".Sprintf(\"%#v\", "
		return p.assertionText(o, skip+sprint+got+") != "+sprint+want+")", said, got, want)
	}
	return p.assertionText(o, skip+o.got+" != "+tt+"."+o.want, said, got, want)
}

func (p *plan) asFloat64(o *observation, expr string) string {
	if o.typ.Bits == 64 && o.goType.String() == "float64" {
		return expr
	}
	return "float64(" + expr + ")"
}

// messageCheck returns the comparison of an error by its message. A case with a sentinel is
// compared by errors.Is.
func (p *plan) messageCheck(o *observation, want, skip string) string {
	tt, first := p.rowVar(), ""
	if anyFilled(o.errorIs) {
		some := tt + "." + p.fieldFor(o.want+"Is")
		if !o.assertsMessage() {
			some = want
		}
		is := "!" + p.stdImport("errors") + ".Is(" + o.got + ", " + some + ")"
		if !o.assertsMessage() {
			return p.errorIsCheck(o, skip+is, some)
		}
		first = p.errorIsCheck(o, o.guard+some+" != nil && "+is, some)
		skip += some + " == nil && "
	}
	cond := fmt.Sprintf("msg := %s(%s); msg != %s", p.helper(errorText), o.got, want)
	some := false
	for i := range p.cases {
		some = some || p.isMessageUnknown(i, o)
	}
	if !some && skip != "" {
		text := p.helper(errorText) + "(" + o.got + ")"
		return first + p.assertionText(o, skip+text+" != "+want, " = %q, want %q", text, want)
	}
	if !some {
		return p.assertionText(o, cond, " = %q, want %q", "msg", want)
	}
	flag := tt + "." + p.someError(o)
	first += p.assertionText(o, o.guard+flag+" && "+o.got+" == nil", " = nil, want one")
	return first + p.assertionText(o, "!"+flag+" && "+skip+p.helper(errorText)+"("+o.got+") != "+want, " = %v, want %q", o.got, want)
}

// errorIsCheck returns an assertion whose condition compares o by errors.Is.
func (p *plan) errorIsCheck(o *observation, cond, want string) string {
	text := p.assertionText(o, cond, " = %v, want %v", o.got, want)
	p.assertionSlots[len(p.assertionSlots)-1] = assertionSlot{part: o.part, index: o.index, path: o.path, errorIs: true}
	return text
}

// assertionText returns an if statement that reports a difference.
func (p *plan) assertionText(o *observation, cond, got string, args ...string) string {
	format, shown := p.callFormat()
	switch {
	case o.part == After:
		format, shown = p.fn.displayName()+" leaves "+o.label, nil
	case o.label != "":
		format += " " + o.label
	}
	list := append([]string{strconv.Quote(format + got)}, append(shown, args...)...)
	p.assertionSlots = append(p.assertionSlots, assertionSlot{part: o.part, index: o.index, path: o.path, message: o.mode == byMessage})
	if p.callInCondition() {
		call, _ := p.callExpr()
		if o.textOf != nil {
			call = o.textOf.convert(call)
		}
		cond = o.got + " := " + call + "; " + cond
	}
	report := "Errorf"
	if o.isFatal {
		report = "Fatalf"
	}
	return fmt.Sprintf("if %s {\n%s.%s(%s)\n}\n", cond, p.local("t"), report, strings.Join(list, ", "))
}
