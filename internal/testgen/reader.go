package testgen

import (
	"cmp"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/value"
)

// Call prints a call of a function with an input, as the function's package would write it,
// and the inputs one by one. Calls on an object after its construction are described for a
// reader: NewStack(3) then .Push(1), .Pop().
func Call(pkg *load.Package, fn *harness.Fn, vec input.Vector) (call string, inputs []string, err error) {
	p := newPlan(newReader(pkg).file, &Func{Obj: fn.Obj, Type: fn.Type, Sig: *fn.Sig})
	if err := p.addInputs(p.fn.signature()); err != nil {
		return "", nil, err
	}
	d := &value.Decoder{Words: vec}
	for _, in := range p.inputs {
		v, err := d.Read(in.typ)
		if err != nil {
			return "", nil, err
		}
		in.constant = p.literals.argument(v)
		in.values = []*value.Value{v}
		inputs = append(inputs, in.constant)
	}
	p.spread()
	call = p.callExpr()
	return call, inputs, p.err
}

// Steps prints, one by one, the calls on the receiver in an input, as Call does.
func Steps(pkg *load.Package, fn *harness.Fn, vec input.Vector) ([]string, error) {
	v, err := (&value.Decoder{Words: vec}).Read(fn.Sig.Recv.Type)
	if err != nil {
		return nil, err
	}
	r := newReader(pkg)
	list := r.stepTexts(v)
	return list, r.err
}

// newReader returns literals that print for a reader, with the names as pkg spells them.
func newReader(pkg *load.Package) *literals {
	f := newFile(pkg, &nameScope{takenNames: map[string]bool{}, decls: map[string]bool{}, imports: map[string]bool{}}, false)
	f.forReader = true
	return &literals{file: f}
}

// spread prints the receiver as an expression of its own type, and variadic arguments one by
// one.
func (p *plan) spread() {
	args := p.inputs
	if p.fn.Sig.Recv != nil {
		args[0].constant = p.literals.receiverExpr(args[0].values[0])
		args = args[1:]
	}
	for _, c := range p.fn.Sig.Chain() {
		if c.Variadic {
			last := args[c.Params-1]
			var list []string
			for _, k := range last.values[0].Kids {
				list = append(list, p.literals.argument(k))
			}
			last.constant = cmp.Or(strings.Join(list, ", "), "nil")
		}
		args = args[c.Params:]
	}
}

// then separates the construction of an object from the calls on it.
const then = " then "

// stepTexts returns the steps on a value as a reader sees them.
func (l *literals) stepTexts(v *value.Value) (list []string) {
	for _, s := range v.Steps {
		text := l.construct(s, "", nil)
		for _, assign := range []string{" = ", "* = "} { // the result of the call replaces the value
			text = strings.TrimPrefix(text, assign)
		}
		list = append(list, text)
	}
	return list
}
