package harness

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// foreignCase is the text in the helper Foreign before which the case of foreignErrors stands.
const foreignCase = "\tcase interface {\n\t\tIs(error) bool\n"

// foreignHelper returns the helper that tells errors which the operating system or another module
// has made: their texts change without a change of the package.
func (g *generator) foreignHelper() string {
	list := g.foreignErrors()
	if len(list) == 0 {
		return helperText["Foreign"]
	}
	return strings.Replace(helperText["Foreign"], foreignCase, "\tcase "+strings.Join(list, ", ")+":\n\t\treturn true\n"+foreignCase, 1)
}

// foreignErrors lists the exported types of directly imported packages of other modules that are
// errors.
func (g *generator) foreignErrors() (list []string) {
	for _, path := range slices.Sorted(maps.Keys(g.c.pkg.Imports)) {
		q := g.c.pkg.Imports[path]
		if q.Std || q.Types == nil || q.Module == nil || g.c.pkg.Module == nil || q.Module.Path == g.c.pkg.Module.Path {
			continue
		}
		if _, ok := g.c.qualify(q.Types.Path()); !ok {
			continue
		}
		for _, name := range q.Types.Scope().Names() {
			obj, ok := q.Types.Scope().Lookup(name).(*types.TypeName)
			if ok && obj.Exported() && !obj.IsAlias() {
				list = append(list, g.asError(obj)...)
			}
		}
	}
	return list
}

// asError returns the type, or the pointer to it, that is an error.
func (g *generator) asError(obj *types.TypeName) []string {
	named, ok := obj.Type().(*types.Named)
	if !ok || types.IsInterface(named) || named.TypeParams().Len() > 0 {
		return nil
	}
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	star := ""
	if !types.Implements(named, failure) {
		if star = "*"; !types.Implements(types.NewPointer(named), failure) {
			return nil
		}
	}
	return []string{star + g.qualifier(obj.Pkg().Path()) + "." + obj.Name()}
}
