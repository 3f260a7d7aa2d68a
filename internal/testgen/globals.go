package testgen

import (
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
	changes       func(*types.Func) []*types.Var
	madeByNew     map[*types.Var]bool // declared as &T{…} or new(T)
	pkg           *types.Package
	setLater      map[*types.Var]bool        // assigned to after initialization, or the address is taken
	initiallyZero map[*types.Var]bool        // of basic types, zero when the first test begins: neither init nor another initializer uses them
	firstMaker    map[*types.Var]*types.Func // the function without arguments that makes the value at the start of the first test
	fields        *fieldWrites
}

func newWrites(pkg *load.Package, changes func(*types.Func) []*types.Var) *varWrites {
	if changes == nil {
		changes = harness.New(pkg).Changes
	}
	w := &varWrites{changes: changes, madeByNew: map[*types.Var]bool{}, pkg: pkg.Types, setLater: map[*types.Var]bool{}, initiallyZero: map[*types.Var]bool{}, firstMaker: map[*types.Var]*types.Func{}, fields: newFieldWrites(pkg)}
	early := map[*types.Var]int{}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				w.scanInitializers(pkg, g, early)
				w.countMentions(pkg.Info, g, early)
			}
			if isInit(d) {
				w.countMentions(pkg.Info, d, early)
				w.scanInit(pkg.Info, d.(*ast.FuncDecl).Body)
			}
			w.recordSets(pkg.Info, d)
		}
	}
	maps.DeleteFunc(w.initiallyZero, func(v *types.Var, _ bool) bool { return early[v] > 0 })
	maps.DeleteFunc(w.firstMaker, func(v *types.Var, f *types.Func) bool { return early[v] > 1 || len(changes(f)) > 0 })
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

// recordMade reports whether e is a call without arguments of a function of the package and obj a
// variable of the package. If so, it records the function in w.firstMaker.
func (w *varWrites) recordMade(info *types.Info, obj types.Object, e ast.Expr) bool {
	v, ok := obj.(*types.Var)
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	if !ok || v.Parent() != w.pkg.Scope() || !isCall || len(call.Args) > 0 {
		return false
	}
	f, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || f.Pkg() != w.pkg || f.Signature().Recv() != nil || f.Signature().TypeParams().Len() > 0 {
		return false
	}
	w.firstMaker[v] = f
	return true
}

func isInit(d ast.Decl) bool {
	fn, ok := d.(*ast.FuncDecl)
	return ok && fn.Recv == nil && fn.Name.Name == "init"
}

// countMentions adds to all, for each variable, the number of identifiers in a declaration that
// name the variable or a function that changes it.
func (w *varWrites) countMentions(info *types.Info, d ast.Decl, all map[*types.Var]int) {
	for n := range ast.Preorder(d) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		switch obj := info.Uses[id].(type) {
		case *types.Var:
			all[obj]++
		case *types.Func:
			for _, v := range w.changes(obj.Origin()) {
				all[v]++
			}
		}
	}
}

// recordSets finds the variables that a declaration assigns to, or whose address it takes.
// Assignments in the body of an init function, outside of function literals, run before any
// test and do not count.
func (w *varWrites) recordSets(info *types.Info, d ast.Decl) {
	first := isInit(d)
	note := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if v, ok := info.Uses[id].(*types.Var); ok {
				w.setLater[v] = true
			}
		}
	}
	ast.PreorderStack(d, nil, func(n ast.Node, around []ast.Node) bool {
		early := first && !slices.ContainsFunc(around, func(n ast.Node) bool { _, lit := n.(*ast.FuncLit); return lit })
		for place := range syntax.Assignments(n) {
			if !early {
				note(place)
			}
		}
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
			note(u.X)
		}
		return true
	})
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

// isSameObject reports whether a variable refers to the same object throughout, even if the object
// changes: restoring the variable would have no effect.
func (w *varWrites) isSameObject(v *types.Var) bool {
	if v.Pkg() != w.pkg || v.Exported() || w.setLater[v] || w.firstMaker[v] != nil {
		return false
	}
	switch u := syntax.Underlying(v.Type()).(type) {
	case *types.Pointer:
		return !w.madeByNew[v] || holdsLock(u.Elem())
	case *types.Interface:
		return true
	case *types.Signature, *types.Chan: // methods of a defined type may take the address
		return types.Unalias(v.Type()) == u
	}
	return false
}

func (w *varWrites) scanInitializers(pkg *load.Package, d *ast.GenDecl, early map[*types.Var]int) {
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, name := range spec.Names {
			v, ok := pkg.Info.Defs[name].(*types.Var)
			switch {
			case !ok:
			case len(spec.Values) == 0:
				w.initiallyZero[v] = zeroText(v.Type()) != ""
			case i < len(spec.Values):
				w.madeByNew[v] = isNew(pkg.Info, spec.Values[i])
				if w.recordMade(pkg.Info, v, spec.Values[i]) {
					early[v]++
				}
			}
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
// sorted by name: none that holds a lock or that refers to the same object throughout.
func (w *varWrites) changedBy(fns ...*types.Func) []*types.Var {
	var list []*types.Var
	for _, fn := range fns {
		for _, v := range w.changes(fn) {
			if (!holdsLock(v.Type()) || harness.Atomic(v.Type()) != nil) && v.Name() != "_" && !w.isSameObject(v) && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	slices.SortFunc(list, func(a, b *types.Var) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

// beginValue prints the statement that sets a variable to its value at the start of the first test,
// as in the recorded run, or "" if that value is unknown.
func (p *plan) beginValue(v *types.Var, expr string) string {
	if p.writes.initiallyZero[v] {
		return expr + " = " + zeroText(v.Type()) + "\n"
	}
	if f := p.writes.firstMaker[v]; f != nil {
		if name, err := p.object(f); err == nil {
			return expr + " = " + name + "()\n"
		}
	}
	return ""
}

// saveExpr returns an assignable expression for a package variable and the value to save: the
// variable itself, a copy of its slice or map, or the target of its pointer. Deeper parts are
// not restored.
func (p *plan) saveExpr(v *types.Var, expr string) (place, value string) {
	switch u := syntax.Underlying(v.Type()).(type) {
	case *types.Slice:
		return expr, p.stdImport("slices") + ".Clone(" + expr + ")"
	case *types.Map:
		return expr, p.stdImport("maps") + ".Clone(" + expr + ")"
	case *types.Pointer:
		if p.writes.madeByNew[v] && !holdsLock(u.Elem()) {
			return "*" + expr, "*" + expr
		}
	}
	return expr, expr
}

// restoreStatements prints the statements that save package variables, and restore them when the
// subtest ends.
func (p *plan) restoreStatements(list []*types.Var) (string, error) {
	var saves strings.Builder
	var restores []string
	for _, v := range list {
		expr, err := p.variable(v)
		if err != nil {
			continue // an external test cannot reach it; the verification of the suite shows whether that matters
		}
		place, value := p.saveExpr(v, expr)
		old := p.local("old" + syntax.Capitalize(v.Name()))
		back := place + " = " + old
		if harness.Atomic(v.Type()) != nil {
			value, back = expr+".Load()", expr+".Store("+old+")"
		}
		fmt.Fprintf(&saves, "%s := %s\n", old, value)
		restores = append(restores, back)
	}
	switch t := p.local("t"); len(restores) {
	case 0:
		return "", nil
	case 1:
		return fmt.Sprintf("%s%s.Cleanup(func() { %s })\n", saves.String(), t, restores[0]), nil
	default:
		return fmt.Sprintf("%s%s.Cleanup(func() {\n%s\n})\n", saves.String(), t, strings.Join(restores, "\n")), nil
	}
}
