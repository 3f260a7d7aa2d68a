package harness

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
)

// Some fields are set after the constructor, in exported fields of its result: the separator of
// a csv.Reader, the header of an http.Request. A setting is a step that sets a field if the
// package uses the field: it assigns a scalar to the field, or adds an entry to a map.

// maxSettings is the most settings of an object.
const maxSettings = 6

// filledMaps are fields with a map that constructors make, and to which entries can therefore be added.
var filledMaps = map[string]bool{"net/http.Request.Header": true}

// settings returns the settings of an object. A field with the name of a constructor's parameter
// needs none.
func (c *Coder) settings(o *madeObject) (list []input.Alt) {
	if o.named.Obj().Pkg() != c.pkg.Types && len(o.constructors) == 0 {
		return nil
	}
	used := c.usedFields()
	for f := range o.named.Underlying().(*types.Struct).Fields() {
		if len(list) == maxSettings || !f.Exported() || !used[f.Origin()] || o.takes(f.Name()) {
			continue
		}
		b, scalar := f.Type().Underlying().(*types.Basic)
		alt := input.Alt{Name: f.Name()}
		switch {
		case filledMaps[types.TypeString(o.named, nil)+"."+f.Name()]:
			text := types.Typ[types.String]
			alt.Fields = []input.Field{c.altField("key", text), c.altField("value", text)}
			alt.Make = code.Call(code.Select(code.Select(code.New(code.Receiver), f.Name()), "Set"), code.Arg(0), code.Arg(1))
		case scalar && b.Kind() != types.UnsafePointer && c.supported(f.Type()):
			alt.Make = code.Format("%s.%s = %s", code.New(code.Receiver), f.Name(), c.argument(&alt, f))
		default:
			continue
		}
		list = append(list, alt)
	}
	return list
}

// takes reports whether a constructor has a parameter with this name, in upper or lower case.
func (o *madeObject) takes(name string) bool {
	return slices.ContainsFunc(o.constructors, func(m constructor) bool {
		params := slices.Collect(m.sig.Params().Variables())
		return slices.ContainsFunc(params, func(p *types.Var) bool { return strings.EqualFold(p.Name(), name) })
	})
}

// findUsedFields returns the fields that the package uses behind a dot.
func (c *Coder) findUsedFields() map[*types.Var]bool {
	fields := map[*types.Var]bool{}
	for n := range c.nodes {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if v, ok := c.pkg.Info.Uses[s.Sel].(*types.Var); ok {
				fields[v.Origin()] = true
			}
		}
	}
	return fields
}
