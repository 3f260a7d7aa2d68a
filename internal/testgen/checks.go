package testgen

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/moment"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// check is a comparison with the names that its statements use.
type check struct {
	*oracle.Check
	names
	constant string // the expected value, if the table leaves it out
}

// names are the names of an observed value.
type names struct {
	label string // in messages; empty for the only result
	got   string // expression of the value
	want  string // field of the table
	is    string // field of the table for errors.Is, if the wanted messages need one, too
}

// addChecks decides what the test asserts.
func (p *plan) addChecks(sig *types.Signature) error {
	s := &oracle.Subject{Facts: p.facts()}
	if err := p.addResults(s, sig); err != nil {
		return err
	}
	if err := p.addAfter(s); err != nil {
		return err
	}
	p.addReadings(s)
	for i := range p.cases {
		c := &p.cases[i]
		p.decodeRecord(s, i, &c.Outcome, func(o *oracle.Observed, v *value.Value) { o.Values[i] = v })
		end := oracle.End{Panics: c.Outcome.Panic != Returned, Text: c.Outcome.panicText()}
		for k := range c.Others {
			other := &c.Others[k]
			end.Others = append(end.Others, other.panicText())
			p.decodeRecord(s, i, other, func(o *oracle.Observed, v *value.Value) { o.Others[i] = append(o.Others[i], v) })
		}
		s.Ends, s.Silenced, s.Inputs = append(s.Ends, end), append(s.Silenced, c.Silenced), append(s.Inputs, p.inputsOf(i))
	}
	p.verdict = oracle.Decide(s)
	for p.silenceTimed(s) || p.silenceBroken(s) {
		p.verdict = oracle.Decide(s)
	}
	if slices.ContainsFunc(p.cases, func(c Case) bool { return len(c.Spared) > 0 }) {
		var spared [][]oracle.ID
		for i := range p.cases {
			spared = append(spared, p.cases[i].Spared)
		}
		made := p.verdict.Made()
		p.verdict.Spare(spared)
		p.spared = made - p.verdict.Made()
	}
	for _, c := range p.verdict.Checks {
		p.checks = append(p.checks, p.named(c))
	}
	p.addSilences(s)
	return nil
}

// silenceTimed silences the checks of memory to which a timer of the case may write after the call. It reports whether
// there are any.
func (p *plan) silenceTimed(s *oracle.Subject) (some bool) {
	for _, c := range p.verdict.Checks {
		for i := range p.cases {
			if len(p.cases[i].Timers) > 0 && views(c, i) {
				some = true
				s.Silenced[i] = append(slices.Clip(s.Silenced[i]), oracle.Silenced{ID: c.ID(), Why: "a timer calls a function that may write to it"})
			}
		}
	}
	return some
}

// silenceBroken silences the checks whose form cannot be printed, because a declaration that it
// needs did not compile. It reports whether there are any.
func (p *plan) silenceBroken(s *oracle.Subject) (some bool) {
	for _, c := range p.verdict.Checks {
		if c.Form == nil {
			continue
		}
		if err := p.formError(c.Form, map[*oracle.Form]bool{}); err != nil {
			some = true
			for i := range s.Silenced {
				s.Silenced[i] = append(slices.Clip(s.Silenced[i]), oracle.Silenced{ID: c.ID(), Why: err.Error()})
			}
		}
	}
	return some
}

// panicText returns the text of a panic, "" if it has none.
func (o *Outcome) panicText() string {
	if o.Panic == Returned || o.Panic == PanicOpaque {
		return ""
	}
	return o.Text
}

// facts returns the facts that the oracle asks for.
func (p *plan) facts() oracle.Facts {
	return oracle.Facts{
		Silent:      p.fn.Silent,
		Environment: p.env,
		Literal: func(v *value.Value) (int, error) {
			text, err := p.tryText(func() string { return p.literals.argument(v) })
			return len(text), err
		},
		Nameable:   func(t types.Type) error { return p.try(func() { p.typeName(t) }) },
		Hides:      func(field string) bool { return p.external && !token.IsExported(field) },
		Sentinel:   p.sentinel,
		FromPool:   p.env.FromPool(p.fn.Obj.Origin()),
		MayChange:  func(t types.Type) bool { return p.writes.coder.MayChange(p.fn.Obj, t) },
		Restore:    restoreStubParts,
		ReadsClock: p.readsClock,
	}
}

// inputsOf returns the inputs of case i.
func (p *plan) inputsOf(i int) []*value.Value {
	list := make([]*value.Value, len(p.inputs))
	for k, in := range p.inputs {
		list[k] = in.values[i]
	}
	return list
}

// observed returns an observation without values.
func (p *plan) observed(part oracle.Part, index int, t *input.Type, gt types.Type, n names) *oracle.Observed {
	p.observedNames[oracle.ID{Part: part, Index: index}] = n
	o := &oracle.Observed{Part: part, Index: index, Name: n.label, Type: t, GoType: gt, Values: make([]*value.Value, len(p.cases)), Others: make([][]*value.Value, len(p.cases))}
	if n.label == "" {
		o.Name = "result"
	}
	return o
}

// addResults adds the results to a subject.
func (p *plan) addResults(s *oracle.Subject, sig *types.Signature) error {
	if len(p.fn.Sig.Results) != sig.Results().Len() {
		return errors.New("the shape of its results does not fit its type")
	}
	for i, n := range p.resultNames(sig) {
		t := p.fn.Sig.Results[i].Type
		s.Results = append(s.Results, p.observed(oracle.Result, i, t, value.GoTypeOf(t), n))
	}
	return nil
}

// resultNames chooses the variable and the table field of each result: got and want for a
// single result besides errors, err and wantErr for a single error, else names after the
// result's name or its index, from 0.
func (p *plan) resultNames(sig *types.Signature) []names {
	list := make([]names, len(p.fn.Sig.Results))
	isError := func(i int) bool { return p.fn.Sig.Results[i].Type.Kind == input.Error }
	errs := 0
	for i := range list {
		if isError(i) {
			errs++
		}
	}
	single := len(list)-errs == 1
	for i := range list {
		n := &list[i]
		name := sig.Results().At(i).Name()
		suffix := strconv.Itoa(i)
		if isOrdinaryName(name) {
			suffix = syntax.Capitalize(name)
			n.label = name
		}
		switch {
		case isError(i) && errs == 1:
			n.got, n.want, n.label = "err", "wantErr", "error"
		case isError(i):
			n.got, n.want = "err"+suffix, "wantErr"+suffix
		case single:
			n.got, n.want, n.label = "got", "want", ""
		default:
			n.got, n.want = "got"+suffix, "want"+suffix
		}
		if n.label == "" && len(list) > 1 && !(single && !isError(i)) {
			n.label = "result " + strconv.Itoa(i)
		}
		n.got, n.want = p.locals.claim(n.got), p.fields.claim(n.want)
	}
	return list
}

// addAfter adds the inputs and package variables after the call to a subject.
func (p *plan) addAfter(s *oracle.Subject) error {
	for i, f := range p.fn.Sig.After {
		a := p.after(f)
		if p.err != nil {
			return p.err
		}
		o := p.observed(oracle.After, i, f.Type, a.goType, a.names)
		o.Variable = a.in == nil || a.in.global != nil
		if a.in != nil {
			o.Before = a.in.values
		}
		if p.fn.Sig.ReportsChange(i) {
			o.Unchanged = make([]bool, len(p.cases))
		}
		s.After = append(s.After, o)
	}
	return nil
}

// An afterPart is an input or a package variable after the call.
type afterPart struct {
	names
	in     *inputField // nil if no input
	goType types.Type
}

// after returns the input or package variable of a field of Signature.After.
func (p *plan) after(f input.Field) afterPart {
	in := p.inputNamed(f.Name)
	if in != nil && in.global == nil {
		return afterPart{names{got: p.inputExpr(in), label: in.describedName(), want: in.field + "After"}, in, in.goType}
	}
	v, ok := p.pkg.Types.Scope().Lookup(f.Name).(*types.Var)
	if !ok {
		p.failf("there is no package variable %s", f.Name)
		return afterPart{}
	}
	return afterPart{names{got: p.variable(v), label: f.Name, want: f.Name + "After"}, in, v.Type()}
}

// decodeRecord decodes the values of one outcome of case i, and hands each to set.
func (p *plan) decodeRecord(s *oracle.Subject, i int, out *Outcome, set func(*oracle.Observed, *value.Value)) {
	if out.Panic != Returned {
		return
	}
	first := out == &p.cases[i].Outcome
	decode := func(words []uint64, list []*oracle.Observed) *value.Decoder {
		d := &value.Decoder{Words: words}
		for _, o := range list {
			v, err := d.Read(o.Type)
			if err != nil && first {
				p.remark(i, "%s not compared: %v", o.Name, err)
			}
			if err != nil {
				return nil
			}
			set(o, v)
		}
		return d
	}
	decode(out.Results, s.Results)
	if out.After == nil {
		return
	}
	d := decode(out.After, s.After)
	if d == nil {
		return
	}
	for _, o := range s.After {
		if o.Unchanged != nil {
			if same := d.Next() == 1; first {
				o.Unchanged[i] = same
			}
		}
	}
	p.decodeReadings(s, i, d, set)
}

// named returns a check with the names that its statements use.
func (p *plan) named(c *oracle.Check) *check {
	n := p.observedNames[oracle.ID{Part: c.Part, Index: c.Index}]
	switch c.Level {
	case oracle.Size:
		n.want = p.fields.claim(n.want + "Len")
	case oracle.Closed:
		n.want = p.fields.claim(n.want + "Closed")
	case oracle.Ending:
		n.want = p.fields.claim(n.want + "End")
	default:
		if _, same := sameNilness(c); c.How == oracle.Null && !same {
			n.want = p.fields.claim(n.want + "Nil")
		} else if c.Part == oracle.After {
			n.want = p.fields.claim(n.want)
		}
	}
	if c.How == oracle.Errors && c.NeedsText() && c.Wanting(oracle.Is) {
		n.is = p.fields.claim(n.want + "Is")
	}
	k := &check{Check: c, names: n}
	switch {
	case c.Received && c.Level == oracle.Nilness:
	case c.Received:
		what := "values"
		if c.Level == oracle.Closed {
			what = "closed"
		}
		k.got = p.locals.claim(what)
		if k.label = what; n.label != "" {
			k.label = n.label + " " + what
		}
	case c.Form != nil && c.Form.Kind == oracle.Text && n.label != "" && textMethod(c.Form) != input.Reflected:
		k.label += "." + textMethod(c.Form) + "()"
	case c.Deref && c.Form.Kind == oracle.Whole:
		k.label = "*" + n.label
	}
	if c.Deref {
		k.got = "*" + k.got
	}
	return k
}

// sameNilness reports in same whether a value is nil in all cases or in none, and in null which of
// the two holds.
func sameNilness(c *oracle.Check) (null, same bool) {
	seen := map[bool]bool{}
	for _, v := range c.Wants {
		if v != nil {
			seen[v.IsNil], null = true, v.IsNil
		}
	}
	return null, len(seen) == 1
}

// restoreStubParts replaces errors and interfaces inside a stub, as observed after the call, by the
// inputs that the stub was made with: no method of a stub sets them.
func restoreStubParts(v, before *value.Value) {
	if v.IsNil || v.LeftOut || before.Type.Kind != input.Choice || before.IsNil || before.Alt().Decl == nil || !before.IsSameStub(v) {
		return
	}
	for j, k := range v.Kids {
		if j >= len(before.Kids) || k.IsNil || k.Type.Kind != input.Error && k.Type.Kind != input.Dynamic {
			continue
		}
		if b := before.Kids[j]; b.Type.Kind == input.Choice && !b.IsNil && !b.TakesStatements() {
			v.Kids[j] = b
		}
	}
}

// addSilences says in comments what is not compared, and why.
func (p *plan) addSilences(s *oracle.Subject) {
	for _, x := range p.verdict.Silences {
		switch {
		case x.Found:
			p.found = append(p.found, x)
		case x.Case < 0:
			p.note(x.Manner, x.Name, x.Why)
		default:
			p.remark(x.Case, "%s not compared: %s", x.Name, x.Why)
		}
	}
}

// silentError is the reason why a test would assert nothing.
type silentError string

func (e silentError) Error() string { return string(e) }

// silence returns a silentError if no case asserts anything: that a call comes back tells too little.
func (p *plan) silence() error {
	if len(p.checks) > 0 || p.panicsInSome() {
		return nil
	}
	var list []string
	for _, s := range p.verdict.Silences {
		if text := s.Name + ": " + s.Why; !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		list = []string{"it returns nothing, and changes nothing that a test sees"}
	}
	return silentError(strings.Join(list, "; "))
}

// readsClock reports whether the construction of these inputs, or the call with them, reads the
// clock.
func (p *plan) readsClock(values []*value.Value) bool {
	makes := func(v *value.Value) bool { return slices.ContainsFunc(p.makersOf(v), p.env.ReadsClock) }
	return p.env.ReadsClock(p.fn.Obj) || slices.ContainsFunc(values, makes)
}

// checkTimeDependence returns an error if the inputs are time-dependent: if they have another
// meaning at another time, and the clock is read. built lists the times that were built for them.
func (p *plan) checkTimeDependence(values []*value.Value, built []int64) error {
	const message = "%s holds %s, and the clock is looked at: the test would fail at another time"
	if moment.AnyNear(built, p.env.Now) && p.readsClock(values) {
		return fmt.Errorf(message, "the input", "a time close to now")
	}
	for i, v := range values {
		why := ""
		v.AnyPart(func(v *value.Value) bool {
			why = p.env.TimeDependent(v)
			return why != ""
		})
		if why != "" && p.readsClock(values) {
			return fmt.Errorf(message, p.inputs[i].field, why)
		}
	}
	return nil
}
