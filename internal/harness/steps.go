package harness

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A step is a method that makes another value of an object.
type step struct {
	method   *types.Func
	replaces bool // its result is the new value
}

// stepsOf returns the methods that may change a value of n, those without a result first. A
// type that none changes in place has those that return a changed value. What only takes
// memory changes nothing, and may take all there is.
func (c *Coder) stepsOf(n *types.Named) (list []step) {
	own := n.Obj().Pkg() == c.pkg.Types
	exported, inPlace := false, false
	for m := range n.Methods() {
		s := step{m, !onPointer(m) || own && !c.changes(m.Origin())}
		switch {
		case !own && (!m.Exported() || !s.replaces && (tells(m) || goesOn(m))):
		case !c.callable(m.Signature()) || own && c.blocks(m.Origin()):
		case starts(strings.ToLower(m.Name()), "grow", "reserve"):
		case s.replaces && !returnsOwn(m, n):
		default:
			list = append(list, s)
			exported = exported || m.Exported()
			inPlace = inPlace || !s.replaces && !decodes(m)
		}
	}
	list = slices.DeleteFunc(list, func(s step) bool { return exported && !s.method.Exported() || inPlace && s.replaces })
	slices.SortStableFunc(list, func(a, b step) int {
		return cmp.Compare(values(a.method), values(b.method))
	})
	harmless := list[:0]
	for _, s := range list {
		if len(harmless) < maxSteps && c.harmless(s.method) {
			harmless = append(harmless, s)
		}
	}
	return harmless
}

// values is how many values a method returns, besides an error.
func values(m *types.Func) int {
	r := m.Signature().Results()
	if n := r.Len(); n > 0 && isError(r.At(n-1).Type()) {
		return n - 1
	}
	return r.Len()
}

// decodes reports whether a method reads a value from its outward form.
func decodes(m *types.Func) bool {
	name := strings.ToLower(m.Name())
	return strings.HasPrefix(name, "unmarshal") || strings.HasSuffix(name, "decode") || name == "scan"
}

// tells reports whether a method does nothing but tell something, as far as one can see.
func tells(m *types.Func) bool {
	return m.Signature().Params().Len() == 0 && values(m) > 0
}

// goesOn reports whether a method of another package may read or call something else for as
// long as that goes on: nothing counts what it does.
func goesOn(m *types.Func) bool {
	for p := range m.Signature().Params().Variables() {
		switch u := p.Type().Underlying().(type) {
		case *types.Chan, *types.Signature:
			return true
		case *types.Interface:
			if !u.Empty() && !starts(strings.ToLower(m.Name()), "init", "reset", "set") {
				return true
			}
		}
	}
	return false
}

func onPointer(m *types.Func) bool {
	_, ok := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	return ok
}

// returnsOwn reports whether a method on values of n returns one.
func returnsOwn(m *types.Func, n *types.Named) bool {
	r := m.Signature().Results()
	return !onPointer(m) && r.Len() == 1 && types.Identical(r.At(0).Type(), n)
}

// changes reports whether a method of the package may change its receiver: it writes to a
// part of it, takes the address of one, or hands it on. It looks at the text alone.
func (c *Coder) changes(m *types.Func) (found bool) {
	d := c.declOf(m)
	if d == nil || d.Body == nil || !onPointer(m) || len(d.Recv.List[0].Names) == 0 {
		return false
	}
	recv := c.pkg.Info.Defs[d.Recv.List[0].Names[0]]
	part := func(x ast.Expr) bool {
		_, whole := ast.Unparen(x).(*ast.Ident)
		return !whole && recv != nil && base(c, x) == recv
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, part)
		case *ast.IncDecStmt:
			found = found || part(n.X)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && part(n.X)
		case *ast.CallExpr:
			found = found || c.handsOn(n, recv)
		}
		return !found
	})
	return found
}

// handsOn reports whether a call gets a value, or is that of a method that may change the
// value or a part of it. Locks are at rest.
func (c *Coder) handsOn(call *ast.CallExpr, value types.Object) bool {
	for i, x := range call.Args {
		id, whole := ast.Unparen(x).(*ast.Ident)
		if whole && c.pkg.Info.Uses[id] == value {
			return true
		}
		fun, _ := ast.Unparen(call.Fun).(*ast.Ident)
		if i == 0 && fun != nil && slices.Contains([]string{"copy", "delete", "clear"}, fun.Name) && base(c, x) == value {
			return true
		}
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || base(c, fun.X) != value {
		return false
	}
	sel := c.pkg.Info.Selections[fun]
	if sel == nil || sel.Kind() != types.MethodVal || sel.Obj().Pkg() == nil || sel.Obj().Pkg().Path() == "sync" {
		return false
	}
	m := sel.Obj().(*types.Func)
	return onPointer(m) || types.IsInterface(m.Signature().Recv().Type())
}

// blocks reports whether a function of the package waits for others, which
// may never come.
func (c *Coder) blocks(fn *types.Func) (found bool) {
	d := c.declOf(fn)
	if d == nil || d.Body == nil {
		return false
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// declOf returns the declaration of a function of the package.
func (c *Coder) declOf(fn *types.Func) *ast.FuncDecl {
	if c.decls == nil {
		c.decls = map[*types.Func]*ast.FuncDecl{}
		for _, d := range c.pkg.FuncDecls() {
			if f, ok := c.pkg.Info.Defs[d.Name].(*types.Func); ok {
				c.decls[f] = d
			}
		}
	}
	return c.decls[fn]
}
