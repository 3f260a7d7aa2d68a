package testgen

import (
	"go/types"

	"nearmiss/input"
	"nearmiss/internal/harness"
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
		for _, m := range packageName.FindAllStringSubmatch(v.Alt().Make, -1) {
			if fn, ok := p.pkg.Types.Scope().Lookup(m[2]).(*types.Func); ok && p.isOwn(m[1]) {
				found(fn)
			}
		}
		if len(v.Kids) > 0 {
			if fn := p.methodOn(v.Kids[0].GoType, v.Alt().Make, "$1"); fn != nil {
				found(fn)
			}
		}
		for _, s := range v.Steps {
			if fn := p.methodOn(v.GoType, s.Alt().Make, "$0"); fn != nil {
				found(fn)
			}
		}
		return false
	})
}

// methodOn returns the method of the package that a template calls on recv, a value of type t; nil if
// there is no such call.
func (f *file) methodOn(t types.Type, template, recv string) *types.Func {
	name := harness.CalledMethod(template, recv)
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
