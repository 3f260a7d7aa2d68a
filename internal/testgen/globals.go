package testgen

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// varWrites lists the package variables of one package that a call of a function may change and
// that a test has to restore.
type varWrites struct {
	coder         *harness.Coder
	madeByNew     map[*types.Var]bool // declared as &T{…} or new(T)
	pkg           *types.Package
	initiallyZero map[*types.Var]bool  // of basic types, zero when the first test begins: neither init nor another initializer uses them
	firstMaker    map[*types.Var]maker // the call that makes the value at the start of the first test
}

func newWrites(pkg *load.Package, h Header) *varWrites {
	w := &varWrites{coder: h.Coder, madeByNew: map[*types.Var]bool{}, pkg: pkg.Types, initiallyZero: map[*types.Var]bool{}, firstMaker: map[*types.Var]maker{}}
	if w.coder == nil {
		w.coder = harness.New(pkg)
	}
	early := map[*types.Var]int{}
	for _, name := range w.pkg.Scope().Names() {
		if v, ok := w.pkg.Scope().Lookup(name).(*types.Var); ok {
			w.initiallyZero[v] = zeroText(v.Type()) != ""
		}
	}
	for _, x := range pkg.Info.InitOrder {
		w.scanInitializer(pkg.Info, x, early)
	}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			if isInit(d) {
				w.countMentions(pkg.Info, d, early)
				w.scanInit(pkg.Info, d.(*ast.FuncDecl).Body)
			}
		}
	}
	maps.DeleteFunc(w.initiallyZero, func(v *types.Var, _ bool) bool { return early[v] > 0 })
	maps.DeleteFunc(w.firstMaker, func(v *types.Var, m maker) bool { return early[v] > 1 || len(w.coder.Changes(m.fn)) > 0 })
	return w
}

// scanInit finds the variables that an init function sets to the result of a function.
func (w *varWrites) scanInit(info *types.Info, body *ast.BlockStmt) {
	for _, stmt := range body.List {
		if a, ok := stmt.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN && len(a.Lhs) == 1 && len(a.Rhs) == 1 {
			if id, ok := a.Lhs[0].(*ast.Ident); ok {
				w.recordMade(info, info.Uses[id], a.Rhs[0])
			}
		}
	}
}

// A maker is a call of a function of the package with arguments that any code can name.
type maker struct {
	fn   *types.Func
	args []ast.Expr
}

// nameable reports whether an argument is a literal, or a constant, variable or function of a package, or an
// element of one.
func nameable(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		o := info.Uses[e]
		return o != nil && (o.Parent() == types.Universe || o.Pkg() != nil && o.Parent() == o.Pkg().Scope())
	case *ast.SelectorExpr:
		return syntax.Qualified(info, e)
	case *ast.IndexExpr:
		return nameable(info, e.X) && nameable(info, e.Index)
	}
	return false
}

// argument prints a nameable argument.
func (p *plan) argument(e ast.Expr) string {
	named := func(id *ast.Ident) string {
		if o := p.pkg.Info.Uses[id]; o.Parent() != types.Universe {
			return p.object(o)
		}
		return id.Name
	}
	switch e := e.(type) {
	case *ast.Ident:
		return named(e)
	case *ast.SelectorExpr:
		return named(e.Sel)
	case *ast.IndexExpr:
		return p.argument(e.X) + "[" + p.argument(e.Index) + "]"
	}
	return e.(*ast.BasicLit).Value
}

// recordMade reports whether e is a call of a function of the package with nameable arguments and obj a
// variable of the package. If so, it records the call in w.firstMaker.
func (w *varWrites) recordMade(info *types.Info, obj types.Object, e ast.Expr) bool {
	v, ok := obj.(*types.Var)
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	if !ok || v.Parent() != w.pkg.Scope() || !isCall || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return !nameable(info, arg) }) {
		return false
	}
	f, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || f.Pkg() != w.pkg || f.Signature().Recv() != nil || f.Signature().TypeParams().Len() > 0 {
		return false
	}
	w.firstMaker[v] = maker{f, call.Args}
	return true
}

func isInit(d ast.Decl) bool {
	fn, ok := d.(*ast.FuncDecl)
	return ok && fn.Recv == nil && fn.Name.Name == "init"
}

// countMentions adds to all, for each variable, the number of identifiers in an initializer or an init
// function that name the variable or a function that changes it.
func (w *varWrites) countMentions(info *types.Info, within ast.Node, all map[*types.Var]int) {
	for n := range ast.Preorder(within) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		switch obj := info.Uses[id].(type) {
		case *types.Var:
			all[obj]++
		case *types.Func:
			for _, c := range w.coder.Changes(obj.Origin()) {
				all[c.Var]++
			}
		}
	}
}

// zeroText returns the zero value of a basic type, or "" for other types.
func zeroText(t types.Type) string {
	b, ok := syntax.Underlying(t).(*types.Basic)
	switch {
	case !ok:
	case b.Info()&types.IsNumeric != 0:
		return "0"
	case b.Info()&types.IsString != 0:
		return `""`
	case b.Info()&types.IsBoolean != 0:
		return "false"
	}
	return ""
}

// scanInitializer notes what the value of a variable, or of several, says of these and of others. A function
// literal that is a value waits.
func (w *varWrites) scanInitializer(info *types.Info, x *types.Initializer, early map[*types.Var]int) {
	for _, v := range x.Lhs {
		delete(w.initiallyZero, v)
	}
	if _, lit := ast.Unparen(x.Rhs).(*ast.FuncLit); lit {
		return
	}
	w.countMentions(info, x.Rhs, early)
	if len(x.Lhs) == 1 {
		w.madeByNew[x.Lhs[0]] = isNew(info, x.Rhs)
		if w.recordMade(info, x.Lhs[0], x.Rhs) {
			early[x.Lhs[0]]++
		}
	}
}

// isNew reports whether an expression is &T{…} or new(T).
func isNew(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		_, lit := ast.Unparen(e.X).(*ast.CompositeLit)
		return e.Op == token.AND && lit
	case *ast.CallExpr:
		return syntax.Builtin(info, e) == "new"
	}
	return false
}

// changedBy returns the variables that calls of the functions may change and that can be restored,
// sorted by name: none that holds a lock, that refers to the same object throughout, or that changes
// only behind what restoreStatements restores.
func (w *varWrites) changedBy(fns ...*types.Func) []harness.Change {
	list := slices.DeleteFunc(w.coder.Changes(fns...), func(c harness.Change) bool { return !w.canRestore(c) })
	slices.SortFunc(list, func(a, b harness.Change) int {
		return cmp.Or(strings.Compare(a.Var.Name(), b.Var.Name()), strings.Compare(a.Var.Pkg().Path(), b.Var.Pkg().Path()))
	})
	return list
}

// canRestore reports whether a test can undo at least a part of a change.
func (w *varWrites) canRestore(c harness.Change) bool {
	v := c.Var
	if syntax.HoldsLock(v.Type()) && harness.Atomic(v.Type()) == nil || v.Name() == "_" {
		return false
	}
	if c.Self || w.firstMaker[v].fn != nil {
		return true
	}
	switch u := syntax.Underlying(v.Type()).(type) {
	case *types.Slice, *types.Map:
		return c.Target
	case *types.Pointer:
		return c.Target && (w.madeByNew[v] || v.Pkg() != w.pkg) && w.canCopy(u.Elem())
	}
	return false
}

// canCopy reports whether a test may copy a value of t: it holds no lock, and no field that the
// package does not see, which may belong to an invariant of another package.
func (w *varWrites) canCopy(t types.Type) bool {
	hidden := func(f *types.Var) bool { return !f.Exported() && f.Pkg() != w.pkg }
	return !syntax.HoldsLock(t) && !syntax.AnyField(t, hidden)
}

// settingsOf returns the settings that calls of the functions may change, each once.
func (w *varWrites) settingsOf(fns ...*types.Func) (list []harness.Setting) {
	for _, fn := range fns {
		for _, s := range w.coder.Settings(fn) {
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	return list
}

// beginValue prints the statement that sets a variable to its value at the start of the first test,
// as in the recorded run, or "" if that value is unknown.
func (p *plan) beginValue(v *types.Var, expr string) string {
	if p.writes.initiallyZero[v] {
		return expr + " = " + zeroText(v.Type()) + "\n"
	}
	if m := p.writes.firstMaker[v]; m.fn != nil {
		call, err := p.tryText(func() string {
			var args []string
			for _, arg := range m.args {
				args = append(args, p.argument(arg))
			}
			return p.object(m.fn) + "(" + strings.Join(args, ", ") + ")"
		})
		if err == nil {
			return expr + " = " + call + "\n"
		}
	}
	return ""
}

// A saved value is the value of a place before the call, and the statement that puts it back.
type saved struct {
	name  string // of the variable that holds the value
	value string
	back  string
}

// savedOf returns the parts of a package variable to save: the variable itself, a copy of its slice
// or map, or the target of its pointer. Deeper parts are not restored.
func (p *plan) savedOf(c harness.Change, expr string) (list []saved) {
	v := c.Var
	old := p.local("old" + syntax.Capitalize(strings.TrimLeft(v.Name(), "_")))
	put := func(place string) saved { return saved{old, place, place + " = " + old} }
	if harness.Atomic(v.Type()) != nil {
		return []saved{{old, expr + ".Load()", expr + ".Store(" + old + ")"}}
	}
	own := v.Pkg() == p.writes.pkg
	switch u := syntax.Underlying(v.Type()).(type) {
	case *types.Slice:
		if own || c.Target {
			return []saved{{old, p.stdImport("slices") + ".Clone(" + expr + ")", expr + " = " + old}}
		}
	case *types.Map:
		if own || c.Target {
			return []saved{{old, p.stdImport("maps") + ".Clone(" + expr + ")", expr + " = " + old}}
		}
	case *types.Pointer:
		target := (p.writes.madeByNew[v] || !own) && c.Target && p.writes.canCopy(u.Elem())
		if target && c.Self {
			held := p.local(old + "Value")
			return []saved{put(expr), {held, "*" + expr, "*" + expr + " = " + held}}
		}
		if target {
			return []saved{put("*" + expr)}
		}
	}
	return []saved{put(expr)}
}

// restoreStatements prints the statements that save package variables and settings, and restore
// them when the subtest ends.
func (p *plan) restoreStatements(list []harness.Change) string {
	var all []saved
	for _, c := range list {
		if expr, ok := p.reachable(c.Var); ok { // else the verification of the suite shows whether that matters
			all = append(all, p.savedOf(c, expr)...)
		}
	}
	var anew strings.Builder
	for _, s := range p.settings {
		pkg, old := p.stdImport(s.Path), p.local("old"+syntax.Capitalize(s.Name))
		all = append(all, saved{old, s.Get(pkg), s.Put(pkg, old)})
		if begin := s.Anew(pkg); begin != "" {
			anew.WriteString(begin + "\n")
		}
	}
	if len(all) == 0 {
		return ""
	}
	var saves, restores strings.Builder
	for _, s := range all {
		fmt.Fprintf(&saves, "%s := %s\n", s.name, s.value)
		restores.WriteString(s.back + "\n")
	}
	back := "\n" + restores.String()
	if len(all) == 1 {
		back = " " + all[0].back + " "
	}
	return fmt.Sprintf("%s%s.Cleanup(func() {%s})\n%s", saves.String(), p.local("t"), back, anew.String())
}
