package place

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestCopy asserts that a package is copied with its module, that its tests go and come back, and that the original stays.
func TestCopy(t *testing.T) {
	module := t.TempDir()
	for dir, files := range map[string]map[string]string{
		".":        {"go.mod": "module m\n\ngo 1.26\n"},
		"p":        {"p.go": "package p\n\nfunc F() int { return 1 }\n", "p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n", "p_plan9_test.go": "package p\n"},
		"p/nested": {"n.go": "package nested\n"},
	} {
		if err := Write(filepath.Join(module, dir), files); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Copy(t.Context(), t.TempDir(), module, "p")
	if err != nil {
		t.Fatal(err)
	}
	if n, tests := p.Coverage(t.Context()), len(p.Tests()); n != 100 || tests != 2 {
		t.Errorf("%d files of tests cover %v percent", tests, n)
	}
	if err := p.Clear(); err != nil || len(p.Tests()) > 0 {
		t.Error(p.Tests(), err)
	}
	if tests, code := p.Lines(); tests != 0 || code != 3 {
		t.Errorf("%d lines of tests, %d of code", tests, code)
	}
	if n := p.Coverage(t.Context()); n != 0 {
		t.Errorf("no tests cover %v percent", n)
	}
	if err := p.Restore(); err != nil {
		t.Fatal(err)
	}
	c, err := p.Clone(filepath.Join(t.TempDir(), "clone"))
	if err != nil {
		t.Fatal(err)
	}
	if tests := c.Tests(); len(tests) != 1 || filepath.Base(tests[0]) != "p_test.go" || c.Coverage(t.Context()) != 100 {
		t.Errorf("the clone has %q", tests)
	}
	if left, _ := filepath.Glob(filepath.Join(module, "p", "*")); len(left) != 4 {
		t.Errorf("the original has %q", left)
	}
}

// TestCopyStd asserts which standard packages can be built outside of the standard library, and that the tests of both kinds
// build over other sources.
func TestCopyStd(t *testing.T) {
	if testing.Short() {
		t.Skip("builds packages of the standard library")
	}
	for _, tt := range []struct{ path, std, imported string }{
		{"container/heap", "", "subject/container/heap"},
		{"path", "path", "path"},
	} {
		p, err := Copy(t.Context(), t.TempDir(), "", tt.path)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := p.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if p.Std != tt.std || pkg.ImportPath != tt.imported || len(p.Tests()) == 0 {
			t.Errorf("%s: %q, %s with tests %q", tt.path, p.Std, pkg.ImportPath, p.Tests())
		}
		if list, _ := os.ReadDir(p.Dir); slices.ContainsFunc(list, os.DirEntry.IsDir) {
			t.Errorf("%s has directories: %v", tt.path, list)
		}
		bin := filepath.Join(t.TempDir(), "tests")
		if err := p.Build(t.Context(), bin, nil, nil); err != nil {
			t.Fatal(err)
		}
		if out, err := Command(t.Context(), p.Dir, nil, bin).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", tt.path, out)
		}
		bad := map[string][]byte{pkg.GoFiles[0]: []byte("package " + pkg.Name + "\n\nvar wrong int = nil\n")}
		if err := p.Build(t.Context(), bin, bad, nil); err == nil {
			t.Errorf("%s: other sources are not built", tt.path)
		}
	}
}

func TestMoved(t *testing.T) {
	got, err := moved("a_test.go", "package p_test\n\nimport (\n\t\"os\"\n\tq \"p\"\n)\n", "p", "m/p")
	if want := "package p_test\n\nimport (\n\t\"os\"\n\tq \"m/p\"\n)\n"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}
