package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// An analysis computes the refusals of packages.
type analysis struct {
	prog       *program
	summarizer *summarizer
	universe   *universe

	wanted, silent func(Kind) bool             // kinds to search for; silent kinds make no system call
	handed         func(*types.Func) handedSSA // code that the inputs of a function bring along
}

// analyze adds to refusals those of the functions of p, whose SSA form is pkg.
func (a *analysis) analyze(p *load.Package, pkg *ssa.Package, refusals map[*types.Func]*Refusal) {
	funcs := a.matchFuncs(p)
	if !p.Std {
		if r := a.walkFrom(pkg.Func("init"), handedSSA{}, pkg.Pkg, a.wanted, true); r != nil {
			r.Init = true
			r.Silent = r.Kind == State
			for _, f := range funcs {
				own := *r
				refusals[f.obj] = &own
			}
			return
		}
	}
	// An operation that is out of reach from all functions together is out of reach from each.
	w := newWalk(a.summarizer, a.universe, pkg.Pkg, a.wanted, false)
	with := map[*types.Func]handedSSA{}
	for _, f := range funcs {
		with[f.obj] = a.handed(f.obj)
		w.start(f.fn)
		w.addHanded(f.fn, with[f.obj])
	}
	w.run()
	near, silent := w.nearFindings(a.wanted), w.nearFindings(a.silent)
	for _, f := range funcs {
		if !near[f.fn] {
			continue
		}
		r := a.walkFrom(f.fn, with[f.obj], pkg.Pkg, a.wanted, false)
		if r == nil {
			continue
		}
		r.Silent = silent[f.fn] && a.walkFrom(f.fn, with[f.obj], pkg.Pkg, a.silent, false) != nil
		r.Later = a.later(f.fn, pkg.Pkg)
		refusals[f.obj] = r
	}
}

// A funcPair is a function under test as the object of the caller and in SSA form.
type funcPair struct {
	obj *types.Func
	fn  *ssa.Function
}

// matchFuncs finds the SSA form of the functions that a package declares, in source order.
func (a *analysis) matchFuncs(p *load.Package) (list []funcPair) {
	for _, d := range p.FuncDecls() {
		if obj, ok := p.Info.Defs[d.Name].(*types.Func); ok {
			if fn := a.prog.function(obj); fn != nil {
				list = append(list, funcPair{obj, fn})
			}
		}
	}
	return list
}

// walkFrom walks from one function to the first harmful operation of a wanted kind, and returns
// it as a refusal, nil if there is none. initial says that fn is the initialization of a package.
func (a *analysis) walkFrom(fn *ssa.Function, handed handedSSA, pkg *types.Package, wanted func(Kind) bool, initial bool) *Refusal {
	if fn == nil {
		return nil
	}
	w := newWalk(a.summarizer, a.universe, pkg, wanted, true)
	w.fromInit = initial
	w.start(fn)
	w.addHanded(fn, handed)
	w.run()
	if len(w.findings) == 0 {
		return nil
	}
	return w.refusal(w.findings[0], a.prog.fset)
}

// nearFindings returns the nodes from which a finding of the given kinds can be reached.
func (w *walk) nearFindings(wanted func(Kind) bool) map[node]bool {
	var finds []node
	for _, f := range w.findings {
		if wanted(f.kind) && f.from.node != nil {
			finds = append(finds, f.from.node)
		}
		if wanted(f.kind) && f.fn != nil {
			finds = append(finds, f.fn)
		}
	}
	near := map[node]bool{}
	for _, n := range syntax.Reach(func(n node) []node { return w.reverse[n] }, finds...) {
		near[n] = true
	}
	return near
}

// A waypoint is a function or a variable on the path to a finding.
type waypoint struct {
	node node
	pos  token.Pos // of the call or reference to the next waypoint
}

// waypoints returns the path from the function that the walk began with to the finding.
func (w *walk) waypoints(f finding) []waypoint {
	var list []waypoint
	pos := f.pos
	for v := f.from; v.node != nil; {
		switch v.node.(type) {
		case *ssa.Function, *ssa.Global:
			list = append(list, waypoint{v.node, pos})
			pos = token.NoPos
		}
		e := w.causes[v]
		if e.pos.IsValid() {
			pos = e.pos
		}
		v = e.from
	}
	slices.Reverse(list)
	if f.fn != nil {
		list = append(list, waypoint{f.fn, token.NoPos})
	}
	return list
}

// refusal makes a refusal of a finding. If the path passes through a well-known harmful package
// (see stopsChain), the chain ends at the first function there, rather than at the system call.
func (w *walk) refusal(f finding, fset *token.FileSet) *Refusal {
	r := &Refusal{Kind: f.kind, Call: f.call, Position: fset.Position(f.pos)}
	list := w.waypoints(f)
	end := len(list)
	if f.fn != nil {
		end--
		r.Call = display(f.fn, w.root)
	}
	for i, s := range list[:end] {
		fn, ok := s.node.(*ssa.Function)
		if !ok {
			continue
		}
		if path, _ := nameOf(fn); path != w.root {
			if kind, ok := stopsChain(path); ok {
				r.Kind, r.Call, end = kind, display(fn, w.root), i
				break
			}
		}
	}
	for i, s := range list[:end] {
		path, name := w.describe(s.node)
		if path == w.root && s.pos.IsValid() {
			r.Position = fset.Position(s.pos)
		}
		if i > 0 && (len(r.Chain) == 0 || r.Chain[len(r.Chain)-1] != name) {
			r.Chain = append(r.Chain, name)
		}
	}
	return r
}

// describe returns the import path of the package and the display name of a function or variable.
func (w *walk) describe(n node) (path, name string) {
	if g, ok := n.(*ssa.Global); ok {
		if g.Pkg.Pkg.Path() != w.root {
			return g.Pkg.Pkg.Path(), g.Pkg.Pkg.Name() + "." + g.Name()
		}
		return w.root, g.Name()
	}
	fn := n.(*ssa.Function)
	path, _ = nameOf(fn)
	return path, display(fn, w.root)
}

// stopsChain reports whether the chain of a refusal ends at the functions of a package, and the
// kind of these functions.
func stopsChain(path string) (Kind, bool) {
	if path == "net" {
		return Network, true
	}
	return boundaryKind(path)
}
