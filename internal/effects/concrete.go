package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/syntax"
)

// A concrete is a concrete type with methods.
type concrete struct {
	typ     types.Type
	methods *types.MethodSet
	targets map[target]*ssa.Function // memo of universe.method
}

// A target is a method of an interface, as code calls it.
type target struct {
	iface  *types.Interface
	method *types.Func
}

// universe interns concrete types.
type universe struct {
	prog  *ssa.Program
	types typeutil.Map // to *concrete
}

// concrete returns the unique concrete for t, nil if t is an interface or has no methods.
func (u *universe) concrete(t types.Type) *concrete {
	if c, ok := u.types.At(t).(*concrete); ok {
		return c
	}
	var c *concrete
	if !types.IsInterface(t) {
		if ms := u.prog.MethodSets.MethodSet(t); ms.Len() > 0 {
			c = &concrete{t, ms, map[target]*ssa.Function{}}
		}
	}
	u.types.Set(t, c)
	return c
}

// method returns the function that a call of m runs if the interface holds a value of type c. It
// returns nil if c does not implement the interface.
func (u *universe) method(c *concrete, m target) *ssa.Function {
	if fn, ok := c.targets[m]; ok {
		return fn
	}
	var fn *ssa.Function
	if sel := c.methods.Lookup(m.method.Pkg(), m.method.Name()); sel != nil && types.Implements(c.typ, m.iface) {
		fn = u.prog.MethodValue(sel)
	}
	c.targets[m] = fn
	return fn
}

// exported returns the exported methods of c, which reflection may call.
func (u *universe) exported(c *concrete) []*ssa.Function {
	var fns []*ssa.Function
	for sel := range c.methods.Methods() {
		if sel.Obj().Exported() {
			if fn := u.prog.MethodValue(sel); fn != nil {
				fns = append(fns, fn)
			}
		}
	}
	return fns
}

// visitParts calls visit for each type of which reflection can get a value out of a value of type
// t: the types inside t and, if t is a struct, pointers to them.
func visitParts(t types.Type, visit func(types.Type)) {
	_, fields := t.Underlying().(*types.Struct)
	for _, in := range syntax.Inside(t) {
		visit(in)
		if fields {
			visit(types.NewPointer(in))
		}
	}
}
