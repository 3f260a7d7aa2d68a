package testgen

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// plan is one test function before it is printed as source text.
type plan struct {
	*file
	fn            *Func
	cases         []Case
	name          string // name of the test function
	literals      *literals
	reader        *literals // prints values for the names of cases
	locals        *locals
	fields        *locals
	inputs        []*inputField
	verdict       *oracle.Verdict
	checks        []*check
	observedNames map[oracle.ID]names
	found         []oracle.Silence  // by a rule, without a limit of the form
	globals       []harness.Change  // package variables that calls may change
	settings      []harness.Setting // state of the standard library that calls may change
	writes        *varWrites
	notes         []omission // printed in the comment on the test function
	remarks       [][]string // by case: printed in the comment on the row
	dropped       []Dropped
	spared        int               // checks of cases that are not written, because others notice as much
	names         map[string]string // base name → local variable or table field
	bindings      []binding         // variables of the head of the next if statement

	asked map[int]oracle.Reading // by the index of their first reading: the readings that are compared
	calls map[int]string         // of a scenario: the calls of the steps, by their numbers

	isAlone bool   // the plan of one subtest, without a table
	setup   string // the statements of such a plan that make the inputs

	// Set if top-level functions make all inputs of a case at once:
	inputsVar        string // the variable that holds the inputs in the body; else empty
	inputsType       string
	inputsText       string   // declarations of the type and the functions that make the inputs
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
	constant string         // expression for the input in the call, if the table leaves it out
}

// omission records observations that are not compared, or not in full, and the reason.
type omission struct {
	manner string
	names  []string
	reason string
}

func (n omission) String() string {
	if n.names[0] == "" {
		return n.manner + ": " + n.reason + "."
	}
	return fmt.Sprintf("%s: %s (%s).", n.manner, strings.Join(n.names, ", "), n.reason)
}

func newPlan(f *file, fn *Func) *plan {
	p := &plan{file: f, fn: fn, locals: f.scope.locals(), names: map[string]string{}, observedNames: map[oracle.ID]names{}}
	p.fields = &locals{outer: &nameScope{}, used: map[string]bool{"name": true}}
	p.literals = &literals{file: f}
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
	p.hoistConstantInputs()
	if err := p.addChecks(sig); err != nil {
		return err
	}
	p.nameRecords()
	p.hoistConstantWants()
	called := append(p.makers(), p.fn.Obj)
	p.globals, p.settings = p.writes.changedBy(called...), p.writes.settingsOf(called...)
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
			p.dropped = append(p.dropped, Dropped{Func: p.fn.Sig.Name, Case: c.Name, IDs: ids(c), Reason: err.Error(), Cause: Unbuilt})
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
	if err := p.checkTimeDependence(list, c.Moments); err != nil {
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
		return p.try(func() { p.literals.inputExprs(list, make([]string, len(list))) })
	}
	for i, in := range p.inputs {
		if err := p.try(func() { p.literals.withStatements(list[i], in.field) }); err != nil {
			return fmt.Errorf("%s: %w", in.field, err)
		}
	}
	return nil
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

// note says of a value, in the comment on the test, that it is not compared.
func (p *plan) note(manner, name, why string) {
	for i := range p.notes {
		if n := &p.notes[i]; n.manner == manner && n.reason == why {
			if !slices.Contains(n.names, name) {
				n.names = append(n.names, name)
			}
			return
		}
	}
	p.notes = append(p.notes, omission{manner, []string{name}, why})
}

// variable returns an expression for a package variable.
func (p *plan) variable(v *types.Var) string {
	if p.external && v.Pkg() == p.pkg.Types {
		return p.bridge.exportVariable(v)
	}
	return p.object(v)
}

// reachable returns an expression for a package variable, and whether the test can reach it.
func (p *plan) reachable(v *types.Var) (expr string, ok bool) {
	expr, err := p.tryText(func() string { return p.variable(v) })
	return expr, err == nil
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
