package testgen

import (
	"bytes"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
)

const bridged = `
	func longestCommonSuffix
	case "ab" "cb" => 1
	cover search.go:1:1/T
	func (*Builder).grow
	case 1 0 0 5 => ; 1 0 1
	cover builder.go:1:1/T
	func (*Replacer).build
	case 1 0 3 "a" "b" => 1 ; 1 0 3 "a" "b"
	cover replace.go:3:1/F`

// TestBridgeStays: whichever cases a suite has, it is checked with the same
// bridge; what is written holds only what the suite needs.
func TestBridgeStays(t *testing.T) {
	pkg := loadOne(t, ".", "strings")
	funcs := parseCases(t, pkg, bridged)
	p, err := Prepare(pkg, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	first, err := p.Emit(funcs)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]Func{funcs, funcs[:1], funcs[1:2], {funcs[2], funcs[0]}} {
		s, err := p.Emit(list)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.bridge, first.bridge) {
			t.Errorf("%v: bridge\n%s\nwant\n%s", s.Tests, s.bridge, first.bridge)
		}
		for _, part := range []struct{ test, name string }{
			{"Test_longestCommonSuffixBranches", "NearmissLongestCommonSuffix"},
			{"TestBuilder_growBranches", "NearmissBuilderGrow"},
			{"TestReplacer_buildBranches", "NearmissNewReplacer"},
		} {
			if want := slices.Contains(s.Tests, part.test); strings.Contains(text(s, BridgeFile), part.name) != want {
				t.Errorf("%v: %s is there: %v, want %v", s.Tests, part.name, !want, want)
			}
		}
	}
}

// TestBridgeFault: an export that does not compile goes with the tests that
// need it, and with these alone.
func TestBridgeFault(t *testing.T) {
	pkg := loadOne(t, ".", "strings")
	p, err := Prepare(pkg, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Emit(parseCases(t, pkg, bridged))
	if err != nil {
		t.Fatal(err)
	}
	line := 1 + bytes.Count(s.bridge[:bytes.Index(s.bridge, []byte("= longestCommonSuffix"))], []byte("\n"))
	if s.LeaveOut(s.At(BridgeFile, 1), "no") {
		t.Error("the head of the bridge is no export")
	}
	for range 2 {
		if !s.LeaveOut(s.At(BridgeFile, line), "no") {
			t.Fatal("it is no export")
		}
	}
	if s, err = s.With(s.Funcs, nil); err != nil {
		t.Fatal(err)
	}
	if got := reasons(s.Dropped); len(s.Dropped) != 1 || !strings.HasPrefix(got, "longestCommonSuffix/: longestCommonSuffix cannot be exported for its test: no") {
		t.Errorf("dropped %s", got)
	}
	if len(s.Tests) != 2 || bytes.Contains(s.bridge, []byte("= longestCommonSuffix")) {
		t.Errorf("%v\n%s", s.Tests, s.bridge)
	}
}

// TestConstructorShapes: what is set of a type in one place and read of it in
// another may be different fields.
func TestConstructorShapes(t *testing.T) {
	pkg := loadOne(t, ".", "strings")
	f := newFile(pkg, newScope(pkg, false), true)
	newBridge(pkg).exportFor(f)
	named := pkg.Types.Scope().Lookup("Replacer").Type().(*types.Named)
	oldnew := input.Field{Name: "oldnew", Type: &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.String}}}
	r := input.Field{Name: "r", Type: &input.Type{Kind: input.Opaque}}
	var names []string
	for _, fields := range [][]input.Field{{oldnew}, {r, oldnew}, {oldnew}} {
		names = append(names, f.bridge.exportConstructor(&input.Type{Kind: input.Struct, Fields: fields, Go: "Replacer"}, named))
	}
	if f.err != nil {
		t.Fatal(f.err)
	}
	if names[0] == names[1] || names[0] != names[2] {
		t.Errorf("constructors %v", names)
	}
}

// TestPrepareFlags: GOFLAGS of the process do not decide whether tests are external.
func TestPrepareFlags(t *testing.T) {
	pkg := loadOne(t, ".", "unicode/utf8")
	env := append(os.Environ(), "GOFLAGS=")
	t.Setenv("GOFLAGS", "-json")
	p, err := Prepare(pkg, Header{Env: env})
	if err != nil || !p.external {
		t.Errorf("external %v, %v", p != nil && p.external, err)
	}
}
