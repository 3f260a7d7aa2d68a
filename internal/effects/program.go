package effects

import (
	"context"
	"go/token"
	"go/types"
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

// function returns the SSA form of fn, nil if the program lacks it.
func (p *program) function(fn *types.Func) *ssa.Function {
	if fn.Pkg() == nil {
		return nil
	}
	pkg := p.ssa.ImportedPackage(fn.Pkg().Path())
	if pkg == nil {
		return nil
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		f, ok := pkg.Pkg.Scope().Lookup(fn.Name()).(*types.Func)
		if !ok {
			return nil
		}
		return p.ssa.FuncValue(f)
	}
	_, name := receiver(recv.Type())
	tn, ok := pkg.Pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	if named, ok := tn.Type().(*types.Named); ok {
		for m := range named.Methods() {
			if m.Name() == fn.Name() {
				return p.ssa.FuncValue(m)
			}
		}
	}
	return nil
}

// listMode includes the compiled files: only they show the packages that a
// package imports because of cgo.
const listMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypesSizes

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

// dangerous lists the packages that may reach a harmful operation, or that
// may read the machine or chance, judged by their transitive imports, and the src directory of the Go
// tree. It only lists packages, at a tenth of the cost of parsing them, and
// filters out packages that only compute.
func dangerous(ctx context.Context, dir string, opts load.Options, paths []string) (bad []*packages.Package, src string, err error) {
	cfg := config(ctx, dir, opts)
	cfg.Mode = listMode
	list, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, "", err
	}
	memo := map[*packages.Package]bool{}
	for _, p := range list {
		if reachesDanger(p, memo) {
			bad = append(bad, p)
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

// sortedPackages returns the packages of a program, sorted by import path.
func sortedPackages(p *ssa.Program) []*ssa.Package {
	pkgs := p.AllPackages()
	sort.Slice(pkgs, func(i, j int) bool { return pkgs[i].Pkg.Path() < pkgs[j].Pkg.Path() })
	return pkgs
}
