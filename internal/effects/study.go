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

// A Study answers which functions of packages, and of their imports, may do harm. It may be used
// concurrently.
type Study struct {
	mu           sync.Mutex
	analysis     *analysis                          // nil if no package can reach a harmful operation
	pkgs         map[string]*load.Package           // the packages, by import path
	roots        map[string]*ssa.Package            // the packages that may reach a harmful operation, by import path
	harmlessMemo map[harmlessQuery]bool             // results of Harmless
	functions    map[*ssa.Package][]*ssa.Function   // results of packageFuncs
	behind       map[string]map[*types.Func]Machine // results of readsMachine, by import path and types held
	tellers      map[*concrete]bool                 // results of tells
}

// A harmlessQuery is a function, the package that calls it, and the allowed kinds.
type harmlessQuery struct {
	from    *ssa.Package
	fn      *ssa.Function
	allowed kindSet
}

// kindSet is a set of Kinds.
type kindSet uint16

func kindSetOf(list []Kind) (s kindSet) {
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// lacks reports whether a kind is not in the set.
func (s kindSet) lacks(k Kind) bool { return s>>k&1 == 0 }

// Handed is code that a function may reach by its inputs, in addition to the code that it reaches
// by itself.
type Handed struct {
	Funcs []*types.Func // called before or during the call
	Vars  []*types.Var  // package variables whose values are among the inputs
	Types []types.Type  // types of values that interfaces among the inputs may hold
}

// NewStudy loads the dependencies of pkgs, which load.Load must have returned for dir and opts.
func NewStudy(ctx context.Context, dir string, opts load.Options, pkgs []*load.Package) (*Study, error) {
	s := &Study{
		pkgs: map[string]*load.Package{}, roots: map[string]*ssa.Package{}, harmlessMemo: map[harmlessQuery]bool{}, functions: map[*ssa.Package][]*ssa.Function{},
		behind: map[string]map[*types.Func]Machine{}, tellers: map[*concrete]bool{},
	}
	var paths []string
	for _, p := range pkgs {
		s.pkgs[p.ImportPath] = p
		paths = append(paths, p.ImportPath)
	}
	if len(paths) == 0 {
		return s, nil
	}
	roots, src, err := dangerous(ctx, dir, opts, paths)
	if err != nil || len(roots) == 0 {
		return s, err
	}
	prog, err := buildProgram(ctx, opts, roots, src)
	if err != nil {
		return nil, err
	}
	s.analysis = &analysis{prog: prog, summarizer: newSummarizer(prog), universe: &universe{prog: prog.ssa}}
	for i, root := range prog.roots {
		if root != nil {
			s.roots[roots[i].PkgPath] = root
		}
	}
	return s, nil
}

// Refusals returns the functions of the packages that must not run on generated inputs outside a
// sandbox, with reasons. The keys are the objects of the packages given to NewStudy. The analysis
// knows no harm of functions that are not in the result. Allowed kinds do not count. If handed is
// not nil, it returns the code that the inputs of a function bring along.
func (s *Study) Refusals(ctx context.Context, handed func(*types.Func) Handed, allowed ...Kind) (map[*types.Func]*Refusal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refusals := map[*types.Func]*Refusal{}
	if s.analysis == nil {
		return refusals, ctx.Err()
	}
	a := *s.analysis
	a.wanted = kindSetOf(allowed).lacks
	a.silent = func(k Kind) bool { return k == State && a.wanted(k) }
	a.handed = func(fn *types.Func) handedSSA { return handedSSA{} }
	if handed != nil {
		a.handed = func(fn *types.Func) handedSSA { return s.resolveHanded(handed(fn)) }
	}
	for _, path := range slices.Sorted(maps.Keys(s.roots)) {
		a.analyze(s.pkgs[path], s.roots[path], refusals)
	}
	return refusals, ctx.Err()
}

// Harmless reports whether no harmful operation can be reached from a call of fn in package p. fn
// is the object, as p has it, of a function or method of p or of one of its imports. If a result
// of fn is an interface, its methods count too, because the caller gets the value to call them.
// Allowed kinds do not count, unless fn itself is a function of a boundary package.
func (s *Study) Harmless(p *load.Package, fn *types.Func, allowed ...Kind) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	root := s.roots[p.ImportPath]
	if root == nil {
		return true
	}
	f := s.analysis.prog.function(fn)
	if f == nil {
		return false
	}
	switch v, _ := judge(f, root.Pkg.Path()); v {
	case harmful:
		return false
	case harmless:
		return true
	}
	at := harmlessQuery{root, f, kindSetOf(allowed)}
	if known, ok := s.harmlessMemo[at]; ok {
		return known
	}
	w := newWalk(s.analysis.summarizer, s.analysis.universe, root.Pkg, at.allowed.lacks, true)
	w.start(f)
	w.callResultMethods(visit{f, duringCall}, f.Signature.Results())
	w.run()
	s.harmlessMemo[at] = len(w.findings) == 0
	if len(w.findings) == 0 {
		s.rememberCallees(at, w)
	}
	return len(w.findings) == 0
}

// rememberCallees records that the functions that a harmless function may call are harmless too. It
// leaves out functions that return interfaces, whose methods the walk has not judged.
func (s *Study) rememberCallees(at harmlessQuery, w *walk) {
	for n, l := range w.levels {
		if f, ok := n.(*ssa.Function); ok && l == duringCall && len(resultInterfaces(f.Signature.Results())) == 0 {
			at.fn = f
			s.harmlessMemo[at] = true
		}
	}
}
