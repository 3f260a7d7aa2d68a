package harness

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/internal/syntax"
)

// state holds the uses of package variables by the package's functions.
type state struct {
	order    []*types.Var // package variables, by position
	mentions *syntax.Mentions
	pkg      *types.Package
	direct   map[types.Object][]*types.Var // function → variables that it changes itself
	writes   map[*types.Var]bool           // changed by code that may run after initialisation
	once     map[*types.Var]bool           // written by code that a sync.Once runs
	bare     map[*types.Var]bool           // declared without a value
	points   map[*types.Var]*types.Var     // variable → variable that its initial value points to
	saved    []*types.Var
	kept     []Kept
}

// Kept is a package variable that may change and is not restored between runs.
type Kept struct {
	Var    *types.Var
	Reason string
}

// Kept returns the package variables that the code may change and that are not restored between
// runs.
func (c *Coder) Kept() []Kept { return c.vars().kept }

// vars returns the analysis of the package's variables. It is made on first use.
func (c *Coder) vars() *state {
	if c.state != nil {
		return c.state
	}
	s := &state{
		mentions: syntax.NewMentions(c.pkg.Info, c.pkg.Files),
		pkg:      c.pkg.Types,
		direct:   map[types.Object][]*types.Var{},
		writes:   map[*types.Var]bool{},
		once:     map[*types.Var]bool{},
		bare:     map[*types.Var]bool{},
		points:   map[*types.Var]*types.Var{},
	}
	c.state = s
	w := &varWalker{c: c, s: s, onceFuncs: map[types.Object]bool{}}
	w.names = c.aliases()
	for _, f := range c.pkg.Files {
		for _, d := range f.Decls {
			w.decl(d)
		}
	}
	w.spreadOnce()
	s.addTargets(s.writes)
	slices.SortFunc(s.order, func(a, b *types.Var) int { return cfg.ComparePos(c.pkg.Fset, a.Pos(), b.Pos()) })
	for _, v := range s.order {
		if !s.writes[v] {
			continue
		}
		switch reason := c.unsaved(v); {
		case slices.Contains(standOn, c.pkg.ImportPath):
			s.kept = append(s.kept, Kept{v, "is what the worker itself stands on"})
		case s.once[v]:
			s.kept = append(s.kept, Kept{v, "is set once, by sync.Once"})
		case reason != "":
			s.kept = append(s.kept, Kept{v, reason})
		default:
			s.saved = append(s.saved, v)
		}
	}
	return s
}

// addTargets adds to a set the variables to which the initial values of its members point.
func (s *state) addTargets(set map[*types.Var]bool) {
	for changed := true; changed; {
		changed = false
		for v, target := range s.points {
			if set[v] && !set[target] {
				set[target], changed = true, true
			}
		}
	}
}

// standOn are packages with variables that the runtime or the worker uses itself.
var standOn = []string{"runtime", "sync", "sync/atomic", "internal/sync", "internal/poll", "os", "syscall"}

// inputsOf returns the package variables that fn, or a function of the package that it calls,
// reads and that other code may set: variables that are written somewhere, exported, or declared
// without a value.
func (s *state) inputsOf(fn *types.Func) []*types.Var {
	found := map[types.Object]bool{}
	for _, f := range syntax.Reach(s.calls, types.Object(fn)) {
		for _, o := range s.mentions.Of(f) {
			found[o] = true
		}
	}
	var out []*types.Var
	for _, v := range s.order {
		if found[v] && !s.once[v] && (s.writes[v] || v.Exported() || s.bare[v]) {
			out = append(out, v)
		}
	}
	return out
}

// calls returns the functions of the package that fn mentions, in order of appearance.
func (s *state) calls(fn types.Object) []types.Object {
	return slices.DeleteFunc(slices.Clone(s.mentions.Of(fn)), func(o types.Object) bool {
		_, is := o.(*types.Func)
		return !is || o.Pkg() != s.pkg
	})
}

// varWalker walks the declarations of a package.
type varWalker struct {
	c         *Coder
	s         *state
	fn        *types.Func // nil in the value of a package variable
	onceDepth int         // greater than 0 inside of code that a sync.Once runs
	onceFuncs map[types.Object]bool
	names     aliases
	fine      map[ast.Node]bool // expressions that only read the memory they lead to
}

func (w *varWalker) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		w.fn, _ = w.c.pkg.Info.Defs[d.Name].(*types.Func)
		if d.Body != nil && !(d.Recv == nil && d.Name.Name == "init") {
			w.walk(d.Body)
		}
		w.fn = nil
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if spec, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
				w.spec(spec)
			}
		}
	}
}

func (w *varWalker) spec(spec *ast.ValueSpec) {
	for _, name := range spec.Names {
		if v, ok := w.c.pkg.Info.Defs[name].(*types.Var); ok && name.Name != "_" {
			w.s.order = append(w.s.order, v)
			if len(spec.Values) == 0 {
				w.s.bare[v] = true
			}
		}
	}
	for i, x := range spec.Values {
		if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && u.Op == token.AND && w.root(u.X) != nil {
			if v, ok := w.c.pkg.Info.Defs[spec.Names[i]].(*types.Var); ok {
				w.s.points[v] = w.root(u.X)
			}
		}
	}
	// Function literals here run after initialisation; other expressions run during it.
	for _, x := range spec.Values {
		ast.Inspect(x, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && w.isOnce(call) {
				w.walk(call)
				return false
			}
			if lit, ok := n.(*ast.FuncLit); ok {
				w.walk(lit.Body)
				return false
			}
			return true
		})
	}
}

func (w *varWalker) walk(n ast.Node) {
	if w.fine == nil {
		w.fine = map[ast.Node]bool{}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		w.look(n)
		for place, value := range syntax.Assignments(n) {
			w.assign(place, value)
		}
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND && !w.fine[n] {
				w.write(n.X)
			}
		case *ast.SliceExpr:
			if _, ok := w.typeOf(n.X).(*types.Array); ok && !w.fine[n] {
				w.write(n.X)
			}
		case *ast.CallExpr:
			return w.call(n)
		case *ast.Ident:
			w.use(n)
		}
		return true
	})
}

// look records the operands of n through which n only reads memory.
func (w *varWalker) look(n ast.Node) {
	switch n := n.(type) {
	case *ast.IndexExpr:
		w.fine[n.X] = true
	case *ast.SelectorExpr:
		w.fine[n.X] = true
	case *ast.StarExpr:
		w.fine[n.X] = true
	case *ast.RangeStmt:
		w.fine[n.X] = true
	case *ast.BinaryExpr:
		w.fine[n.X], w.fine[n.Y] = true, true
	}
}

// assign records that a place changes, and that the value may be changed through the place. A
// local variable is tracked as an alias instead.
func (w *varWalker) assign(place, value ast.Expr) {
	w.write(place)
	w.fine[place] = true
	switch {
	case value == nil:
	case w.names.local(w.c, place) != nil:
		w.fine[ast.Unparen(value)] = true
	default:
		w.alias(value)
	}
}

func (w *varWalker) typeOf(x ast.Expr) types.Type {
	if t := w.c.pkg.Info.TypeOf(x); t != nil {
		return t.Underlying()
	}
	return nil
}

func (w *varWalker) use(id *ast.Ident) {
	if _, ok := w.typeOf(id).(*types.Pointer); ok && !w.fine[id] {
		w.through(id)
	}
}

func (w *varWalker) isPackageVar(v *types.Var) bool {
	return v.Pkg() == w.c.pkg.Types && v.Parent() == v.Pkg().Scope()
}

// root returns the package variable that x is, or is a part of, or nil.
func (w *varWalker) root(x ast.Expr) *types.Var {
	if v := syntax.Root(w.c.pkg.Info, x); v != nil && w.isPackageVar(v) {
		return v
	}
	return nil
}

// write records that the package variable of x may change.
func (w *varWalker) write(x ast.Expr) {
	if v := w.root(x); v != nil {
		w.mark(v)
	}
	if _, plain := ast.Unparen(x).(*ast.Ident); !plain {
		w.through(x)
	}
}

// through records that package variables to which a local alias in x leads may change.
func (w *varWalker) through(x ast.Expr) {
	for _, p := range w.names[syntax.Root(w.c.pkg.Info, x)] {
		w.mark(p)
	}
}

func (w *varWalker) mark(v *types.Var) {
	w.s.writes[v] = true
	if w.onceDepth > 0 {
		w.s.once[v] = true
	}
	if w.fn != nil {
		w.s.direct[w.fn] = append(w.s.direct[w.fn], v)
	}
}

// alias records that the memory of a slice or map x may change where x is passed on.
func (w *varWalker) alias(x ast.Expr) {
	switch w.typeOf(x).(type) {
	case *types.Slice, *types.Map:
		w.write(x)
		w.through(x)
	}
}

// mutators are packages with functions that change a slice or map passed to them.
var mutators = []string{"sort", "slices", "maps", "math/rand", "math/rand/v2", "encoding/binary"}

// lookers are functions of the mutators that only read a slice or map, do not pass it on, and
// call no function that could.
var lookers = map[string][]string{
	"slices": {"BinarySearch", "Compare", "Contains", "Equal", "Index", "IsSorted", "Max", "Min"},
	"sort":   {"Float64sAreSorted", "IntsAreSorted", "SearchFloat64s", "SearchInts", "SearchStrings", "StringsAreSorted"},
	"maps":   {"Equal"},
}

// mutates reports whether f, a function of another package, may change the memory of a slice or
// map passed to it.
func mutates(f *types.Func) bool {
	return f.Pkg() != nil && slices.Contains(mutators, f.Pkg().Path()) && !slices.Contains(lookers[f.Pkg().Path()], f.Name())
}

// call records the changes by a call, and reports whether to walk its operands.
func (w *varWalker) call(call *ast.CallExpr) bool {
	info := w.c.pkg.Info
	if w.isOnce(call) {
		w.onceCall(call)
		return false
	}
	switch syntax.Builtin(info, call) {
	case "append", "copy", "delete", "clear":
		w.write(call.Args[0])
		w.through(call.Args[0])
	case "len", "cap":
		w.fine[call.Args[0]] = true
	}
	if fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if sel := info.Selections[fun]; sel != nil && sel.Kind() == types.MethodVal {
			w.method(fun, sel)
		} else if f, ok := info.Uses[fun.Sel].(*types.Func); ok && mutates(f) {
			for _, x := range call.Args {
				w.alias(x)
			}
		}
	}
	return true
}

// method records a call of a method that may change its receiver.
func (w *varWalker) method(fun *ast.SelectorExpr, sel *types.Selection) {
	sig, ok := sel.Obj().Type().(*types.Signature)
	if !ok || sig.Recv() == nil || sel.Obj().Name() == "Load" && Atomic(sel.Recv()) != nil {
		return
	}
	switch sig.Recv().Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		w.write(fun.X)
		w.through(fun.X)
	}
}

// isOnce reports whether the call passes to package sync a function that runs once.
func (w *varWalker) isOnce(call *ast.CallExpr) bool {
	f, ok := typeutil.Callee(w.c.pkg.Info, call).(*types.Func)
	if !ok || len(call.Args) != 1 || f.Pkg() == nil || f.Pkg().Path() != "sync" {
		return false
	}
	return strings.HasPrefix(f.Name(), "Once") || f.Name() == "Do" && FuncName(f) == "(*Once).Do"
}

// onceCall walks a call that runs its argument once.
func (w *varWalker) onceCall(call *ast.CallExpr) {
	w.onceDepth++
	w.write(call.Fun) // the sync.Once itself, if it is a package variable
	switch x := ast.Unparen(call.Args[0]).(type) {
	case *ast.FuncLit:
		w.walk(x.Body)
		w.onceFrom(x.Body)
	default:
		w.onceFrom(x)
	}
	w.onceDepth--
	w.walk(call.Args[0])
}

// onceFrom records the functions of the package that n mentions as run once.
func (w *varWalker) onceFrom(n ast.Node) {
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok {
			if f, ok := w.c.pkg.Info.Uses[id].(*types.Func); ok && f.Pkg() == w.c.pkg.Types {
				w.onceFuncs[f.Origin()] = true
			}
		}
	}
}

// spreadOnce marks the variables that functions run once change, directly or through calls.
func (w *varWalker) spreadOnce() {
	for _, f := range syntax.Reach(w.s.calls, slices.Collect(maps.Keys(w.onceFuncs))...) {
		for _, v := range w.s.direct[f] {
			w.s.once[v] = true
		}
	}
}
