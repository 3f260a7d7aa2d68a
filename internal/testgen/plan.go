package testgen

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// plan is one test function before it is printed as source text.
type plan struct {
	*file
	fn             *Func
	cases          []Case
	name           string // name of the test function
	literals       *literals
	reader         *literals // prints values for the names of cases
	locals         *locals
	fields         *locals
	inputs         []*inputField
	observed       []*observation
	results        []*observation // copies from before observe changed them
	globals        []*types.Var
	writes         *varWrites
	notes          []omission // printed in the comment on the test function
	remarks        [][]string // by case: printed in the comment on the row
	dropped        []Dropped
	suppressed     []suppressedAssertion
	assertionSlots []assertionSlot   // of the assertions, in source order
	names          map[string]string // base name → local variable or table field

	// Set if top-level functions make all inputs of a case at once:
	inputsVar        string // the variable that holds the inputs in the body; else empty
	inputsType       string
	inputFuncsByCase []string // the function of each case
}

// inputField is one input: the receiver, a parameter or a package variable.
type inputField struct {
	field    string // name of the table's field
	name     string // name in the signature
	typ      *input.Type
	goType   types.Type
	global   *types.Var
	values   []*value.Value // by case
	localVar string         // variable in the body, if the body makes the input

	sharesMaker bool   // one function makes this and other inputs
	constant    string // expression for the input in the call, if the table leaves it out
}

// omission records observations that are not compared, or not in full, and the reason.
type omission struct {
	manner string
	names  []string
	reason string
}

func (n omission) String() string {
	return fmt.Sprintf("%s: %s (%s).", n.manner, strings.Join(n.names, ", "), n.reason)
}

func newPlan(f *file, fn *Func) *plan {
	p := &plan{file: f, fn: fn, locals: f.scope.locals(), names: map[string]string{}}
	p.fields = &locals{outer: &nameScope{}, used: map[string]bool{"name": true}}
	p.literals = f.literals(p.locals)
	return p
}

// build decodes the cases and decides what is asserted. An error means that the function
// cannot be tested at all.
func (p *plan) build() error {
	sig := p.fn.signature()
	if err := p.addInputs(sig); err != nil {
		return err
	}
	p.decodeCases()
	if len(p.cases) == 0 {
		return errors.New("none of its cases can be written out")
	}
	p.remarks = make([][]string, len(p.cases))
	p.addLiteralRemarks()
	p.suppressPanicTexts()
	p.markSharedMakers()
	p.hoistConstantInputs()
	if err := p.addResults(sig); err != nil {
		return err
	}
	if err := p.addAfter(); err != nil {
		return err
	}
	p.hoistConstantWants()
	return nil
}

func (p *plan) addInputs(sig *types.Signature) error {
	s := &p.fn.Sig
	if s.Recv != nil {
		name := s.Recv.Name
		if !isOrdinaryName(name) {
			name = "recv"
		}
		p.addInput(&inputField{name: s.Recv.Name, field: name, typ: s.Recv.Type, goType: value.GoTypeOf(s.Recv.Type)})
	}
	if len(s.Params) != sig.Params().Len() || (s.Recv != nil) != (sig.Recv() != nil) {
		return errors.New("the shape of its parameters does not fit its type")
	}
	for i, f := range s.Params {
		name := sig.Params().At(i).Name()
		if !isOrdinaryName(name) {
			name = "arg" + strconv.Itoa(i)
		}
		p.addInput(&inputField{name: f.Name, field: name, typ: f.Type, goType: value.GoTypeOf(f.Type)})
	}
	for _, f := range s.Globals {
		v, ok := p.pkg.Types.Scope().Lookup(f.Name).(*types.Var)
		if !ok {
			return fmt.Errorf("there is no package variable %s", f.Name)
		}
		p.addInput(&inputField{name: f.Name, field: f.Name, typ: f.Type, goType: v.Type(), global: v})
	}
	return nil
}

func isOrdinaryName(s string) bool { return s != "" && s != "_" }

func (p *plan) addInput(in *inputField) {
	switch in.field {
	case "name", "want", "wantErr", "wantPanic":
		in.field += "Arg"
	}
	in.field = p.fields.claim(in.field)
	p.inputs = append(p.inputs, in)
}

// decodeCases keeps the cases with inputs that can be written as expressions.
func (p *plan) decodeCases() {
	for i := range p.fn.Cases {
		c := p.fn.Cases[i]
		if err := p.decodeCase(&c); err != nil {
			p.dropped = append(p.dropped, Dropped{Func: p.fn.Sig.Name, Case: c.Name, IDs: ids(c), Reason: err.Error()})
			continue
		}
		p.cases = append(p.cases, c)
	}
}

func (p *plan) decodeCase(c *Case) error {
	d := &value.Decoder{Words: c.Vector}
	var list []*value.Value
	for _, in := range p.inputs {
		if syntax.Parameterized(in.goType) {
			return errors.New("it has type parameters, and it is not known for what types they stand")
		}
		v, err := d.Read(in.typ)
		if err != nil {
			return err
		}
		list = append(list, v)
	}
	if err := p.checkWritable(list); err != nil {
		return err
	}
	if err := p.checkTimeDependence(list); err != nil {
		return err
	}
	for i, in := range p.inputs {
		in.values = append(in.values, list[i])
	}
	return nil
}

// checkWritable returns an error if the inputs of a case cannot be written as expressions.
func (p *plan) checkWritable(list []*value.Value) error {
	if slices.ContainsFunc(list, (*value.Value).UsesEarlier) {
		_, _, err := p.literals.inputExprs(list, make([]string, len(list)))
		return err
	}
	for i, in := range p.inputs {
		if _, _, err := p.literals.withStatements(list[i], in.field); err != nil {
			return fmt.Errorf("%s: %w", in.field, err)
		}
	}
	return nil
}

// addResults observes the results of the cases that returned.
func (p *plan) addResults(sig *types.Signature) error {
	if len(p.fn.Sig.Results) != sig.Results().Len() {
		return errors.New("the shape of its results does not fit its type")
	}
	list := make([]*observation, len(p.fn.Sig.Results))
	for i, f := range p.fn.Sig.Results {
		list[i] = &observation{part: Result, index: i, typ: f.Type, goType: value.GoTypeOf(f.Type), values: make([]*value.Value, len(p.cases))}
	}
	p.nameResults(list, sig)
	for i := range p.cases {
		c := &p.cases[i]
		if c.Outcome.Panic != Returned {
			continue
		}
		d := &value.Decoder{Words: c.Outcome.Results}
		for _, o := range list {
			v, err := d.Read(o.typ)
			if err != nil {
				p.remark(i, "%s not compared: %v", o.name(), err)
				break
			}
			o.values[i] = v
		}
	}
	for _, o := range list {
		same := *o
		same.values = slices.Clone(o.values)
		p.results = append(p.results, &same)
		p.observe(o)
	}
	return nil
}

// equalsResult reports whether o is a pointer whose target after the call equals the target of one
// of the results in all cases. Both are then likely the same pointer, and one comparison
// suffices.
func (p *plan) equalsResult(o *observation) bool {
	return o.typ.Kind == input.Pointer && slices.ContainsFunc(p.results, func(r *observation) bool {
		return types.Identical(r.goType, o.goType) && !slices.ContainsFunc(p.cases, func(c Case) bool { return c.isSuppressed(Result, r.index, "") }) &&
			slices.EqualFunc(r.values, o.values, func(a, b *value.Value) bool { return a != nil && b != nil && a.IsUnchanged(b) })
	})
}

// name returns the name of an observation in comments.
func (o *observation) name() string {
	if o.label == "" {
		return "result"
	}
	return o.label
}

// nameResults chooses the variable and the table field of each result: got and want for a
// single result besides errors, err and wantErr for a single error, else names after the
// result's name or its index, from 0.
func (p *plan) nameResults(list []*observation, sig *types.Signature) {
	values, errs := 0, 0
	for _, o := range list {
		if o.typ.Kind == input.Error {
			errs++
		} else {
			values++
		}
	}
	for i, o := range list {
		name := sig.Results().At(i).Name()
		suffix := strconv.Itoa(i)
		if isOrdinaryName(name) {
			suffix = syntax.Capitalize(name)
			o.label = name
		}
		switch {
		case o.typ.Kind == input.Error && errs == 1:
			o.got, o.want, o.label = "err", "wantErr", "error"
		case o.typ.Kind == input.Error:
			o.got, o.want = "err"+suffix, "wantErr"+suffix
		case values == 1:
			o.got, o.want, o.label = "got", "want", ""
		default:
			o.got, o.want = "got"+suffix, "want"+suffix
		}
		if o.label == "" && len(list) > 1 && !(values == 1 && o.typ.Kind != input.Error) {
			o.label = "result " + strconv.Itoa(i)
		}
		o.got = p.locals.claim(o.got)
		o.want = p.fields.claim(o.want)
	}
}

// addAfter observes inputs and package variables after the call: an input if some case changed it,
// or if it is a stub that the function may change, and every package variable that is not an
// input. It leaves out a pointer whose target equals that of a result.
func (p *plan) addAfter() error {
	s := &p.fn.Sig
	var list []*observation
	for i, f := range s.After {
		in := p.inputNamed(f.Name)
		o := &observation{part: After, index: i, typ: f.Type, values: make([]*value.Value, len(p.cases)), unchangedByCase: make([]bool, len(p.cases))}
		switch {
		case in != nil && in.global == nil:
			o.got, o.goType, o.label, o.want = p.inputExpr(in), in.goType, in.name, in.field+"After"
			if !isOrdinaryName(in.name) {
				o.label = in.field
			}
		default:
			v, ok := p.pkg.Types.Scope().Lookup(f.Name).(*types.Var)
			if !ok {
				return fmt.Errorf("there is no package variable %s", f.Name)
			}
			expr, err := p.variable(v)
			if err != nil {
				return err
			}
			o.got, o.goType, o.label, o.want = expr, v.Type(), f.Name, f.Name+"After"
		}
		list = append(list, o)
	}
	for i := range p.cases {
		p.decodeAfter(i, list)
	}
	for _, o := range list {
		if in := p.inputNamed(s.After[o.index].Name); (in == nil || p.isChanged(o, in) || p.stubMayChange(o, in)) && !p.equalsResult(o) {
			o.want = p.fields.claim(o.want)
			p.compareTarget(o, in)
			p.observeDynamicText(o)
			p.observeDynamic(o, in)
			p.observe(o)
		}
	}
	return nil
}

func (p *plan) decodeAfter(i int, list []*observation) {
	c := &p.cases[i]
	if c.Outcome.Panic != Returned || c.Outcome.After == nil {
		return
	}
	d := &value.Decoder{Words: c.Outcome.After}
	for _, o := range list {
		v, err := d.Read(o.typ)
		if err != nil {
			p.remark(i, "%s after the call not compared: %v", o.label, err)
			return
		}
		o.values[i] = v
	}
	for _, o := range list {
		if o.typ.MayContainText() {
			o.unchangedByCase[i] = d.Next() == 1
		}
	}
}

func (p *plan) inputNamed(name string) *inputField {
	i := slices.IndexFunc(p.inputs, func(in *inputField) bool { return in.name == name })
	if i < 0 {
		return nil
	}
	return p.inputs[i]
}

func (p *plan) remark(i int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(p.remarks[i], text) {
		p.remarks[i] = append(p.remarks[i], text)
	}
}

func (p *plan) note(o *observation, why string) {
	how := "Not compared"
	if o.mode == byNil {
		how = "Only compared with nil"
	}
	for i := range p.notes {
		if n := &p.notes[i]; n.manner == how && n.reason == why {
			n.names = append(n.names, o.describedName())
			return
		}
	}
	p.notes = append(p.notes, omission{how, []string{o.describedName()}, why})
}

// variable returns an expression for a package variable.
func (p *plan) variable(v *types.Var) (string, error) {
	if p.external {
		return p.bridge.exportVariable(v)
	}
	return v.Name(), nil
}

// local returns the name of a local variable of the test function. The same base always gives
// the same name.
func (p *plan) local(base string) string {
	if p.names[base] == "" {
		p.names[base] = p.locals.claim(base)
	}
	return p.names[base]
}

func (p *plan) rowVar() string { return p.local("tt") }
