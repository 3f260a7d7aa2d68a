package testgen

import (
	"go/types"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// TestAny asserts that any is written where the package knows it, and interface{}
// elsewhere.
func TestAny(t *testing.T) {
	value := predeclaredAny.Type()
	list := types.NewMap(types.Typ[types.String], types.NewSlice(value))
	for _, tt := range []struct {
		version string
		own     bool // the package has an any of its own
		want    string
	}{
		{"1.17", false, "map[string][]interface{}"},
		{"", false, "map[string][]interface{}"},
		{"1.18", false, "map[string][]any"},
		{"1.18", true, "map[string][]interface{}"},
	} {
		pkg := &load.Package{Source: cfg.Source{Types: types.NewPackage("example.com/p", "p")}, Module: &load.Module{GoVersion: tt.version}}
		if tt.own {
			pkg.Types.Scope().Insert(types.NewTypeName(0, pkg.Types, "any", nil))
		}
		if got, err := newFile(pkg, nil, false).typeName(list); err != nil || got != tt.want {
			t.Errorf("%+v: %s, %v", tt, got, err)
		}
	}
}
