package nearmiss_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

const module = "nearmiss"

// private reports whether nobody outside can import the package.
func private(path string) bool {
	return strings.Contains(path+"/", "/internal/")
}

// TestPublic: no exported signature of a public package mentions an internal type.
func TestPublic(t *testing.T) {
	var faults []string
	for _, p := range public(t) {
		w := walker{pkg: p.Types, seen: map[types.Type]bool{}}
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			if obj := scope.Lookup(name); obj.Exported() {
				w.object(p.PkgPath+"."+name, obj)
			}
		}
		faults = append(faults, w.faults...)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// TestExamples: every public package that has functions to call has example tests, which
// import public packages alone.
func TestExamples(t *testing.T) {
	for _, p := range public(t) {
		if p.PkgPath == module {
			continue // sources of the worker
		}
		file := filepath.Join(strings.TrimPrefix(p.PkgPath, module+"/"), "example_test.go")
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.HasSuffix(f.Name.Name, "_test") {
			t.Errorf("%s is in the package itself", file)
		}
		for _, spec := range f.Imports {
			if at, _ := strconv.Unquote(spec.Path.Value); private(at) && strings.HasPrefix(at, module+"/") {
				t.Errorf("%s imports %s", file, at)
			}
		}
	}
}

// loadAll loads all packages, with types from compiled packages.
var loadAll = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}, "./...")
})

// public returns the packages that others may import.
func public(t *testing.T) (list []*packages.Package) {
	pkgs, err := loadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		rel := strings.TrimPrefix(p.PkgPath, module+"/")
		top, _, _ := strings.Cut(rel, "/")
		if !private(p.PkgPath) && !slices.Contains([]string{"cmd", "bench", "examples"}, top) {
			list = append(list, p)
		}
	}
	if len(list) < 10 {
		t.Fatalf("%d public packages", len(list))
	}
	return list
}

// A walker goes through what a package exports.
type walker struct {
	pkg    *types.Package
	seen   map[types.Type]bool
	faults []string
}

func (w *walker) object(at string, obj types.Object) {
	w.walk(at, obj.Type())
	if named, ok := types.Unalias(obj.Type()).(*types.Named); ok && named.Obj() == obj {
		w.members(at, named)
	}
}

// members walks what is below a defined type of the package itself.
func (w *walker) members(at string, t *types.Named) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	for m := range t.Methods() {
		if m.Exported() {
			w.walk(at+"."+m.Name(), m.Type())
		}
	}
	w.walk(at, t.Underlying())
}

// walk looks for internal types in a type. What another public package defines is
// walked there.
func (w *walker) walk(at string, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		if p := t.Obj().Pkg(); p != nil && private(p.Path()) {
			w.faults = append(w.faults, fmt.Sprintf("%s mentions %s", at, t))
		}
		w.walk(at, types.Unalias(t))
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			w.walk(at, arg)
		}
		switch p := t.Obj().Pkg(); {
		case p == nil:
		case private(p.Path()):
			w.faults = append(w.faults, fmt.Sprintf("%s mentions %s", at, t))
		case p == w.pkg:
			w.members(p.Path()+"."+t.Obj().Name(), t)
		}
	case *types.Signature:
		w.walk(at, t.Params())
		w.walk(at, t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			w.walk(at, v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				w.walk(at+"."+f.Name(), f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				w.walk(at+"."+m.Name(), m.Type())
			}
		}
	case *types.Map:
		w.walk(at, t.Key())
		w.walk(at, t.Elem())
	case interface{ Elem() types.Type }: // array, channel, pointer, slice
		w.walk(at, t.Elem())
	}
}
