package testgen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/codec"
	"nearmiss/internal/load"
)

// globalVar is a package variable that a function may change.
type globalVar struct{ v *types.Var }

// writes knows, for functions of one package, the package variables that a
// call may change and that a test has to put back.
type writes struct {
	changes func(*types.Func) []*types.Var
	made    map[*types.Var]bool // declared as a pointer to something new
	fields  *touches
}

func newWrites(pkg *load.Package, changes func(*types.Func) []*types.Var) *writes {
	if changes == nil {
		changes = codec.New(pkg).Changes
	}
	w := &writes{changes: changes, made: map[*types.Var]bool{}, fields: newTouches(pkg)}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
				w.scan(pkg, d)
			}
		}
	}
	return w
}

func (w *writes) scan(pkg *load.Package, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, name := range spec.Names {
			if v, ok := pkg.Info.Defs[name].(*types.Var); ok && i < len(spec.Values) && isNew(pkg.Info, spec.Values[i]) {
				w.made[v] = true
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
		id, ok := ast.Unparen(e.Fun).(*ast.Ident)
		if !ok {
			return false
		}
		b, ok := info.Uses[id].(*types.Builtin)
		return ok && b.Name() == "new"
	}
	return false
}

// of returns the variables that calls of the functions may change, by name.
func (w *writes) of(fns ...*types.Func) []globalVar {
	var list []globalVar
	for _, fn := range fns {
		for _, v := range w.changes(fn) {
			if g := (globalVar{v}); !holdsLock(v.Type()) && v.Name() != "_" && !slices.Contains(list, g) {
				list = append(list, g)
			}
		}
	}
	slices.SortFunc(list, func(a, b globalVar) int { return strings.Compare(a.v.Name(), b.v.Name()) })
	return list
}

// saved returns what remembers a package variable, and what is to be assigned
// to put it back: itself, a copy of the slice or map, or what it points to.
// What is deeper is not put back.
func (p *plan) saved(v *types.Var, expr string) (place, value string) {
	switch u := under(v.Type()).(type) {
	case *types.Slice:
		if p.since("go1.21") {
			return expr, p.std("slices") + ".Clone(" + expr + ")"
		}
	case *types.Map:
		if p.since("go1.21") {
			return expr, p.std("maps") + ".Clone(" + expr + ")"
		}
	case *types.Pointer:
		if p.writes.made[v] && !holdsLock(u.Elem()) {
			return "*" + expr, "*" + expr
		}
	}
	return expr, expr
}

// restore prints the statements that remember package variables, and put them
// back when the subtest ends.
func (p *plan) restore(list []*types.Var) (string, error) {
	var saves strings.Builder
	var restores []string
	for _, v := range list {
		expr, err := p.variable(v)
		if err != nil {
			continue // cannot be reached from outside; verification will tell
		}
		place, value := p.saved(v, expr)
		old := p.local("old" + capital(v.Name()))
		fmt.Fprintf(&saves, "%s := %s\n", old, value)
		restores = append(restores, place+" = "+old)
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
