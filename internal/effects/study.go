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
	known map[asked]bool           // answers of Harmless
}

// asked is a function, the package that it is called from, and what does not count.
type asked struct {
	from    *ssa.Package
	fn      *ssa.Function
	allowed kindSet
}

// kindSet is a set of Kinds.
type kindSet uint16

func setOf(list []Kind) (s kindSet) {
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// lacks reports whether a kind is not in the set.
func (s kindSet) lacks(k Kind) bool { return s>>k&1 == 0 }

// Handed is code that the caller of a function brings along. It may run when
// the function is called, in addition to what the function reaches by itself.
type Handed struct {
	Funcs []*types.Func // called before or during the call
	Vars  []*types.Var  // package variables whose values are handed in
	Types []types.Type  // that interfaces among the inputs may hold
}

// NewStudy reads what the packages are made of. They are as load.Load returned
// them for dir and opts.
func NewStudy(ctx context.Context, dir string, opts load.Options, pkgs []*load.Package) (*Study, error) {
	s := &Study{pkgs: map[string]*load.Package{}, roots: map[string]*ssa.Package{}, known: map[asked]bool{}}
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
// knows of. Kinds that the user allows do not count. With handed, functions are
// judged together with what their inputs bring along.
func (s *Study) Refusals(ctx context.Context, handed func(*types.Func) Handed, allowed ...Kind) (map[*types.Func]*Refusal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refusals := map[*types.Func]*Refusal{}
	if s.a == nil {
		return refusals, ctx.Err()
	}
	a := *s.a
	a.counts = setOf(allowed).lacks
	a.silent = func(k Kind) bool { return k == State && a.counts(k) }
	a.handed = func(fn *types.Func) brought { return brought{} }
	if handed != nil {
		a.handed = func(fn *types.Func) brought { return s.bring(handed(fn)) }
	}
	for _, path := range slices.Sorted(maps.Keys(s.roots)) {
		a.analyze(s.pkgs[path], s.roots[path], refusals)
	}
	return refusals, ctx.Err()
}

// Harmless reports whether nothing harmful of any kind can be reached from fn
// when code of package p calls it: a function or method of p or of a package
// that p imports, by p's object for it. Where it returns an interface, the
// methods of that count too: they are what the value is made for. Kinds that are allowed
// do not count where a body is looked into.
func (s *Study) Harmless(p *load.Package, fn *types.Func, allowed ...Kind) bool {
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
	at := asked{root, f, setOf(allowed)}
	if known, ok := s.known[at]; ok {
		return known
	}
	w := newWalk(s.a.z, s.a.u, root.Pkg, at.allowed.lacks, true)
	w.start(f)
	w.use(visit{f, during}, f.Signature.Results())
	w.run()
	s.known[at] = len(w.finds) == 0
	if len(w.finds) == 0 {
		s.remember(at, w)
	}
	return len(w.finds) == 0
}

// remember notes that what a harmless function may call is harmless alone, as
// far as that depends on nothing else.
func (s *Study) remember(at asked, w *walk) {
	for n, l := range w.levels {
		if f, ok := n.(*ssa.Function); ok && l == during && len(interfaces(f.Signature.Results())) == 0 {
			at.fn = f
			s.known[at] = true
		}
	}
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
	recv := fn.Signature().Recv()
	if recv == nil {
		f, ok := pkg.Pkg.Scope().Lookup(fn.Name()).(*types.Func)
		if !ok {
			return nil
		}
		return s.a.prog.ssa.FuncValue(f)
	}
	_, name := receiver(recv.Type())
	tn, ok := pkg.Pkg.Scope().Lookup(name).(*types.TypeName)
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
