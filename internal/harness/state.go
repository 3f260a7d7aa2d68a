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
	"nearmiss/internal/writes"
)

// packageVars holds the uses of package variables by the package's functions.
type packageVars struct {
	order        []*types.Var // package variables, by position
	mentions     *syntax.Mentions
	pkg          *types.Package
	changedBy    map[types.Object][]change // function → changes of variables that it makes itself
	changedLater map[*types.Var]bool       // changed by code that may run after initialisation
	changedOnce  map[*types.Var]bool       // written by code that a sync.Once runs
	withoutValue map[*types.Var]bool       // declared without a value
	pointsTo     map[*types.Var]*types.Var // variable → variable that its initial value points to
	saved        []*types.Var
	kept         []Unrestored
	elsewhere    []*types.Var          // changed variables of other packages, by import path and name
	setOnce      []*types.Var          // variables in changedOnce that could be restored by themselves
	onces        []*types.Var          // the package's variables of type sync.Once
	runsOnce     map[types.Object]bool // functions that a sync.Once may run
	writes       *writes.Writes
}

// Unrestored is a package variable that may change and is not restored between runs.
type Unrestored struct {
	Var    *types.Var
	Reason string
}

// Unrestored returns the package variables that the code may change and that are not restored
// between runs.
func (c *Coder) Unrestored() []Unrestored { return c.vars().kept }

// findVars returns the analysis of the package's variables.
func (c *Coder) findVars() *packageVars {
	s := &packageVars{
		mentions:     syntax.NewMentions(c.pkg.Info, c.pkg.Files),
		pkg:          c.pkg.Types,
		changedBy:    map[types.Object][]change{},
		changedLater: map[*types.Var]bool{},
		changedOnce:  map[*types.Var]bool{},
		withoutValue: map[*types.Var]bool{},
		pointsTo:     map[*types.Var]*types.Var{},
		runsOnce:     map[types.Object]bool{},
	}
	s.writes = writes.New(c.pkg.Info, c.pkg.Types, s.mentions)
	w := &varWalker{c: c, s: s, aliases: c.aliases(), onceFuncs: map[types.Object]bool{}, readOnly: map[ast.Node]bool{}}
	for _, f := range c.pkg.Files {
		for _, d := range f.Decls {
			w.decl(d)
		}
	}
	w.markOnceVars()
	s.addTargets(s.changedLater)
	slices.SortFunc(s.order, func(a, b *types.Var) int { return cfg.ComparePos(c.pkg.Fset, a.Pos(), b.Pos()) })
	s.elsewhere = slices.DeleteFunc(s.foreign(), func(v *types.Var) bool { return s.changedOnce[v] || c.whyUnsaved(v) != "" })
	for _, v := range s.order {
		if !s.changedLater[v] {
			continue
		}
		switch reason := c.whyUnsaved(v); {
		case slices.Contains(workerImports, c.pkg.ImportPath):
			s.kept = append(s.kept, Unrestored{v, "is what the worker itself stands on"})
		case s.changedOnce[v]:
			if reason == "" {
				s.setOnce = append(s.setOnce, v)
			}
			if types.TypeString(v.Type(), nil) == "sync.Once" {
				s.onces = append(s.onces, v)
			}
			s.kept = append(s.kept, Unrestored{v, "is set once, by sync.Once"})
		case reason != "":
			s.kept = append(s.kept, Unrestored{v, reason})
		default:
			s.saved = append(s.saved, v)
		}
	}
	return s
}

// SetsOnce reports whether the code sets package variables by a sync.Once that is a package variable, too.
func (c *Coder) SetsOnce() bool { return len(c.vars().fresh()) > 0 }

// fresh returns the variables that a sync.Once sets and those of type sync.Once, none if one kind is missing.
func (s *packageVars) fresh() []*types.Var {
	if len(s.onces) == 0 || len(s.setOnce) == 0 {
		return nil
	}
	return slices.Concat(s.setOnce, s.onces)
}

// addTargets adds to a set the variables to which the initial values of its members point.
func (s *packageVars) addTargets(set map[*types.Var]bool) {
	for changed := true; changed; {
		changed = false
		for v, target := range s.pointsTo {
			if set[v] && !set[target] {
				set[target], changed = true, true
			}
		}
	}
}

// workerImports are packages with variables that the runtime or the worker uses itself.
var workerImports = []string{"runtime", "sync", "sync/atomic", "internal/sync", "internal/poll", "os", "syscall"}

// inputsOf returns the package variables that fn, or a function of the package that it calls,
// reads and that other code may set: variables that are written somewhere, exported, or declared
// without a value.
func (s *packageVars) inputsOf(fn *types.Func) []*types.Var {
	return slices.DeleteFunc(s.readBy(fn), func(v *types.Var) bool {
		return s.changedOnce[v] || !(s.changedLater[v] || v.Exported() || s.withoutValue[v])
	})
}

// readBy returns the package variables that fn, or a function of the package that it calls, mentions.
func (s *packageVars) readBy(fn *types.Func) (list []*types.Var) {
	found := map[types.Object]bool{}
	for _, f := range syntax.Reach(s.calls, types.Object(fn)) {
		for _, o := range s.mentions.Of(f) {
			found[o] = true
		}
	}
	for _, v := range s.order {
		if found[v] {
			list = append(list, v)
		}
	}
	return list
}

// calls returns the functions of the package that fn mentions, in order of appearance.
func (s *packageVars) calls(fn types.Object) []types.Object {
	return slices.DeleteFunc(slices.Clone(s.mentions.Of(fn)), func(o types.Object) bool {
		_, is := o.(*types.Func)
		return !is || o.Pkg() != s.pkg
	})
}

// Shares reports whether a call of fn may read a package variable that leads to an interface value other than an
// error. What the value points to is not put back between runs.
func (c *Coder) Shares(fn *types.Func) bool {
	s := c.vars()
	for _, f := range syntax.Reach(s.calls, types.Object(fn)) {
		for _, o := range s.mentions.Of(f) {
			if v, ok := o.(*types.Var); ok && slices.Contains(s.order, v) && leadsToInterface(v.Type()) {
				return true
			}
		}
	}
	return false
}

// leadsToInterface reports whether a value of t is, or leads to, an interface value other than an error, or a sync.Map, which holds
// such values.
func leadsToInterface(t types.Type) bool {
	return slices.ContainsFunc(syntax.Reach(syntax.Inside, t), func(t types.Type) bool {
		return types.IsInterface(t) && !syntax.IsError(t) || types.TypeString(t, nil) == "sync.Map"
	})
}

// varWalker walks the declarations of a package.
type varWalker struct {
	c         *Coder
	s         *packageVars
	fn        *types.Func // nil in the value of a package variable
	onceDepth int         // greater than 0 inside of code that a sync.Once runs
	onceFuncs map[types.Object]bool
	aliases   aliases
	readOnly  map[ast.Node]bool // expressions that only read the memory they lead to
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
				w.s.withoutValue[v] = true
			}
		}
	}
	for i, x := range spec.Values {
		if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && u.Op == token.AND && w.packageVarOf(u.X) != nil {
			if v, ok := w.c.pkg.Info.Defs[spec.Names[i]].(*types.Var); ok {
				w.s.pointsTo[v] = w.packageVarOf(u.X)
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
	ast.Inspect(n, func(n ast.Node) bool {
		w.markReadOnly(n)
		for place, value := range syntax.Assignments(n) {
			w.assign(place, value)
		}
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND && !w.readOnly[n] {
				w.write(n.X)
			}
		case *ast.SliceExpr:
			if _, ok := w.typeOf(n.X).(*types.Array); ok && !w.readOnly[n] {
				w.write(n.X)
			}
		case *ast.CallExpr:
			return w.call(n)
		case *ast.Ident:
			w.markUse(n)
		}
		return true
	})
}

// markReadOnly records the operands of n through which n only reads memory.
func (w *varWalker) markReadOnly(n ast.Node) {
	switch n := n.(type) {
	case *ast.IndexExpr:
		w.readOnly[n.X] = true
	case *ast.SelectorExpr:
		w.readOnly[n.X] = true
	case *ast.StarExpr:
		w.readOnly[n.X] = true
	case *ast.RangeStmt:
		w.readOnly[n.X] = true
	case *ast.BinaryExpr:
		w.readOnly[n.X], w.readOnly[n.Y] = true, true
	case *ast.CallExpr:
		for _, x := range syntax.Loaded(w.c.pkg.Info, n) {
			w.readOnly[x] = true
		}
	}
}

// assign records that a place changes, and that the value may be changed through the place. A
// local variable is tracked as an alias instead.
func (w *varWalker) assign(place, value ast.Expr) {
	w.write(place)
	w.readOnly[place] = true
	switch {
	case value == nil:
	case w.c.localVar(place) != nil:
		w.readOnly[ast.Unparen(value)] = true
	default:
		w.markPassedOn(value)
	}
}

func (w *varWalker) typeOf(x ast.Expr) types.Type {
	if t := w.c.pkg.Info.TypeOf(x); t != nil {
		return t.Underlying()
	}
	return nil
}

func (w *varWalker) markUse(id *ast.Ident) {
	if _, ok := w.typeOf(id).(*types.Pointer); ok && !w.readOnly[id] {
		w.markAliased(id, 0)
	}
}

// packageVarOf returns the package variable that x is, or is a part of, or nil. It may be a variable
// of another package.
func (w *varWalker) packageVarOf(x ast.Expr) *types.Var {
	if v := syntax.Root(w.c.pkg.Info, x); v != nil && isGlobal(v) {
		return v
	}
	return nil
}

// isGlobal reports whether v is declared in the scope of a package.
func isGlobal(v *types.Var) bool {
	return v.Pkg() != nil && v.Pkg().Scope().Lookup(v.Name()) == v
}

// write records that the place x may change: the package variable of which it is a part, and the
// package variables to which a local alias in x leads.
func (w *varWalker) write(x ast.Expr) {
	derefs := syntax.Derefs(w.c.pkg.Info, x)
	if v := w.packageVarOf(x); v != nil {
		w.markChanged(change{v: v, depth: derefs})
	}
	if derefs > 0 {
		w.markAliased(x, derefs-1)
	}
}

// writeThrough records that the memory may change to which the value of x refers.
func (w *varWalker) writeThrough(x ast.Expr) {
	derefs := syntax.Derefs(w.c.pkg.Info, x)
	if v := w.packageVarOf(x); v != nil {
		w.markChanged(change{v: v, depth: derefs + 1})
	}
	w.markAliased(x, derefs)
}

// markAliased records that package variables to which a local alias in x leads may change: the
// memory that is derefs references behind the memory of the alias.
func (w *varWalker) markAliased(x ast.Expr, derefs int) {
	for _, a := range w.aliases[syntax.Root(w.c.pkg.Info, x)] {
		w.markChanged(change{v: a.v, depth: a.depth + derefs})
	}
}

func (w *varWalker) markChanged(c change) {
	w.s.changedLater[c.v] = true
	if c.once = w.onceDepth > 0; c.once {
		w.s.changedOnce[c.v] = true
	}
	if w.fn != nil {
		w.s.changedBy[w.fn] = append(w.s.changedBy[w.fn], c)
	}
}

// markPassedOn records that the memory of a slice or map x may change where x is passed on. A
// variable of another package is passed on to be read.
func (w *varWalker) markPassedOn(x ast.Expr) {
	if v := w.packageVarOf(x); v != nil && v.Pkg() != w.c.pkg.Types {
		return
	}
	switch w.typeOf(x).(type) {
	case *types.Slice, *types.Map:
		w.writeThrough(x)
	}
}

// mutators are packages with functions that change a slice or map passed to them.
var mutators = []string{"sort", "slices", "maps", "math/rand", "math/rand/v2", "encoding/binary"}

// readOnlyFuncs are functions of the mutators that only read a slice or map, do not pass it on, and
// call no function that could.
var readOnlyFuncs = map[string][]string{
	"slices": {"BinarySearch", "Compare", "Contains", "Equal", "Index", "IsSorted", "Max", "Min"},
	"sort":   {"Float64sAreSorted", "IntsAreSorted", "SearchFloat64s", "SearchInts", "SearchStrings", "StringsAreSorted"},
	"maps":   {"Equal"},
}

// mutates reports whether f, a function of another package, may change the memory of a slice or
// map passed to it.
func mutates(f *types.Func) bool {
	return f.Pkg() != nil && slices.Contains(mutators, f.Pkg().Path()) && !slices.Contains(readOnlyFuncs[f.Pkg().Path()], f.Name())
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
		w.writeThrough(call.Args[0])
	case "len", "cap":
		w.readOnly[call.Args[0]] = true
	}
	if fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if sel := info.Selections[fun]; sel != nil && sel.Kind() == types.MethodVal {
			w.method(fun, sel)
		} else if f, ok := info.Uses[fun.Sel].(*types.Func); ok && mutates(f) {
			for _, x := range call.Args {
				w.markPassedOn(x)
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
	if v := w.packageVarOf(fun.X); v != nil && v.Pkg() != w.c.pkg.Types && !nameChanges(sel.Obj().(*types.Func)) {
		return // few methods change a variable that other packages use, too
	}
	if m := sel.Obj().(*types.Func).Origin(); m.Pkg() == w.c.pkg.Types && !syntax.IsInterfaceMethod(m) && !w.s.writes.MayChange(m, m.Signature().Recv().Type()) {
		return
	}
	switch sig.Recv().Type().Underlying().(type) {
	case *types.Pointer:
		if _, already := w.typeOf(fun.X).(*types.Pointer); !already {
			w.write(fun.X)
			break
		}
		w.writeThrough(fun.X)
	case *types.Slice, *types.Map:
		w.writeThrough(fun.X)
	}
}

// isOnce reports whether the call passes to package sync a function that runs once.
func (w *varWalker) isOnce(call *ast.CallExpr) bool {
	f, ok := typeutil.Callee(w.c.pkg.Info, call).(*types.Func)
	if !ok || len(call.Args) != 1 || f.Pkg() == nil || f.Pkg().Path() != "sync" {
		return false
	}
	return strings.HasPrefix(f.Name(), "Once") || f.Name() == "Do" && syntax.FuncName(f) == "(*Once).Do"
}

// onceCall walks a call that runs its argument once.
func (w *varWalker) onceCall(call *ast.CallExpr) {
	w.onceDepth++
	w.write(call.Fun) // the sync.Once itself, if it is a package variable
	switch x := ast.Unparen(call.Args[0]).(type) {
	case *ast.FuncLit:
		w.walk(x.Body)
		w.addOnceFuncs(x.Body)
	default:
		w.addOnceFuncs(x)
	}
	w.onceDepth--
	w.walk(call.Args[0])
}

// addOnceFuncs records the functions of the package that n mentions as run once.
func (w *varWalker) addOnceFuncs(n ast.Node) {
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok {
			if f, ok := w.c.pkg.Info.Uses[id].(*types.Func); ok && f.Pkg() == w.c.pkg.Types {
				w.onceFuncs[f.Origin()] = true
			}
		}
	}
}

// markOnceVars marks the variables that the functions in onceFuncs change, directly or through
// calls.
func (w *varWalker) markOnceVars() {
	for _, f := range syntax.Reach(w.s.calls, slices.Collect(maps.Keys(w.onceFuncs))...) {
		w.s.runsOnce[f] = true
		for _, c := range w.s.changedBy[f] {
			w.s.changedOnce[c.v] = true
		}
	}
}
