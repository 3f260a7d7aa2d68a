package harness

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/types"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

const probePath = "zznearmiss/probe"

// mixedImporter imports what a package imports already, the probes, and packages
// that stand beside it in no cycle.
type mixedImporter struct {
	pkg    *load.Package
	probe  *types.Package
	beside map[string]*types.Package
}

func (m mixedImporter) Import(at string) (*types.Package, error) {
	switch q := m.pkg.Imports[at]; {
	case at == probePath:
		return m.probe, nil
	case at == "unsafe":
		return types.Unsafe, nil
	case q != nil && q.Types != nil:
		return q.Types, nil
	case m.beside[at] != nil && !importsAlready(m.beside[at], m.pkg.Types.Path(), map[*types.Package]bool{}):
		return m.beside[at], nil
	}
	return nil, fmt.Errorf("%s does not import %s", m.pkg.ImportPath, at)
}

// importsAlready reports whether p imports the package at, directly or not.
func importsAlready(p *types.Package, at string, seen map[*types.Package]bool) bool {
	seen[p] = true
	return p.Path() == at || slices.ContainsFunc(p.Imports(), func(q *types.Package) bool { return !seen[q] && importsAlready(q, at, seen) })
}

// beside are packages that generated files may import, by their paths.
func beside(pkgs []*load.Package) map[string]*types.Package {
	all := map[string]*types.Package{}
	var add func(*types.Package)
	add = func(p *types.Package) {
		if all[p.Path()] == nil {
			all[p.Path()] = p
			for _, q := range p.Imports() {
				add(q)
			}
		}
	}
	for _, p := range pkgs {
		add(p.Types)
	}
	return all
}

// check has the type checker read the generated file beside the package.
func check(pkg *load.Package, text []byte, probe *types.Package, beside map[string]*types.Package) error {
	file, err := parser.ParseFile(pkg.Fset, FileName, text, 0)
	if err != nil {
		return err
	}
	conf := types.Config{Importer: mixedImporter{pkg, probe, beside}, Sizes: pkg.Sizes, FakeImportC: true}
	_, err = conf.Check(pkg.ImportPath, pkg.Fset, append(slices.Clone(pkg.Files), file), nil)
	return err
}

// signAll signs every declared function of a package, in order of position,
// and counts the reasons for the others.
func signAll(c *Coder, reasons map[string]int, opts Options) (fns []*Fn) {
	for _, fn := range declared(c.pkg) {
		list, err := c.Variants(fn, opts)
		if err != nil {
			var u *UnsupportedError
			if !errors.As(err, &u) {
				panic(err)
			}
			reasons[quoted.ReplaceAllString(u.Reason, "$1 … $2")]++
			continue
		}
		fns = append(fns, list...)
	}
	return fns
}

// quoted matches the part of a reason that differs from type to type.
var quoted = regexp.MustCompile(`(?s)(interface|function|channel|type parameter|type|of package|of type) \S.*? (is|are|cannot)|^\S+ is too large`)

func declared(pkg *load.Package) (fns []*types.Func) {
	for _, obj := range pkg.Info.Defs {
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() == nil || ok && !types.IsInterface(fn.Signature().Recv().Type()) {
			fns = append(fns, fn)
		}
	}
	slices.SortFunc(fns, func(a, b *types.Func) int { return cfg.ComparePos(pkg.Fset, a.Pos(), b.Pos()) })
	return fns
}

var smokePackages = []string{
	"path", "strconv", "internal/strconv", "strings", "bytes", "sort", "math", "math/big", "math/bits", "math/cmplx", "net/netip", "net/url", "net/mail",
	"encoding/csv", "encoding/hex", "encoding/json", "text/scanner", "text/tabwriter", "text/template/parse", "container/heap", "container/list",
	"go/token", "go/ast", "go/scanner", "time", "unicode", "unicode/utf8", "regexp/syntax", "regexp", "mime", "html", "archive/tar", "image",
	"image/color", "compress/flate", "crypto/sha256", "crypto/x509", "index/suffixarray", "log/slog", "hash/crc32", "bufio", "fmt", "errors", "flag", "os", "context", "sync", "sync/atomic", "slices", "maps", "cmp", "unique", "reflect", "net/http",
}

// TestSmoke generates files for many standard packages, with and without
// globals, and has the type checker read them.
func TestSmoke(t *testing.T) {
	if testing.Short() {
		t.Skip("loads a large part of the standard library")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(200)) // most of what is loaded stays
	ctx := context.Background()
	pkgs, err := load.Load(ctx, ".", load.Options{}, smokePackages...)
	if err != nil {
		t.Fatal(err)
	}
	probe, err := load.Load(ctx, "../probe", load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	others := beside(pkgs)
	reasons := map[string]int{}
	signed, total := 0, 0
	for i, pkg := range pkgs {
		c := New(pkg)
		fns := signAll(c, reasons, Options{Globals: i%2 == 1})
		text := c.Generate(fns, File{Probe: probePath})
		if i%8 < 2 { // of both kinds
			again := New(pkg).Generate(signAll(New(pkg), map[string]int{}, Options{Globals: i%2 == 1}), File{Probe: probePath})
			if string(again) != string(text) {
				t.Errorf("%s: two runs generate different files", pkg.ImportPath)
			}
		}
		if err := check(pkg, text, probe[0].Types, others); err != nil {
			t.Errorf("%s: the generated file does not type-check: %v", pkg.ImportPath, err)
		}
		signed += len(fns)
		total += len(declared(pkg))
		t.Logf("%-20s %4d of %4d functions, %2d variables saved, %d kept", pkg.ImportPath, len(fns), len(declared(pkg)), len(c.vars().saved), len(c.Unrestored()))
	}
	t.Logf("%d of %d functions", signed, total)
	for _, r := range sortedReasons(reasons) {
		t.Logf("%5d %s", reasons[r], r)
	}
	if signed*2 < total {
		t.Errorf("only %d of %d functions can be called", signed, total)
	}
}

func sortedReasons(reasons map[string]int) []string {
	var list []string
	for r := range reasons {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b string) int {
		if reasons[a] != reasons[b] {
			return reasons[b] - reasons[a]
		}
		return strings.Compare(a, b)
	})
	return list
}

// TestReach: of the exported functions of packages that take readers, writers,
// functions and objects, all can be called.
func TestReach(t *testing.T) {
	if testing.Short() {
		t.Skip("loads several packages of the standard library")
	}
	pkgs, err := load.Load(context.Background(), ".", load.Options{}, "strings", "slices", "sort", "bufio", "io", "encoding/csv", "container/heap", "errors", "context")
	if err != nil {
		t.Fatal(err)
	}
	signed, total := 0, 0
	for _, pkg := range pkgs {
		c := New(pkg)
		for _, fn := range declared(pkg) {
			if !fn.Exported() {
				continue
			}
			total++
			f, err := c.Sign(fn, Options{})
			if err != nil {
				t.Logf("%s: %v", syntax.FuncName(fn), err)
				continue
			}
			signed++
			for i := range f.Sig.Inputs() {
				if p := f.Sig.Input(i); p.Type.Kind == input.Choice && len(p.Type.Alts) == 1 && p.Type.Alts[0].Make.IsNil() {
					t.Errorf("%s: %s can only be nil", syntax.FuncName(fn), p.Name)
				}
			}
		}
	}
	if total < 200 || signed < total*99/100 {
		t.Errorf("%d of %d functions can be called", signed, total)
	}
	t.Logf("%d of %d functions", signed, total)
}
