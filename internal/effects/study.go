package effects

import (
	"context"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/load"
)

// A Study knows what the functions of packages, and of those that they import,
// can do. It may be used concurrently.
type Study struct {
	mu    sync.Mutex
	a     *analysis                // nil: nothing in reach does harm
	pkgs  map[string]*load.Package // the packages, by import path
	roots map[string]*ssa.Package  // those among them that could do harm
}

// NewStudy reads what the packages are made of. They are as load.Load returned
// them for dir and opts.
func NewStudy(ctx context.Context, dir string, opts load.Options, pkgs []*load.Package) (*Study, error) {
	s := &Study{pkgs: map[string]*load.Package{}, roots: map[string]*ssa.Package{}}
	var paths []string
	for _, p := range pkgs {
		s.pkgs[p.ImportPath] = p
		paths = append(paths, p.ImportPath)
	}
	if len(paths) == 0 {
		return s, nil
	}
	paths, src, err := suspects(ctx, dir, opts, paths)
	if err != nil || len(paths) == 0 {
		return s, err
	}
	prog, err := read(ctx, dir, opts, paths, src)
	if err != nil {
		return nil, err
	}
	s.a = &analysis{prog: prog, z: newSummarizer(prog), u: &universe{prog: prog.ssa}}
	for i, root := range prog.roots {
		if root != nil {
			s.roots[paths[i]] = root
		}
	}
	return s, nil
}

// Refusals returns, for the packages' functions that must not be run on
// made-up inputs, why. Functions are looked up by their object as the packages
// have it. A function that is not in the result does no harm that the analysis
// knows of. Kinds that the user allows do not count.
func (s *Study) Refusals(ctx context.Context, allowed ...Kind) (map[*types.Func]*Refusal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refusals := map[*types.Func]*Refusal{}
	if s.a == nil {
		return refusals, ctx.Err()
	}
	a := *s.a
	a.counts = func(k Kind) bool { return !slices.Contains(allowed, k) }
	a.silent = func(k Kind) bool { return k == State && a.counts(k) }
	for _, path := range slices.Sorted(maps.Keys(s.roots)) {
		a.analyze(s.pkgs[path], s.roots[path], refusals)
	}
	return refusals, ctx.Err()
}

// Harmless reports whether nothing harmful of any kind can be reached from fn
// when code of package p calls it: a function or method of p or of a package
// that p imports, by p's object for it.
func (s *Study) Harmless(p *load.Package, fn *types.Func) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	root := s.roots[p.ImportPath]
	if root == nil {
		return true
	}
	f := s.find(fn)
	if f == nil {
		return false
	}
	switch v, _ := judge(f, root.Pkg.Path()); v {
	case harmful:
		return false
	case harmless:
		return true
	}
	return s.a.one(f, root.Pkg, func(Kind) bool { return true }, false) == nil
}

// find returns the function that fn is in the program, nil if there is none.
func (s *Study) find(fn *types.Func) *ssa.Function {
	if fn.Pkg() == nil {
		return nil
	}
	pkg := s.a.prog.ssa.ImportedPackage(fn.Pkg().Path())
	if pkg == nil {
		return nil
	}
	scope := pkg.Pkg.Scope()
	recv := fn.Signature().Recv()
	if recv == nil {
		f, ok := scope.Lookup(fn.Name()).(*types.Func)
		if !ok {
			return nil
		}
		return s.a.prog.ssa.FuncValue(f)
	}
	_, name := receiver(recv.Type())
	tn, ok := scope.Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	if named, ok := tn.Type().(*types.Named); ok {
		for m := range named.Methods() {
			if m.Name() == fn.Name() {
				return s.a.prog.ssa.FuncValue(m)
			}
		}
	}
	return nil
}
