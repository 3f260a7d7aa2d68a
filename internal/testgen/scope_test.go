package testgen

import (
	"fmt"
	"nearmiss/internal/testdir"
	"os/exec"
	"strings"
	"testing"
)

// allHelpers are the functions that the tests of a file share.
var allHelpers = []helper{errorText, panicText, sameFloat, mustHelper, draining, drain, takeOneHelper, takePairs}

// TestHelperNames: a helper never has a name that the package, a file of another build
// or a test file declares, or by which one of these imports a package.
func TestHelperNames(t *testing.T) {
	declare := func(name string) string { return fmt.Sprintf("func %s() {}\n", name) }
	imports := func(form string) func(string) string {
		return func(name string) string { return fmt.Sprintf(form, name) }
	}
	for _, tt := range []struct {
		where, suffix, head string // suffix of the name of a file
		line                func(name string) string
	}{
		{"the package", "_own.go", "package p\n", declare},
		{"its types", "_own.go", "package p\n", func(name string) string { return fmt.Sprintf("type %s int\n", name) }},
		{"its variables", "_own.go", "package p\n", func(name string) string { return fmt.Sprintf("var a%[1]s, %[1]s int\n", name) }},
		{"a build with the race detector", "_own.go", "//go:build race\n\npackage p\n", declare},
		{"a build for another system", "_own_plan9.go", "package p\n", declare},
		{"a test", "_own_test.go", "package p\n", declare},
		{"an external test", "_own_test.go", "package p_test\n", declare},
		{"a test of another build", "_own_test.go", "//go:build race\n\npackage p\n", declare},
		{"the package's imports", "_own.go", "package p\n", imports("import _ \"example.com/p/x\"\nimport \"example.com/p/lib/%[1]s/v2\"\nvar _ = %[1]s.X\n")},
		{"an import under another name", "_own.go", "package p\n", imports("import %[1]s \"example.com/p/x\"\nvar _ = %[1]s.X\n")},
		{"a test's imports", "_own_test.go", "package p\n", imports("import \"example.com/p/lib/%[1]s/v2\"\nvar _ = %[1]s.X\n")},
		{"imports of another module", "_own_test.go", "//go:build race\n\npackage p\n", imports("import \"example.com/go-%[1]s.v2\"\nvar _ = %[1]s.X\n")},
	} {
		t.Run(tt.where, func(t *testing.T) {
			files := map[string]string{"a.go": "package p\n", "x/x.go": "package x\n\nvar X int\n"}
			for _, h := range allHelpers {
				files[string(h)+tt.suffix] = tt.head + tt.line(string(h))
				files["lib/"+string(h)+"/v2/x.go"] = fmt.Sprintf("package %s\n\nvar X int\n", h)
			}
			pkg := module(t, files)
			for _, h := range allHelpers {
				if got := newFile(pkg, newScope(pkg, false), false).helper(h); got != string(h)+"2" {
					t.Errorf("%s is taken, and the helper is called %s", h, got)
				}
			}
		})
	}
}

// TestHelperAfterImport: a helper does not have the name of a package that the
// emitted file imports, whichever of them is first.
func TestHelperAfterImport(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n"})
	f := newFile(pkg, newScope(pkg, false), false)
	if alias, name := f.use("example.com/must", "must"), f.helper(mustHelper); alias == name {
		t.Errorf("a package and a helper are both called %s", name)
	}
	if name, alias := f.helper(takeOneHelper), f.use("example.com/take", "take"); alias == name {
		t.Errorf("a helper and a package are both called %s", name)
	}
}

// TestVerifyNamesTaken: names that only the compiler knows to be taken cost no test.
func TestVerifyNamesTaken(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go":          "package p\n\nimport \"errors\"\n\nfunc Half(n int) (float64, error) {\n\tif n < 0 {\n\t\treturn 0, errors.New(\"below zero\")\n\t}\n\tif n > 99 {\n\t\tpanic(\"above\")\n\t}\n\treturn float64(n) / 2, nil\n}\n",
		"dotted/a.go":   "package dotted\n\nfunc TestHalfBranches() {}\n",
		"other/a.go":    "package errorText\n\nvar X int\n",
		"another/a.go":  "package panicText\n\nvar X int\n",
		"z_own_test.go": "package p\n\nimport (\n\t. \"example.com/p/dotted\"\n\t\"example.com/p/other\"\n\t\"example.com/p/another\"\n)\n\nvar _, _, _ = TestHalfBranches, errorText.X, panicText.X\n",
	})
	s := emitted(t, pkg, `
		func Half
		case -1 => 0. 1 "below zero"
		case 5 => 2.5 0
		func Half
		case 100 => panic above`)
	s, report := verified(t, s, quick)
	if len(s.Funcs) != 2 || len(report.Dropped) > 0 {
		t.Fatalf("%d functions left, dropped:\n%s", len(s.Funcs), reasons(report.Dropped))
	}
	all := text(s, TestFile) + text(s, PanicFile)
	for _, want := range []string{"func TestHalfBranches2(", "func errorText2(", "func panicText2("} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in\n%s", want, all)
		}
	}
	testdir.Write(t, pkg.Dir, map[string]string{TestFile: text(s, TestFile), PanicFile: text(s, PanicFile)})
	cmd := exec.Command("go", "test")
	cmd.Dir = pkg.Dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s", out)
	}
}
