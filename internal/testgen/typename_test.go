package testgen

import (
	"go/types"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// TestAny asserts that any is written unless the package has one of its own.
func TestAny(t *testing.T) {
	value := types.Universe.Lookup("any").Type()
	list := types.NewMap(types.Typ[types.String], types.NewSlice(value))
	pkg := &load.Package{Source: cfg.Source{Types: types.NewPackage("example.com/p", "p")}}
	f := newFile(pkg, nil, false)
	if got, err := f.tryText(func() string { return f.typeName(list) }); err != nil || got != "map[string][]any" {
		t.Errorf("%s, %v", got, err)
	}
	pkg.Types.Scope().Insert(types.NewTypeName(0, pkg.Types, "any", nil))
	if got, err := f.tryText(func() string { return f.typeName(list) }); err == nil {
		t.Errorf("%s in a package with an any of its own", got)
	}
}
