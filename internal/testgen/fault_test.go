package testgen

import (
	"go/types"
	"strings"
	"testing"
)

// TestFaults hands over what no correct caller does: the fault stays with its
// function.
func TestFaults(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Bad(n int) int { return n }\n\nfunc Good(n int) int { return n }\n"})
	funcs := parseCases(t, pkg, "func Bad\ncase 1 => 1\ncover a.go:3:1/T\nfunc Good\ncase 1 => 1\ncover a.go:5:1/T")
	for name, spoil := range map[string]func(*Func){
		"panic": func(f *Func) { f.Obj = nil },
		"text":  func(f *Func) { f.Obj = types.NewFunc(f.Obj.Pos(), f.Obj.Pkg(), "Bad name", f.Obj.Signature()) },
	} {
		t.Run(name, func(t *testing.T) {
			list := clone(funcs)
			spoil(&list[0])
			s, err := emit(pkg, list, goldenHeader)
			if err != nil {
				t.Fatal(err)
			}
			if got := reasons(s.Dropped); !strings.HasPrefix(got, "Bad/: a fault of nearmiss") || len(s.Dropped) != 1 {
				t.Errorf("dropped %s", got)
			} else if name == "panic" && !strings.Contains(got, ".go:") {
				t.Errorf("%s does not say where", got)
			}
			if len(s.Tests) != 1 || s.Tests[0] != "TestGoodBranches" || strings.Contains(text(s, TestFile), "Bad") {
				t.Errorf("%v\n%s", s.Tests, text(s, TestFile))
			}
		})
	}
}
