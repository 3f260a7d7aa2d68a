package testgen

import (
	"go/types"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/value"
)

// makers returns the functions of the package that run when the inputs of a test are made:
// constructors, and methods called on the constructed objects.
func (p *plan) makers() (list []*types.Func) {
	for _, in := range p.inputs {
		for _, v := range in.values {
			list = append(list, p.makersOf(v)...)
		}
	}
	return list
}

// changesState reports whether making v changes package variables. Such a value must be made in
// the subtest, which restores the variables.
func (p *plan) changesState(v *value.Value) bool {
	return len(p.writes.changedBy(p.makersOf(v)...)) > 0
}

// makersOf returns the functions of the package that run when v is made.
func (p *plan) makersOf(v *value.Value) (list []*types.Func) {
	addMethod := func(t types.Type, name string) {
		if fn := p.method(t, name); fn != nil {
			list = append(list, fn)
		}
	}
	v.AnyPart(func(v *value.Value) bool {
		if v.Type.Kind != input.Choice {
			return false
		}
		list = append(list, harness.CalledBy(v.Alt(), p.pkg.Types)...)
		if len(v.Kids) > 0 {
			addMethod(v.Kids[0].GoType, v.Alt().Make.Method(code.Argument))
		}
		for _, s := range v.Steps {
			addMethod(v.GoType, s.Alt().Make.Method(code.Receiver))
		}
		return false
	})
	return list
}

// method returns the method of type t with a name if the package declares it, else nil.
func (f *file) method(t types.Type, name string) *types.Func {
	if name == "" || t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, f.pkg.Types, name)
	fn, _ := obj.(*types.Func)
	if fn == nil || fn.Pkg() != f.pkg.Types {
		return nil
	}
	return fn
}
