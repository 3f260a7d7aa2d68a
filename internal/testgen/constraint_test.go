package testgen

import (
	"go/build/constraint"
	"strings"
	"testing"
)

// TestBeyondRelease: a constraint on releases that build the tests anyway is none.
func TestBeyondRelease(t *testing.T) {
	for text, want := range map[string]string{
		"go1.8": "", "go1.21": "", "go1.22": "go1.22", "linux": "linux", "!go1.8": "!go1.8",
		"go1.8 && go1.18": "", "go1.8 && linux": "linux", "linux && go1.8": "linux", "linux && unix": "linux && unix",
		"go1.8 || linux": "", "go1.22 || linux": "go1.22 || linux", "!purego && (go1.8 && cgo)": "!purego && cgo",
	} {
		x, err := constraint.Parse("//go:build " + text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if rest := beyondRelease(x); rest != nil {
			got = rest.String()
		}
		if got != want {
			t.Errorf("of %q there is %q left, want %q", text, got, want)
		}
	}
	if beyondRelease(nil) != nil {
		t.Error("there is more in a constraint than was there before")
	}
}

// TestOldRelease: the test of a function in a file for an old release stands beside the other tests.
func TestOldRelease(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go": "package p\n\nfunc Half(n int) int { return n / 2 }\n",
		"b.go": "// +build go1.8\n\npackage p\n\nfunc Twice(n int) int { return 2 * n }\n",
	})
	s := emitted(t, pkg, `
		func Half
		case 4 => 2

		func Twice
		case 1 => 2`)
	if all := text(s, TestFile); !strings.Contains(all, "TestTwiceBranches(") || text(s, BuildFile) != "" {
		t.Errorf("the test of Twice is not in %s:\n%s\n%s", TestFile, all, text(s, BuildFile))
	}
}

// TestBoundCycle: of declarations that lead to each other, none is shared if one needs a constraint.
func TestBoundCycle(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go": "package p\n\nfunc Half(n int) int { return n / 2 }\n",
		"b.go": "//go:build !never\n\npackage p\n\ntype Log struct{}\n",
	})
	f := &file{pkg: pkg, decls: []topDecl{
		{name: "viewAny", text: "func viewAny(x any) any {\nswitch x := x.(type) {\ncase []any:\nreturn viewList(x)\ncase Log:\nreturn nil\n}\nreturn x\n}"},
		{name: "viewList", text: "func viewList(x []any) any {\nreturn viewAny(x[0])\n}"},
		{name: "viewInt", text: "func viewInt(x int) any {\nreturn x\n}"},
	}}
	s := &Suite{Funcs: []Func{{Obj: funcNamed(t, pkg, "Half")}}}
	shared := map[string]bool{}
	free, bound := s.bind(f, []*piece{{text: "func TestHalf() { _ = viewAny(viewInt(Half(1))) }\n"}}, shared)
	if len(free) != 0 || len(bound) != 1 || len(shared) != 1 || !shared["viewInt"] {
		t.Errorf("%d free and %d bound tests share %v", len(free), len(bound), shared)
	}
}
