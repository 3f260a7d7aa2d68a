package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"nearmiss/cfg"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

type analysis struct {
	prog *program
	z    *summarizer
	u    *universe

	counts, silent func(Kind) bool           // what is looked for: all, and what no system call gives away
	handed         func(*types.Func) brought // what the inputs of a function bring along
}

// analyze adds the refusals of one package.
func (a *analysis) analyze(p *load.Package, pkg *ssa.Package, refusals map[*types.Func]*Refusal) {
	funcs := a.match(p, pkg)
	if !p.Std {
		if r := a.one(pkg.Func("init"), brought{}, pkg.Pkg, a.counts, true); r != nil {
			r.Init = true
			r.Silent = r.Kind == State
			for _, f := range funcs {
				own := *r
				refusals[f.obj] = &own
			}
			return
		}
	}
	// What no function reaches together, none reaches alone.
	w := newWalk(a.z, a.u, pkg.Pkg, a.counts, false)
	with := map[*types.Func]brought{}
	for _, f := range funcs {
		with[f.obj] = a.handed(f.obj)
		w.start(f.fn)
		w.bring(f.fn, with[f.obj])
	}
	w.run()
	near, silent := w.nearFinds(a.counts), w.nearFinds(a.silent)
	for _, f := range funcs {
		if !near[f.fn] {
			continue
		}
		r := a.one(f.fn, with[f.obj], pkg.Pkg, a.counts, false)
		if r == nil {
			continue
		}
		r.Silent = silent[f.fn] && a.one(f.fn, with[f.obj], pkg.Pkg, a.silent, false) != nil
		refusals[f.obj] = r
	}
}

// pair is a function as the caller and as the program knows it.
type pair struct {
	obj *types.Func
	fn  *ssa.Function
}

// match finds the package's declared functions in the program, where they
// stand at the same places.
func (a *analysis) match(p *load.Package, pkg *ssa.Package) []pair {
	at := map[token.Position]*types.Func{}
	for _, d := range p.FuncDecls() {
		if obj, ok := p.Info.Defs[d.Name].(*types.Func); ok {
			at[p.Fset.Position(d.Name.Pos())] = obj
		}
	}
	var list []pair
	add := func(obj types.Object) {
		f, ok := obj.(*types.Func)
		if !ok {
			return
		}
		if caller := at[a.prog.fset.Position(f.Pos())]; caller != nil {
			if fn := a.prog.ssa.FuncValue(f); fn != nil {
				list = append(list, pair{caller, fn})
			}
		}
	}
	for _, name := range pkg.Pkg.Scope().Names() {
		obj := pkg.Pkg.Scope().Lookup(name)
		add(obj)
		if tn, ok := obj.(*types.TypeName); ok && !tn.IsAlias() {
			if named, ok := tn.Type().(*types.Named); ok {
				for m := range named.Methods() {
					add(m)
				}
			}
		}
	}
	slices.SortFunc(list, func(x, y pair) int { return cfg.ComparePos(p.Fset, x.obj.Pos(), y.obj.Pos()) })
	return list
}

// one walks from one function, which may be an initialization, to the first
// find of a kind that counts.
func (a *analysis) one(fn *ssa.Function, with brought, pkg *types.Package, counts func(Kind) bool, initial bool) *Refusal {
	if fn == nil {
		return nil
	}
	w := newWalk(a.z, a.u, pkg, counts, true)
	w.initial = initial
	return a.first(w, fn, with)
}

// first walks from one function to the first find.
func (a *analysis) first(w *walk, fn *ssa.Function, with brought) *Refusal {
	w.start(fn)
	w.bring(fn, with)
	w.run()
	if len(w.finds) == 0 {
		return nil
	}
	return w.refusal(w.finds[0], a.prog.fset)
}

// nearFinds returns the nodes from which a find of the kinds can be reached.
func (w *walk) nearFinds(counts func(Kind) bool) map[node]bool {
	var finds []node
	for _, f := range w.finds {
		if counts(f.kind) && f.by.node != nil {
			finds = append(finds, f.by.node)
		}
		if counts(f.kind) && f.fn != nil {
			finds = append(finds, f.fn)
		}
	}
	near := map[node]bool{}
	for _, n := range syntax.Reach(func(n node) []node { return w.back[n] }, finds...) {
		near[n] = true
	}
	return near
}

// A stop is a function or a variable on the way to a find.
type stop struct {
	node node
	pos  token.Pos // where it leads on
}

// way returns the stops from the function that the walk began with to the find.
func (w *walk) way(f found) []stop {
	var list []stop
	pos := f.pos
	for v := f.by; v.node != nil; {
		switch v.node.(type) {
		case *ssa.Function, *ssa.Global:
			list = append(list, stop{v.node, pos})
			pos = token.NoPos
		}
		e := w.via[v]
		if e.pos.IsValid() {
			pos = e.pos
		}
		v = e.from
	}
	slices.Reverse(list)
	if f.fn != nil {
		list = append(list, stop{f.fn, token.NoPos})
	}
	return list
}

// refusal turns a find into words. The way is told up to the first function of
// a package that everybody knows to be harmful, rather than down to the system
// call.
func (w *walk) refusal(f found, fset *token.FileSet) *Refusal {
	r := &Refusal{Kind: f.kind, Call: f.call, Position: fset.Position(f.pos)}
	list := w.way(f)
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
			if kind, ok := named(path); ok {
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

// describe returns the package and the display name of a function or variable.
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

// named reports whether a reason stops at the functions of a package, instead
// of naming what they call, and what kind they are.
func named(path string) (Kind, bool) {
	if path == "net" {
		return Network, true
	}
	return boundaryKind(path)
}
