package testgen

import (
	"bytes"
	"context"
	"errors"
	"go/types"
	"slices"
	"strings"
	"testing"
	"time"

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
	p, err := Prepare(pkg, funcs, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	stub, err := p.stub()
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]Func{funcs, funcs[:1], funcs[1:2], {funcs[2], funcs[0]}} {
		s, err := p.Emit(list)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.bridge, stub.bridge) {
			t.Errorf("%v: bridge\n%s\nwant\n%s", s.Tests, s.bridge, stub.bridge)
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
	p, err := Prepare(pkg, parseCases(t, pkg, bridged), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Emit(p.all)
	if err != nil {
		t.Fatal(err)
	}
	line := 1 + bytes.Count(s.bridge[:bytes.Index(s.bridge, []byte("= longestCommonSuffix"))], []byte("\n"))
	d := diagnostic{file: BridgeFile, line: line, msg: "no"}
	v := &verifier{runner: &runner{names: map[string]string{BridgeFile: BridgeFile, TestFile: TestFile}}, report: &Report{}}
	if err := v.blameText(s, []diagnostic{d, d}); err != nil || !v.changed {
		t.Fatal(err, v.changed)
	}
	if s, err = s.without(nil); err != nil {
		t.Fatal(err)
	}
	if got := reasons(s.Dropped); len(s.Dropped) != 1 || !strings.HasPrefix(got, "longestCommonSuffix/: longestCommonSuffix cannot be exported for its test: no") {
		t.Errorf("dropped %s", got)
	}
	if len(s.Tests) != 2 || bytes.Contains(s.bridge, []byte("= longestCommonSuffix")) {
		t.Errorf("%v\n%s", s.Tests, s.bridge)
	}
	if err := v.blameText(s, []diagnostic{{file: BridgeFile, line: 1, msg: "no"}}); err == nil {
		t.Error("no error for what no export is to blame for")
	}
}

// TestConstructorShapes: what is set of a type in one place and read of it in
// another may be different fields.
func TestConstructorShapes(t *testing.T) {
	pkg := loadOne(t, ".", "strings")
	f := newFile(pkg, newScope(pkg, false), true)
	named := pkg.Types.Scope().Lookup("Replacer").Type().(*types.Named)
	oldnew := input.Field{Name: "oldnew", Type: &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.String}}}
	r := input.Field{Name: "r", Type: &input.Type{Kind: input.Opaque}}
	var names []string
	for _, fields := range [][]input.Field{{oldnew}, {r, oldnew}, {oldnew}} {
		name, err := f.bridge.constructor(&input.Type{Kind: input.Struct, Fields: fields, Go: "Replacer"}, named)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if names[0] == names[1] || names[0] != names[2] {
		t.Errorf("constructors %v", names)
	}
}

// TestVerifyDeadline: what is not verified in time is not there, and that is
// no error.
func TestVerifyDeadline(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n"})
	const cases = "func Same\ncase 1 => 1\ncover a.go:3:1/T"
	opts := quick
	opts.Deadline = time.Now()
	s, report := verified(t, emitted(t, pkg, cases), opts)
	if !report.Late || len(s.Funcs) != 0 || len(s.Files) != 0 || len(report.Dropped) != 1 {
		t.Errorf("late %v, %d functions, %d files, dropped\n%s", report.Late, len(s.Funcs), len(s.Files), reasons(report.Dropped))
	}
	opts.Deadline = time.Now().Add(10 * time.Minute)
	s, report = verified(t, emitted(t, pkg, cases), opts)
	if report.Late || len(s.Funcs) != 1 {
		t.Errorf("late %v, %d functions", report.Late, len(s.Funcs))
	}
	opts.Deadline = time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Verify(ctx, emitted(t, pkg, cases), opts); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gives up hears %v", err)
	}
}

// TestVerifyClaims: after a case is gone, the others' claims are asked for.
func TestVerifyClaims(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"os\"\n\nfunc Leave(n int) {\n\tif n > 0 {\n\t\tos.Exit(n)\n\t}\n}\n\nfunc Same(n int) int { return n }\n"})
	s := emitted(t, pkg, "func Leave\ncase 7 =>\ncover a.go:6:5/T\ncase 0 =>\ncover a.go:6:5/F\nfunc Same\ncase 1 => 1\ncover a.go:11:1/T")
	opts := quick
	asked := 0
	opts.Claims = func(_ context.Context, funcs []Func) error {
		asked++
		if len(funcs) != 2 || len(funcs[0].Cases) != 1 || funcs[0].Cases[0].Vector[0] != 0 {
			t.Errorf("asked about %+v", funcs)
		}
		funcs[0].Cases[0].Covers = nil
		return nil
	}
	s, report := verified(t, s, opts)
	if asked != 1 || report.Rounds != 2 || len(s.Funcs) != 2 {
		t.Errorf("asked %d times in %d rounds, %d functions", asked, report.Rounds, len(s.Funcs))
	}
	if src := text(s, TestFile); strings.Contains(src, "a.go:6:5") || !strings.Contains(src, "a.go:11:1/T") {
		t.Errorf("claims\n%s", src)
	}
}

// TestVerifyKillers: however many cases end their process, all of them are
// found with one build.
func TestVerifyKillers(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"os\"\n\nfunc Leave(n int) int {\n\tif n%2 > 0 {\n\t\tos.Exit(n)\n\t}\n\treturn n\n}\n"})
	s := emitted(t, pkg, "func Leave\ncase 1 => 1\ncover a.go:6:5/T\ncase 3 => 3\ncover a.go:6:5/T\ncase 5 => 5\ncover a.go:6:5/T\ncase 2 => 7\ncover a.go:6:5/F\ncase 4 => 4\ncover a.go:6:5/F")
	s, report := verified(t, s, quick)
	if report.Rounds != 2 || len(s.Funcs) != 1 || len(s.Funcs[0].Cases) != 2 || len(report.Dropped) != 4 {
		t.Errorf("%d rounds, dropped\n%s", report.Rounds, reasons(report.Dropped))
	}
}

// TestVerifyVetOfUser: what vet says of the user's own files is not held
// against the tests, and what it says of the tests still is.
func TestVerifyVetOfUser(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"fmt\"\n\nfunc Same(n int) int {\n\tfmt.Sprintf(\"%s\", n)\n\treturn n\n}\n"})
	s, report := verified(t, emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T"), quick)
	if report.Rounds != 1 || len(s.Funcs) != 1 {
		t.Errorf("%d rounds, dropped\n%s", report.Rounds, reasons(report.Dropped))
	}
}

// TestWarmBrokenTests: warming finds that the package's own tests do not build,
// with the same words as the checks; what else keeps it from its end is no error.
func TestWarmBrokenTests(t *testing.T) {
	const src = "package p\n\nfunc Same(n int) int { return n }\n"
	own := func(body string) map[string]string {
		return map[string]string{"a.go": src, "a_test.go": "package p\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\nfunc TestSame(t *testing.T) { fmt.Sprintf(" + body + ") }\n"}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		what  string
		files map[string]string
		ctx   context.Context
		want  string
	}{
		{"undefined", own("missing"), t.Context(), "a_test.go:8:43: the package's own tests do not build: undefined: missing"},
		{"vet", own("\"%d\", \"x\""), t.Context(), ""},
		{"no time", own("missing"), over, ""},
		{"well", own("\"%d\", Same(1)"), t.Context(), ""},
	} {
		pkg := module(t, c.files)
		p, err := Prepare(pkg, parseCases(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T"), goldenHeader)
		if err != nil {
			t.Fatal(err)
		}
		switch err := p.Warm(c.ctx, quick); {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		case err != nil && !errors.As(err, new(*BrokenTestsError)):
			t.Errorf("%s: %T", c.what, err)
		}
	}
}

// TestVetApart: once it is known that vet objects to the user's files each
// suite takes one build, and what vet says of ours still counts.
func TestVetApart(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"fmt\"\n\nfunc Same(n int) int {\n\tfmt.Sprintf(\"%s\", n)\n\treturn n\n}\n"})
	funcs := parseCases(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T")
	p, err := Prepare(pkg, funcs, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Warm(t.Context(), quick); err != nil || !p.vetApart {
		t.Fatalf("warmed: %v, vet apart %v", err, p.vetApart)
	}
	suite, err := p.Emit(funcs)
	if err != nil {
		t.Fatal(err)
	}
	v := newVerifier(&runner{opts: quick, temp: t.TempDir(), names: map[string]string{}}, &Report{Count: quick.Count})
	v.opts.Log = func(string, ...any) {}
	if err := v.begin(t.Context(), suite); err != nil || v.builds != 1 || v.changed {
		t.Errorf("%v, %d builds, changed %v", err, v.builds, v.changed)
	}
	i := slices.IndexFunc(suite.Files, func(f File) bool { return f.Name == TestFile })
	suite.Files[i].Data = append(suite.Files[i].Data, "\nfunc ours() { fmt.Sprintf(\"%d\", \"x\") }\n"...)
	if !bytes.Contains(suite.Files[i].Data, []byte("\"fmt\"")) {
		suite.Files[i].Data = bytes.Replace(suite.Files[i].Data, []byte("import ("), []byte("import (\n\t\"fmt\""), 1)
	}
	r := &runner{opts: quick, temp: t.TempDir(), names: map[string]string{}}
	if err := r.place(suite); err != nil {
		t.Fatal(err)
	}
	if text, ok, err := r.compile(t.Context(), false, true); ok || err != nil || len(r.mine(text)) == 0 {
		t.Errorf("what vet says of our file: %v, %v, %q", ok, err, text)
	}
}
