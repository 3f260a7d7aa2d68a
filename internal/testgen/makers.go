package testgen

import (
	"go/types"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/value"
)

// makers returns the functions of the package that run when the inputs of a test are made:
// constructors, and methods called on the constructed objects.
func (p *plan) makers() []*types.Func {
	var list []*types.Func
	seen := map[*types.Func]bool{}
	for _, in := range p.inputs {
		for _, v := range in.values {
			p.collect(v, func(fn *types.Func) {
				if !seen[fn] {
					seen[fn] = true
					list = append(list, fn)
				}
			})
		}
	}
	return list
}

// changesState reports whether making v changes package variables. Such a value must be made in
// the subtest, which restores the variables.
func (p *plan) changesState(v *value.Value) bool {
	changes := false
	p.collect(v, func(fn *types.Func) { changes = changes || len(p.writes.changedBy(fn)) > 0 })
	return changes
}

// collect calls found with the functions of the package that run when v is made.
func (p *plan) collect(v *value.Value, found func(*types.Func)) {
	v.AnyPart(func(v *value.Value) bool {
		if v.Type.Kind != input.Choice {
			return false
		}
		v.Alt().Make.Has(func(t *code.Tree) bool {
			if fn, ok := p.pkg.Types.Scope().Lookup(t.Text).(*types.Func); ok && t.Kind == code.Named && p.isOwn(t.Path) {
				found(fn)
			}
			return false
		})
		if len(v.Kids) > 0 {
			if fn := p.method(v.Kids[0].GoType, v.Alt().Make.Method(code.Argument)); fn != nil {
				found(fn)
			}
		}
		for _, s := range v.Steps {
			if fn := p.method(v.GoType, s.Alt().Make.Method(code.Receiver)); fn != nil {
				found(fn)
			}
		}
		return false
	})
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
