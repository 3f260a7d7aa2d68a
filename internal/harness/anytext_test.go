package harness

import (
	"go/types"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// TestDated: a package that is written for a Go without any gets to see none,
// unless it has a type of that name.
func TestDated(t *testing.T) {
	bare, own := types.NewPackage("m/p", "p"), types.NewPackage("m/q", "q")
	own.Scope().Insert(types.NewTypeName(0, own, "any", nil))
	for _, tt := range []struct {
		pkg           *types.Package
		version, text string
		want          string
	}{
		{bare, "", "map[string]any", "map[string]interface{}"},
		{bare, "1.17", "any", "interface{}"},
		{bare, "1.17", "func(many anyone, ...any) x.any", "func(many anyone, ...interface{}) x.any"},
		{bare, "1.17", "[]any", "[]interface{}"},
		{bare, "1.18", "[]any", "[]any"},
		{own, "1.17", "[]any", "[]any"},
	} {
		c := &Coder{pkg: &load.Package{Source: cfg.Source{Types: tt.pkg}, Module: &load.Module{GoVersion: tt.version}}}
		if got := c.anyAsInterface(tt.text); got != tt.want {
			t.Errorf("go %s: %s becomes %s, want %s", tt.version, tt.text, got, tt.want)
		}
	}
}
