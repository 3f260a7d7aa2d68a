package effects

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/fault"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// An unbuilt package is one on its way into SSA form.
type unbuilt struct {
	*packages.Package
	checked chan struct{} // closed when the package is type-checked
	types   *types.Package
	files   []*ast.File
	info    *types.Info
}

// A builder builds packages with all their dependencies, imports first. Only a few packages have
// syntax and type information at a time: all packages of a large program at once take a gigabyte.
type builder struct {
	fset    *token.FileSet
	overlay map[string][]byte
	trims   func(dir string) bool // whether the function bodies of a directory are dropped
	unbuilt map[*packages.Package]*unbuilt
}

// build adds the packages and their dependencies to a program, in a fixed order, while the packages
// after them are parsed and type-checked.
func (b *builder) build(ctx context.Context, roots []*packages.Package, add func(*unbuilt)) error {
	var order []*unbuilt
	packages.Visit(roots, nil, func(p *packages.Package) {
		s := &unbuilt{Package: p, checked: make(chan struct{})}
		b.unbuilt[p] = s
		order = append(order, s)
	})
	ready := make(chan *unbuilt, runtime.GOMAXPROCS(0))
	var checking fault.Group
	checking.Go(func() {
		defer close(ready)
		for _, s := range order {
			ready <- s
			checking.Go(func() {
				defer close(s.checked)
				if ctx.Err() == nil {
					b.check(s)
				}
			})
		}
	})
	for s := range ready {
		if <-s.checked; s.info != nil {
			add(s)
			s.release()
		}
	}
	checking.Wait()
	return ctx.Err()
}

// check parses and type-checks a package after its imports. It ignores errors, as the packages that
// are searched have none.
func (b *builder) check(s *unbuilt) {
	for _, p := range s.Imports {
		<-b.unbuilt[p].checked
	}
	if s.PkgPath == "unsafe" {
		s.types, s.info = types.Unsafe, &types.Info{}
		return
	}
	for _, name := range s.CompiledGoFiles {
		if f := b.parse(name); f != nil {
			s.files = append(s.files, f)
		}
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer(func(path string) (*types.Package, error) { return b.imported(s, path) }), Sizes: s.TypesSizes, Error: func(error) {}}
	if s.Module != nil && s.Module.GoVersion != "" {
		conf.GoVersion = "go" + s.Module.GoVersion
	}
	s.types = types.NewPackage(s.PkgPath, s.Name)
	_ = types.NewChecker(&conf, b.fset, s.types, info).Files(s.files)
	s.info = info
}

// importer is a types.Importer.
type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// imported returns the package that an import of a package names.
func (b *builder) imported(s *unbuilt, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := b.unbuilt[s.Imports[path]]; p != nil && p.types != nil {
		return p.types, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// parse parses a file without the contents of its tables, and drops its function bodies if its directory is
// trimmed.
func (b *builder) parse(name string) *ast.File {
	text, replaced := b.overlay[name]
	if !replaced {
		var err error
		if text, err = os.ReadFile(name); err != nil {
			return nil
		}
	}
	f, _ := parser.ParseFile(b.fset, name, text, parser.SkipObjectResolution)
	if f != nil && b.trims(filepath.Dir(name)) {
		syntax.Trim(f)
	}
	if f != nil {
		syntax.Thin(f)
	}
	return f
}

// release frees the syntax and type information of a package in SSA form. A function refers to its
// syntax, of which only the range is needed then, and a generic function to the type information.
func (s *unbuilt) release() {
	kept := types.Info{FileVersions: s.info.FileVersions}
	for _, f := range s.files {
		for _, d := range syntax.Generics(f) {
			ast.Inspect(d, func(n ast.Node) bool {
				s.keep(&kept, n)
				return true
			})
		}
		syntax.Hollow(f)
	}
	*s.info = kept
	s.files, s.info = nil, nil
}

// keep copies the type information of a node.
func (s *unbuilt) keep(to *types.Info, n ast.Node) {
	copyAt(&to.Implicits, s.info.Implicits, n)
	copyAt(&to.Scopes, s.info.Scopes, n)
	if e, ok := n.(ast.Expr); ok {
		copyAt(&to.Types, s.info.Types, e)
	}
	switch n := n.(type) {
	case *ast.Ident:
		copyAt(&to.Defs, s.info.Defs, n)
		copyAt(&to.Uses, s.info.Uses, n)
		copyAt(&to.Instances, s.info.Instances, n)
	case *ast.SelectorExpr:
		copyAt(&to.Selections, s.info.Selections, n)
	}
}

// copyAt copies the entry of a key, if there is one, to another map.
func copyAt[K comparable, V any](to *map[K]V, from map[K]V, key K) {
	value, ok := from[key]
	switch {
	case !ok:
		return
	case *to == nil:
		*to = map[K]V{}
	}
	(*to)[key] = value
}

// trims returns the function that decides which directories of the Go tree src are trimmed.
func trims(src string, keep map[string]bool) func(dir string) bool {
	src += string(filepath.Separator)
	return func(dir string) bool {
		rel, ok := strings.CutPrefix(dir, src)
		path := filepath.ToSlash(rel)
		return ok && trimmed(path) && !keep[path]
	}
}

// buildProgram builds the SSA form of packages and of their dependencies.
func buildProgram(ctx context.Context, opts load.Options, roots []*packages.Package, src string) (*program, error) {
	keep := map[string]bool{}
	for _, r := range roots {
		keep[r.PkgPath] = true
	}
	b := &builder{fset: token.NewFileSet(), overlay: opts.Overlay, trims: trims(src, keep), unbuilt: map[*packages.Package]*unbuilt{}}
	p := &program{
		ssa:      ssa.NewProgram(b.fset, ssa.InstantiateGenerics),
		fset:     b.fset,
		std:      map[string]bool{},
		closures: map[*types.Package]map[*types.Package]bool{},
	}
	made := map[string]*ssa.Package{}
	err := b.build(ctx, roots, func(s *unbuilt) {
		q := p.ssa.CreatePackage(s.types, s.files, s.info, true)
		q.Build()
		made[s.PkgPath] = q
		p.std[s.PkgPath] = load.InStd(s.Package)
	})
	if err != nil {
		return nil, err
	}
	for _, r := range roots {
		p.roots = append(p.roots, made[r.PkgPath])
	}
	return p, nil
}
