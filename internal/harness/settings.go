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

// filledMaps maps a field with a map that constructors make, and to which entries can therefore
// be added, to methods that read the map.
var filledMaps = map[string][]string{
	"net/http.Request.Header": {"(*net/http.Request).Referer", "(*net/http.Request).UserAgent"},
}

// settings returns the settings of an object. A field with the name of a constructor's parameter
// needs none.
func (c *Coder) settings(o *madeObject) (list []input.Alt) {
	if o.named.Obj().Pkg() != c.pkg.Types && len(o.constructors) == 0 {
		return nil
	}
	seen := c.dottedNames()
	for f := range o.named.Underlying().(*types.Struct).Fields() {
		if len(list) == maxSettings || !f.Exported() || o.takes(f.Name()) {
			continue
		}
		readers, filled := filledMaps[types.TypeString(o.named, nil)+"."+f.Name()]
		if !seen.fields[f.Origin()] && !slices.ContainsFunc(readers, func(m string) bool { return seen.functions[m] }) {
			continue
		}
		b, scalar := f.Type().Underlying().(*types.Basic)
		alt := input.Alt{Name: f.Name()}
		switch {
		case filled:
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

// dottedNames holds the names that a package uses behind a dot.
type dottedNames struct {
	fields    map[*types.Var]bool
	functions map[string]bool // full name of a function or method
}

// findDottedNames returns the names behind a dot in the package.
func (c *Coder) findDottedNames() *dottedNames {
	names := &dottedNames{map[*types.Var]bool{}, map[string]bool{}}
	for n := range c.nodes {
		if s, ok := n.(*ast.SelectorExpr); ok {
			switch obj := c.pkg.Info.Uses[s.Sel].(type) {
			case *types.Var:
				names.fields[obj.Origin()] = true
			case *types.Func:
				names.functions[obj.FullName()] = true
			}
		}
	}
	return names
}
