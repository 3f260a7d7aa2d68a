package mutant

import (
	"encoding/json"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/internal/load"
)

func loadOne(t *testing.T, pattern string) *load.Package {
	t.Helper()
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	return pkgs[0]
}

func rewrite(t *testing.T, pkg *load.Package) *Schemata {
	t.Helper()
	s, err := Rewrite(pkg, os.ReadFile, func(*types.Func) bool { return true }, Flags)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// overlay writes the files of a schemata, and returns the path of an overlay with them.
func overlay(t *testing.T, s *Schemata) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	add := func(path string, data []byte) {
		to := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replace), filepath.Base(path)))
		if err := os.WriteFile(to, data, 0o600); err != nil {
			t.Fatal(err)
		}
		replace[path] = to
	}
	for path, data := range s.Files {
		add(path, data)
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestCompiles: packages with all their mutants compile, and their own tests pass while no mutant runs.
func TestCompiles(t *testing.T) {
	for _, pattern := range []string{"nearmiss/pathexpr", "nearmiss/smt/linear", "nearmiss/search", "nearmiss/cfg"} {
		t.Run(filepath.Base(pattern), func(t *testing.T) {
			pkg := loadOne(t, pattern)
			s := rewrite(t, pkg)
			if len(s.Mutants) < 30 {
				t.Errorf("%d mutants", len(s.Mutants))
			}
			if out, err := exec.Command("go", "test", "-overlay", overlay(t, s), "-short", "-run", "Test[A-F]", pattern).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestOldModule: the files of a module before type parameters compile with all their mutants, with build constraints of their own, too.
func TestOldModule(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.test/old\n\ngo 1.12\n",
		"max.go": "// Copyright\n\n//go:build !js && !appengine\n// +build !js,!appengine\n\n// Package old is old.\npackage old\n\n" +
			"func max(a, b int) int {\n\tif a < b {\n\t\treturn b\n\t}\n\treturn a\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	s := rewrite(t, pkgs[0])
	if len(s.Mutants) == 0 || len(s.Files) != 2 {
		t.Fatalf("%d mutants in %d files", len(s.Mutants), len(s.Files))
	}
	build := exec.Command("go", "vet", "-overlay", overlay(t, s), ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestOperators runs each mutant of a package whose tests notice each of them: the comments of its functions
// say how many they have.
func TestOperators(t *testing.T) {
	pkg := loadOne(t, "./testdata/operators")
	s := rewrite(t, pkg)
	counts := map[string]int{}
	for _, m := range s.Mutants {
		counts[m.Func.Name()]++
	}
	for _, d := range pkg.FuncDecls() {
		want, _, _ := strings.Cut(d.Doc.Text(), ":")
		if got := fmt.Sprint(counts[d.Name.Name]); got != want {
			t.Errorf("%s: %s mutants, want %s", d.Name.Name, got, want)
		}
	}
	exe := filepath.Join(t.TempDir(), "operators.test")
	over := overlay(t, s)
	if out, err := exec.Command("go", "test", "-c", "-o", exe, "-overlay", over, "./testdata/operators").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for n := range len(s.Mutants) + 1 {
		out, err := exec.Command(exe, fmt.Sprintf("-zznm.mutants=%d", n), "-test.timeout=5s").CombinedOutput()
		switch {
		case n == 0 && err != nil:
			t.Errorf("without a mutant: %v\n%s", err, out)
		case n > 0 && err == nil:
			t.Errorf("not noticed: %v", s.Mutants[n-1])
		}
	}
}

// TestTypeChecks: packages that others wrote have types with all their mutants.
func TestTypeChecks(t *testing.T) {
	patterns := []string{
		"archive/tar", "compress/flate", "container/list", "encoding/csv", "encoding/gob", "encoding/json", "encoding/xml", "go/parser", "go/printer", "go/scanner",
		"html", "image/png", "index/suffixarray", "math/big", "mime", "net/textproto", "net/url", "regexp", "regexp/syntax", "text/tabwriter", "text/template", "text/template/parse",
		"nearmiss/symexec", "nearmiss/ga", "nearmiss/ese", "nearmiss/term", "nearmiss/internal/effects", "nearmiss/internal/harness", "nearmiss/internal/testgen",
	}
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	mutants := 0
	for _, pkg := range pkgs {
		s := rewrite(t, pkg)
		mutants += len(s.Mutants)
		for path, data := range s.Files {
			files[path] = data
		}
	}
	if _, err := load.Load(t.Context(), ".", load.Options{Overlay: files, Bad: func(err error) { t.Error(err) }}, patterns...); err != nil {
		t.Error(err)
	}
	if mutants < 10_000 {
		t.Errorf("%d mutants", mutants)
	}
}
