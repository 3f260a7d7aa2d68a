package effects

import (
	"go/types"
	"runtime"
	"strings"
	"testing"
)

// TestTableNames: each name in the tables exists, so that there are no misspelt or outdated names.
func TestTableNames(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("some names are those of linux/amd64")
	}
	s, _ := standardStudy()
	check := func(path, name string) {
		p := s.analysis.prog.ssa.ImportedPackage(path)
		if p == nil {
			t.Errorf("%s is not loaded", path)
			return
		}
		pkg := p.Pkg
		typ, method, ok := strings.Cut(name, ".")
		obj := pkg.Scope().Lookup(typ)
		if !ok {
			if _, isFunc := obj.(*types.Func); !isFunc {
				t.Errorf("%s.%s is no function", path, name)
			}
			return
		}
		if obj == nil {
			t.Errorf("%s.%s is no type", path, typ)
			return
		}
		m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, method)
		if _, isFunc := m.(*types.Func); !isFunc {
			t.Errorf("%s.%s is no method", path, name)
		}
	}
	for path, names := range harmlessNames {
		for name := range names {
			check(path, name)
		}
	}
	for path, names := range funcKinds {
		for name := range names {
			check(path, name)
		}
	}
	for path, names := range leafVerdicts {
		for name := range names {
			check(path, name)
		}
	}
}

func TestTablesDoNotOverlap(t *testing.T) {
	for path, names := range funcKinds {
		for name := range names {
			if harmlessNames[path][name] {
				t.Errorf("%s.%s has a kind of harm and is harmless", path, name)
			}
		}
	}
	for path := range harmlessNames {
		if _, ok := boundaryKind(path); !ok {
			t.Errorf("%s is no boundary", path)
		}
	}
}

func TestRefusalString(t *testing.T) {
	tests := []struct {
		r    Refusal
		want string
	}{
		{Refusal{Kind: File, Call: "os.Remove"}, "reaches os.Remove (file)"},
		{Refusal{Kind: File, Call: "os.Remove", Chain: []string{"a", "b"}}, "reaches os.Remove (file) via a → b"},
		{Refusal{Kind: Network, Call: "net.Dial", Chain: []string{"a", "b", "c", "d", "e"}}, "reaches net.Dial (network) via a → b → c → d → e"},
		{Refusal{Kind: Signal, Call: "x", Chain: []string{"a", "b", "c", "d", "e", "f"}}, "reaches x (signal) via a → b → c → … → f"},
		{Refusal{Kind: Process, Call: "os.Exit", Init: true}, "package initialization reaches os.Exit (process)"},
	}
	for _, tt := range tests {
		if got := tt.r.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
