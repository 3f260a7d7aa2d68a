package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
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
		b.WriteString(p.received(o))
		b.WriteString(p.assertion(o))
	}
	return b.String(), nil
}

// setGlobals returns statements that set package variables to the values of the case, and
// statements that restore their old values at its end. Counters and flags that start at zero
// are reset in each case, because another test may have changed them.
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
		fmt.Fprintf(&sets, "%s = %s\n", expr, p.at(in))
	}
	for _, v := range p.globals {
		if slices.Contains(list, v) {
			continue
		}
		list = append(list, v)
		if expr, err := p.variable(v); err == nil {
			sets.WriteString(p.begin(v, expr))
		}
	}
	save, err = p.restore(list)
	return save, sets.String(), err
}

// callText returns the call of the function. If a case panics, the call recovers.
func (p *plan) callText() (string, error) {
	call, err := p.call()
	if err != nil {
		return "", err
	}
	vars := make([]string, len(p.fn.Sig.Results))
	used := false
	for i := range vars {
		vars[i] = "_"
	}
	for _, o := range p.observed {
		if o.what == Result || o.what == Nilness {
			vars[o.index], used = o.root(), true
		}
	}
	if used && p.inline() {
		return "", nil
	}
	if op := " = "; len(vars) > 0 {
		if used && !p.panics() {
			op = " := "
		}
		call = strings.Join(vars, ", ") + op + call
	}
	if !p.panics() {
		return call + "\n", nil
	}
	var b strings.Builder
	declared := map[string]bool{}
	for _, o := range p.observed {
		if o.what != Result && o.what != Nilness || declared[o.root()] {
			continue
		}
		declared[o.root()] = true
		typ, err := p.typeName(origin(p.fn.Sig.Results[o.index].Type))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "var %s %s\n", o.root(), typ)
	}
	b.WriteString(p.panicCheck(call))
	return b.String(), nil
}

// root returns the variable that holds the result of o: "got" of the expression got.field.
func (o *observation) root() string {
	if o.channel != nil {
		return o.channel.from
	}
	if o.textual != nil {
		return o.textual.root
	}
	name, _, _ := strings.Cut(o.got, ".")
	return name
}

// inline reports whether the call goes into the if statement that compares its only result.
func (p *plan) inline() bool {
	if p.panics() || len(p.observed) != 1 || len(p.fn.Sig.Results) != 1 {
		return false
	}
	o := p.observed[0]
	return o.what != After && (o.path == "" || o.textual.inline()) && o.channel == nil && (o.mode != byMessage || !o.says()) && !p.skips(o)
}

// panicCheck returns statements that assert the panic of a case, or its absence. After an
// expected panic the case returns.
func (p *plan) panicCheck(call string) string {
	var b strings.Builder
	format, args := p.shown()
	text, t, tt := p.local("text"), p.local("t"), p.tt()
	fmt.Fprintf(&b, "%s := %s(func() { %s })\n", text, p.helper(panicText), call)
	wants, some := false, false
	for i := range p.cases {
		unknown := p.cases[i].textUnknown()
		some = some || unknown
		wants = wants || p.cases[i].Outcome.Panic != Returned && !unknown
	}
	report := func(said, arg string, more ...string) string {
		list := append(append([]string{strconv.Quote(format + said)}, args...), more...)
		p.slots = append(p.slots, slot{what: Text})
		return fmt.Sprintf("%s.Fatalf(%s)\n", t, strings.Join(list, ", ")) + arg
	}
	want := tt + "." + p.fieldFor("wantPanic")
	if some {
		flag := tt + "." + p.fieldFor("somePanic")
		fmt.Fprintf(&b, "if %s && %s == \"\" {\n%s}\n", flag, text, report(" does not panic", ""))
		if wants {
			fmt.Fprintf(&b, "if !%s && %s != %s {\n%s}\n", flag, text, want, report(" panics with %q, want %q", "", text, want))
		} else {
			fmt.Fprintf(&b, "if !%s && %s != \"\" {\n%s}\n", flag, text, report(" panics with %q", "", text))
		}
	} else {
		fmt.Fprintf(&b, "if %s != %s {\n%s}\n", text, want, report(" panics with %q, want %q", "", text, want))
	}
	if len(p.observed) > 0 {
		fmt.Fprintf(&b, "if %s != \"\" {\nreturn\n}\n", text)
	}
	return b.String()
}

// assertion returns the statement that compares o.
func (p *plan) assertion(o *observation) string {
	if o.textual != nil && p.inline() {
		o.got = o.textual.root // an inline call binds this variable to the text
	}
	tt := p.tt()
	want, skip := tt+"."+o.want, o.guard
	if p.skips(o) {
		skip += "!" + tt + "." + p.skip(o) + " && "
	}
	switch o.mode {
	case byMessage:
		return p.messageCheck(o, want, skip)
	case noError:
		return p.check(o, skip+o.got+" != nil", " = %v, want nil", o.got)
	case byNil:
		if o.constant != "" {
			return p.nilCheck(o, skip)
		}
		return p.check(o, skip+"("+o.got+" == nil) != "+want, " == nil is %v, want %v", o.got+" == nil", want)
	}
	if o.mode == byType {
		text := p.std("fmt") + ".Sprintf(\"%T\", " + o.got + ")"
		return p.check(o, skip+text+" != "+want, " is of type %s, want %s", text, want)
	}
	verb, _ := p.verb(o.typ, o.gt)
	if o.typ.Kind == input.Pointer || o.typ.Kind == input.Struct {
		verb = "%+v"
	}
	if o.constant != "" {
		return p.zeroCheck(o, verb)
	}
	said := " = " + verb + ", want " + verb
	got := o.got
	if o.gt != nil && holdsLock(o.gt) { // a lock must not be copied into a call
		got, want = "&"+got, "&"+want
	}
	switch o.mode {
	case byFloat:
		return p.check(o, skip+"!"+p.helper(sameFloat)+"("+p.float64(o, got)+", "+p.float64(o, want)+")", said, got, want)
	case byDeep:
		return p.check(o, skip+"!"+p.std("reflect")+".DeepEqual("+got+", "+want+")", said, got, want)
	case byPrint:
		sprint := p.std("fmt") + ".Sprintf(\"%#v\", "
		return p.check(o, skip+sprint+got+") != "+sprint+want+")", said, got, want)
	}
	return p.check(o, skip+o.got+" != "+tt+"."+o.want, said, got, want)
}

func (p *plan) float64(o *observation, expr string) string {
	if o.typ.Bits == 64 && o.gt.String() == "float64" {
		return expr
	}
	return "float64(" + expr + ")"
}

// messageCheck returns the comparison of an error by its message. A case with a sentinel is
// compared by errors.Is.
func (p *plan) messageCheck(o *observation, want, skip string) string {
	tt, first := p.tt(), ""
	if filled(o.is) {
		some := tt + "." + p.fieldFor(o.want+"Is")
		if !o.says() {
			some = want
		}
		is := "!" + p.std("errors") + ".Is(" + o.got + ", " + some + ")"
		if !o.says() {
			return p.isCheck(o, skip+is, some)
		}
		first = p.isCheck(o, o.guard+some+" != nil && "+is, some)
		skip += some + " == nil && "
	}
	cond := fmt.Sprintf("msg := %s(%s); msg != %s", p.helper(errorText), o.got, want)
	some := false
	for i := range p.cases {
		some = some || p.messageUnknown(i, o)
	}
	if !some && skip != "" {
		text := p.helper(errorText) + "(" + o.got + ")"
		return first + p.check(o, skip+text+" != "+want, " = %q, want %q", text, want)
	}
	if !some {
		return p.check(o, cond, " = %q, want %q", "msg", want)
	}
	flag := tt + "." + p.someError(o)
	first += p.check(o, o.guard+flag+" && "+o.got+" == nil", " = nil, want one")
	return first + p.check(o, "!"+flag+" && "+skip+p.helper(errorText)+"("+o.got+") != "+want, " = %v, want %q", o.got, want)
}

// isCheck returns an assertion whose condition compares o by errors.Is.
func (p *plan) isCheck(o *observation, cond, want string) string {
	text := p.check(o, cond, " = %v, want %v", o.got, want)
	p.slots[len(p.slots)-1] = slot{what: o.what, index: o.index, path: o.path, is: true}
	return text
}

// check returns an if statement that reports a difference.
func (p *plan) check(o *observation, cond, said string, args ...string) string {
	format, shown := p.shown()
	switch {
	case o.what == After:
		format, shown = p.fn.said()+" leaves "+o.label, nil
	case o.label != "":
		format += " " + o.label
	}
	list := append([]string{strconv.Quote(format + said)}, append(shown, args...)...)
	p.slots = append(p.slots, slot{what: o.what, index: o.index, path: o.path, message: o.mode == byMessage})
	if p.inline() {
		call, _ := p.call()
		if o.textual != nil {
			call = o.textual.of(call)
		}
		cond = o.got + " := " + call + "; " + cond
	}
	report := "Errorf"
	if o.fatal {
		report = "Fatalf"
	}
	return fmt.Sprintf("if %s {\n%s.%s(%s)\n}\n", cond, p.local("t"), report, strings.Join(list, ", "))
}
