package subject

import (
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/internal/load"
	"nearmiss/internal/testdir"
)

const module = `
-- go.mod --
module m

go 1.26
-- a/a.go --
package a

import (
	"strings"

	"m/b"
)

func Clip(n int) int {
	if n > b.Max(3, n-1) {
		return b.Max(n, 3)
	}
	return strings.Count("aaa", "a")
}
-- b/b.go --
package b

import "m/b/c"

func Max(x, y int) int {
	switch {
	case x > y:
		return c.Twice(x) / 2
	}
	return y
}

func Kind(s string) int {
	switch s {
	case "a":
		return 1
	case "b":
		return 2
	}
	return 0
}
-- b/c/c.go --
package c

func Twice(n int) int {
	for range 1 {
		n *= 2
	}
	return n
}
-- d/d.go --
package d

func Unused() {}
`

// unpack writes the module and loads a package of it.
func unpack(t *testing.T, archive, pattern string) *load.Package {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	testdir.Write(t, dir, testdir.Files(archive))
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	return pkgs[0]
}

// TestModule: the packages that are reached are rewritten with numbers of
// their own, and others are not.
func TestModule(t *testing.T) {
	pkg := unpack(t, module, "./a")
	s, err := Prepare(t.Context(), pkg, nil, SetOptions{Module: true})
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	for i, want := range []string{"m/a", "m/b", "m/b/c"} {
		p := s.Parts[i]
		if p.Pkg.ImportPath != want || p.First != first {
			t.Errorf("part %d is %s from %d, want %s from %d", i, p.Pkg.ImportPath, p.First, want, first)
		}
		first += len(p.Graph.Conds)
	}
	if len(s.Parts) != 3 || s.Conditions != first || first != 5 {
		t.Errorf("%d parts with %d conditions, want 3 with 5", len(s.Parts), s.Conditions)
	}
	for name, want := range map[string]string{"a/a.go": "GtI(0,", "b/b.go": "GtI(2,", "b/c/c.go": "Taken(9)"} {
		text := string(s.Files[filepath.Join(filepath.Dir(pkg.Dir), name)])
		if !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%s", name, want, text)
		}
	}
	if s.Entry("Clip") != 0 || s.Entry("Max") != -1 {
		t.Error("entries are those of the package itself")
	}
}

// TestAlone: by default one package is rewritten, and both engines get the
// same files.
func TestAlone(t *testing.T) {
	pkg := unpack(t, module, "./a")
	s, err := Prepare(t.Context(), pkg, nil, SetOptions{Hooks: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Parts) != 1 || s.Slots == 0 || len(s.Files) != 1 {
		t.Errorf("%d parts, %d slots, %d files", len(s.Parts), s.Slots, len(s.Files))
	}
	v, root, err := s.Config(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files := v.Overlay
	if s.Path() != pkg.ImportPath || v.Dir != pkg.Dir {
		t.Errorf("the view is of %s in %s", s.Path(), v.Dir)
	}
	for at, text := range s.Files {
		if string(files[at]) != string(text) {
			t.Errorf("%s differs", at)
		}
	}
	if string(files[filepath.Join(pkg.Dir, "zznearmiss.go")]) != string(s.Codec) {
		t.Error("the generated file differs")
	}
	if _, ok := files[filepath.Join(root, "src", "zznearmiss", "probe", "state.go")]; !ok {
		t.Error("no probes")
	}
	for at := range files {
		if strings.Contains(at, "zznearmiss/worker") {
			t.Error("the worker is not part of what the executor loads")
		}
	}
}
