package load

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"nearmiss/cfg"
	"nearmiss/internal/testdir"
)

const module = `
-- go.mod --
module example.test/m

go 1.26
-- good/good.go --
package good

import "example.test/m/dep"

type T[E any] struct{ e E }

func (t *T[E]) Get() E { return t.e }
func (T[E]) Size() int { return dep.Size }

func asm(x int) int
-- good/asm.s --
-- good/other_windows.go --
package good

func Windows() {}
-- good/good_test.go --
package good

func inTest() {}
-- dep/dep.go --
package dep

const Size = 3
-- onlytests/x_test.go --
package onlytests
-- emptypattern/readme --
text
-- nogo/readme --
text
-- excluded/x.go --
//go:build neverset

package excluded
-- typeerror/a.go --
package typeerror

var a int = "x"

func f() { return 1 }
-- syntax/a.go --
package syntax

func f() {
	if {
}
-- viadep/a.go --
package viadep

import "example.test/m/typeerror"

var _ = typeerror.X
-- missing/a.go --
package missing

import _ "example.test/m/nosuch"
-- cycle1/a.go --
package cycle1

import _ "example.test/m/cycle2"
-- cycle2/a.go --
package cycle2

import _ "example.test/m/cycle1"
-- twonames/a.go --
package one
-- twonames/b.go --
package two
-- some/x/x.go --
package x
-- some/y/y_test.go --
package y
-- command/main.go --
package main

func main() {}
`

// unpack writes the module to a temporary directory.
func unpack(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	testdir.Write(t, dir, testdir.Files(module))
	return dir
}

func paths(pkgs []*Package) string {
	var out []string
	for _, p := range pkgs {
		out = append(out, p.ImportPath)
	}
	return strings.Join(out, " ")
}

func TestPatterns(t *testing.T) {
	dir := unpack(t)
	const m = "example.test/m/"
	for _, test := range []struct {
		dir, patterns, want string
	}{
		{"good", "", m + "good"},
		{"good", ".", m + "good"},
		{"", "./good", m + "good"},
		{"", m + "dep", m + "dep"},
		{"good", "../dep", m + "dep"},
		{"", "./good ./dep", m + "dep " + m + "good"},
		{"", filepath.Join(dir, "good"), m + "good"},
		{"", "./some/...", m + "some/x"}, // y has only tests
		{"", "strconv unicode/utf8", "strconv unicode/utf8"},
		{"", "unsafe", "unsafe"},
		{"", "dep/dep.go", "command-line-arguments"},
		{"", "./command", m + "command"},
	} {
		pkgs, err := Load(context.Background(), filepath.Join(dir, test.dir), Options{}, strings.Fields(test.patterns)...)
		if err != nil || paths(pkgs) != test.want {
			t.Errorf("%s in %q: %q, %v, want %q", test.patterns, test.dir, paths(pkgs), err, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	dir := unpack(t)
	for _, test := range []struct {
		pattern string
		kind    ErrorKind
		text    string
	}{
		{"./nosuch", NoPackage, "no package for ./nosuch: "},
		{"nosuch/at/all", NoPackage, "no package for nosuch/at/all: package nosuch/at/all is not in std"},
		{"./nosuch/...", NoPackage, "no package for ./nosuch/...: "},
		{"example.test/elsewhere", NoPackage, "no package for example.test/elsewhere: "},
		{"./onlytests", OnlyTests, "package example.test/m/onlytests has only test files"},
		{"./onlytests/...", OnlyTests, "package example.test/m/onlytests has only test files"},
		{"./nogo", NoGoFiles, "nogo has no Go files"},
		{"./excluded", NoGoFiles, "package example.test/m/excluded has no Go files for this system: build constraints exclude x.go (GOFLAGS=-tags=LIST sets tags)"},
		{"./typeerror", NotCompile, "typeerror/a.go:3:13: package example.test/m/typeerror does not compile: cannot use "},
		{"./syntax", NotCompile, "syntax/a.go:4:5: package example.test/m/syntax does not compile: "},
		{"./viadep", NotCompile, "typeerror/a.go:3:13: package example.test/m/viadep does not compile: "},
		{"./missing", NotCompile, "missing/a.go:3:8: package example.test/m/missing does not compile: "},
		{"./emptypattern/...", NoPackage, "matched no packages"},
		{"./cycle1", NotCompile, "import cycle"},
		{"./twonames", NotCompile, "twonames/b.go:1:1: package example.test/m/twonames does not compile: package two; expected package one"},
	} {
		pkgs, err := Load(context.Background(), dir, Options{}, test.pattern)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %d packages, %v, want an *Error", test.pattern, len(pkgs), err)
			continue
		}
		if e.Kind != test.kind || !strings.Contains(err.Error(), test.text) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v, want %v, %s", test.pattern, e.Kind, err, test.kind, test.text)
		}
	}
	_, err := Load(context.Background(), dir, Options{}, "./typeerror")
	if !strings.HasSuffix(err.Error(), "(and 1 more error)") {
		t.Errorf("%v does not count the other error", err)
	}
	if _, err := Load(context.Background(), filepath.Join(dir, "absent"), Options{}, "."); err == nil {
		t.Error("a directory that does not exist was loaded")
	}
	const noModule = "no package for .: go.mod file not found in current directory or any parent directory"
	if _, err := Load(context.Background(), t.TempDir(), Options{}, "."); err == nil || !strings.HasPrefix(err.Error(), noModule) {
		t.Errorf("outside any module: %v, want %s", err, noModule)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Load(ctx, dir, Options{}, "./good"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestPackage(t *testing.T) {
	dir := unpack(t)
	pkgs, err := Load(context.Background(), dir, Options{}, "./good")
	if err != nil {
		t.Fatal(err)
	}
	p := pkgs[0]
	if p.Name != "good" || p.Dir != filepath.Join(dir, "good") || p.Std || p.Types == nil || p.Info == nil || len(p.Files) != 1 {
		t.Errorf("package %+v", p)
	}
	if m := p.Module; m == nil || m.Path != "example.test/m" || m.Dir != dir || m.GoVersion != "1.26" || !m.Main {
		t.Errorf("module %+v", p.Module)
	}
	for what, test := range map[string][2][]string{
		"GoFiles":    {p.GoFiles, {"good.go"}},
		"OtherFiles": {p.OtherFiles, {"asm.s"}},
		"Ignored":    {p.Ignored, {"other_windows.go"}},
	} {
		var want []string
		for _, w := range test[1] {
			want = append(want, filepath.Join(dir, "good", w))
		}
		if !slices.Equal(test[0], want) {
			t.Errorf("%s = %v, want %v", what, test[0], want)
		}
	}
	dep := p.Imports["example.test/m/dep"]
	if dep == nil || dep.Types == nil || dep.Types.Scope().Lookup("Size") == nil || dep.Files != nil {
		t.Errorf("dependency %+v", dep)
	}
	if b := p.Bodyless(); len(b) != 1 || cfg.FuncName(b[0]) != "asm" || p.Fset.Position(b[0].Pos()).Line != 10 {
		t.Errorf("%d functions without a body", len(b))
	}
	var names []string
	for _, d := range p.FuncDecls() {
		names = append(names, cfg.FuncName(d))
	}
	if got := strings.Join(names, " "); got != "(*T).Get T.Size asm" {
		t.Errorf("functions %s", got)
	}
}

func TestOptions(t *testing.T) {
	dir := unpack(t)
	ctx := context.Background()
	file := filepath.Join(dir, "dep", "dep.go")
	pkgs, err := Load(ctx, dir, Options{Overlay: map[string][]byte{file: []byte("package dep\n\nfunc New() {}\n")}}, "./dep")
	if err != nil || pkgs[0].Types.Scope().Lookup("New") == nil {
		t.Errorf("overlay: %v", err)
	}
	if pkgs, err = Load(ctx, dir, Options{Env: append(os.Environ(), "GOFLAGS=-tags=neverset")}, "./excluded"); err != nil || len(pkgs[0].Files) != 1 {
		t.Errorf("flags: %v", err)
	}
	if pkgs, err = Load(ctx, dir, Options{Env: append(os.Environ(), "GOOS=windows")}, "./good"); err != nil || pkgs[0].Types.Scope().Lookup("Windows") == nil {
		t.Errorf("environment: %v", err)
	}
}

// TestImporterOfRoot: a dependency that imports a package to be loaded shares its types, although the go
// command has compiled neither.
func TestImporterOfRoot(t *testing.T) {
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{
		"go.mod": "module m\n\ngo 1.24\n",
		"a/a.go": "package a\n\ntype T struct{}\n",
		"b/b.go": "package b\n\nimport \"m/a\"\n\nvar X a.T\n",
		"c/c.go": "package c\n\nimport (\n\t\"m/a\"\n\t\"m/b\"\n)\n\nvar Y a.T = b.X\n",
	})
	pkgs, err := Load(t.Context(), dir, Options{}, "./a", "./c")
	if err != nil {
		t.Fatal(err)
	}
	a, c := pkgs[0], pkgs[1]
	if x := c.Imports["m/b"].Types.Scope().Lookup("X"); x.Type() != a.Types.Scope().Lookup("T").Type() {
		t.Error("two types T")
	}
}

// TestNameOfFlag: an error that happens to have the text of the flag that keeps the go command from
// compiling is an error all the same.
func TestNameOfFlag(t *testing.T) {
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{
		"go.mod": "module m\n\ngo 1.24\n",
		"a.go":   "package m\n\nimport _ \"m/types-only\"\n",
	})
	if _, err := Load(t.Context(), dir, Options{}, "."); err == nil || !strings.Contains(err.Error(), "m/"+notCompiled) {
		t.Errorf("an import that is missing: %v", err)
	}
}

func TestStd(t *testing.T) {
	pkgs, err := Load(context.Background(), unpack(t), Options{}, "sort", "net/netip", "net") // net may use cgo
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		if !p.Std || p.Module != nil || len(p.Files) == 0 {
			t.Errorf("%s: std %v, module %v", p.ImportPath, p.Std, p.Module)
		}
	}
}

func TestCompilerErrors(t *testing.T) {
	got := compilerErrors(packages.Error{Msg: "# m/p\np/a.go:3:13: first\n\tmore\np/b.go:5: second"})
	want := []packages.Error{{Pos: "p/a.go:3:13", Msg: "first\n\tmore"}, {Pos: "p/b.go:5", Msg: "second"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := compilerErrors(packages.Error{Msg: "# m/p\nno position"}); len(got) != 1 || got[0].Msg != "no position" {
		t.Errorf("got %q", got)
	}
}
