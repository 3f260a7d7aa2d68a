package effects

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// program holds the packages under test and their dependencies in SSA form.
type program struct {
	ssa   *ssa.Program
	fset  *token.FileSet
	roots []*ssa.Package  // packages under test, in the order of the import paths; nil if not built
	std   map[string]bool // import paths, and whether they are of the standard library

	closures map[*types.Package]map[*types.Package]bool
}

// closure returns a package and its transitive imports.
func (p *program) closure(root *types.Package) map[*types.Package]bool {
	if c := p.closures[root]; c != nil {
		return c
	}
	c := map[*types.Package]bool{}
	for _, q := range syntax.Reach((*types.Package).Imports, root) {
		c[q] = true
	}
	p.closures[root] = c
	return c
}

// listMode includes the compiled files: only they show the packages that a
// package imports because of cgo.
const listMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedModule

const syntaxMode = listMode | packages.NeedTypes | packages.NeedTypesSizes |
	packages.NeedSyntax | packages.NeedTypesInfo

// config returns the configuration with which package load loads packages.
func config(ctx context.Context, dir string, opts load.Options) *packages.Config {
	return &packages.Config{
		Context: ctx,
		Dir:     dir,
		Env:     opts.Env,
		Overlay: opts.Overlay,
		Fset:    token.NewFileSet(),
	}
}

// dangerous returns the import paths of the packages that may reach a harmful operation, or that
// may read the machine or chance, judged by their transitive imports, and the src directory of the Go
// tree. It only lists packages, at a tenth of the cost of parsing them, and
// filters out packages that only compute.
func dangerous(ctx context.Context, dir string, opts load.Options, paths []string) (bad []string, src string, err error) {
	cfg := config(ctx, dir, opts)
	cfg.Mode = listMode
	list, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, "", err
	}
	memo := map[*packages.Package]bool{}
	for _, p := range list {
		if reachesDanger(p, memo) {
			bad = append(bad, p.PkgPath)
		}
	}
	for p := range memo {
		if p.PkgPath == "runtime" {
			src, _ = load.SourceTree(p)
		}
	}
	return bad, src, nil
}

func reachesDanger(p *packages.Package, memo map[*packages.Package]bool) bool {
	if v, ok := memo[p]; ok {
		return v
	}
	_, danger := boundaryKind(p.PkgPath)
	if !load.InStd(p) {
		danger = danger || len(p.OtherFiles) > 0
		for _, path := range []string{"unsafe", "runtime", "math/rand", "math/rand/v2", "hash/maphash"} { // the last three read chance
			danger = danger || p.Imports[path] != nil
		}
	}
	danger = danger || p.PkgPath == "runtime/debug"
	for _, q := range p.Imports {
		danger = reachesDanger(q, memo) || danger // the memo has all imports
	}
	memo[p] = danger
	return danger
}

// trimmed reports whether the function bodies of a package of the standard library
// are dropped. These are the boundary packages and those below, which no walk
// enters, and large harmless packages that call no code but their arguments.
func trimmed(path string) bool {
	if _, ok := boundaryKind(path); ok {
		return true
	}
	first, _, _ := strings.Cut(path, "/")
	switch {
	case path == "runtime", strings.HasPrefix(path, "internal/runtime/"):
		return true
	case first == "crypto":
		return path != "crypto/tls" && path != "crypto/x509"
	}
	return strings.HasPrefix(path, "vendor/golang.org/x/crypto/")
}

// buildProgram builds the SSA form of the packages with the given import paths, and
// of their dependencies.
func buildProgram(ctx context.Context, dir string, opts load.Options, paths []string, src string) (*program, error) {
	keep := map[string]bool{}
	for _, p := range paths {
		keep[p] = true
	}
	cfg := config(ctx, dir, opts)
	cfg.Mode = syntaxMode
	src += string(filepath.Separator)
	cfg.ParseFile = func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if rel, ok := strings.CutPrefix(filepath.Dir(name), src); ok && f != nil {
			if path := filepath.ToSlash(rel); trimmed(path) && !keep[path] {
				syntax.Trim(f)
			}
		}
		return f, err
	}
	list, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, err
	}
	p := &program{
		ssa:      ssa.NewProgram(cfg.Fset, ssa.InstantiateGenerics),
		fset:     cfg.Fset,
		std:      map[string]bool{},
		closures: map[*types.Package]map[*types.Package]bool{},
	}
	made := map[string]*ssa.Package{}
	packages.Visit(list, nil, func(q *packages.Package) {
		if q.Types == nil || q.TypesInfo == nil {
			return
		}
		made[q.PkgPath] = p.ssa.CreatePackage(q.Types, q.Syntax, q.TypesInfo, true)
		p.std[q.PkgPath] = load.InStd(q)
	})
	p.ssa.Build()
	for _, path := range paths {
		p.roots = append(p.roots, made[path])
	}
	return p, nil
}

// sortedPackages returns the packages of a program, sorted by import path.
func sortedPackages(p *ssa.Program) []*ssa.Package {
	pkgs := p.AllPackages()
	sort.Slice(pkgs, func(i, j int) bool { return pkgs[i].Pkg.Path() < pkgs[j].Pkg.Path() })
	return pkgs
}
