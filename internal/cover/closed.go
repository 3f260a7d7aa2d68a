package cover

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/load"
)

// A tree that took every path of a function proves that what no path takes no
// input takes, if the paths hang on the inputs alone and the inputs are all
// symbolic. The executor cannot tell: the order of a map, the clock, or a
// variable that another function assigns to are what they are on its runs.

// whyComplete is the reason that such a branch is infeasible for.
const whyComplete = "symbolic execution took every path of the function, and none comes there"

// closed reports whether all that a function does hangs on its inputs alone.
// It says so of few: inputs are numbers and truth values; the code, with the
// functions of the package that it calls, has no goroutines, channels, function
// literals, calls that are not static, floats or slices that grow, and ranges
// over no map; it calls beside itself only packages that compute; and of package
// variables it reads such as nobody assigns to.
func (u *unit) closed(f *function) bool {
	if f.of != nil || len(f.variants) > 0 || len(f.signed.Notes) > 0 || len(f.sig.Globals) > 0 || f.sig.TypeArgs != "" || !fixed(f.sig) {
		return false
	}
	if u.closing == nil {
		u.closing = &closing{pkg: u.pkg, decls: declsOf(u.graph), changed: changedVars(u.pkg)}
	}
	u.closing.seen = map[*types.Func]bool{}
	return u.closing.function(f.cfg.Obj)
}

// computes reports whether the functions of a package do nothing but compute.
func computes(path string) bool {
	switch path {
	case "errors", "math/bits", "strconv", "strings", "unicode/utf8":
		return true
	}
	return false
}

// closing finds the closed functions of a package.
type closing struct {
	pkg     *load.Package
	decls   map[*types.Func]*ast.FuncDecl
	seen    map[*types.Func]bool
	changed map[*types.Var]bool
}

func (c *closing) function(f *types.Func) bool {
	if c.seen[f] {
		return true
	}
	c.seen[f] = true
	d := c.decls[f]
	if d == nil || d.Body == nil || f.Signature().TypeParams() != nil || f.Signature().RecvTypeParams() != nil {
		return false
	}
	ok := true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		ok = ok && c.node(n)
		return ok
	})
	return ok
}

func (c *closing) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt, *ast.FuncLit:
		return false
	case *ast.UnaryExpr:
		return n.Op != token.ARROW && c.exact(n)
	case *ast.RangeStmt:
		switch c.pkg.Info.TypeOf(n.X).Underlying().(type) {
		case *types.Map, *types.Chan, *types.Signature:
			return false
		}
	case *ast.CallExpr:
		return c.call(n) && c.exact(n)
	case *ast.Ident:
		if v, ok := c.pkg.Info.Uses[n].(*types.Var); ok && !v.IsField() && v.Parent() == v.Pkg().Scope() {
			return v.Pkg() == c.pkg.Types && !v.Exported() && !c.changed[v]
		}
		return c.exact(n)
	case ast.Expr:
		return c.exact(n)
	}
	return true
}

// exact reports whether an expression is no float that is computed.
func (c *closing) exact(e ast.Expr) bool {
	v, ok := c.pkg.Info.Types[e]
	if !ok || !v.IsValue() || v.Value != nil || v.Type == nil {
		return true
	}
	b, ok := v.Type.Underlying().(*types.Basic)
	return !ok || b.Info()&(types.IsFloat|types.IsComplex) == 0 && b.Kind() != types.UnsafePointer
}

func (c *closing) call(n *ast.CallExpr) bool {
	info := c.pkg.Info
	if info.Types[n.Fun].IsType() {
		return true
	}
	if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
		if b, ok := info.Uses[id].(*types.Builtin); ok {
			switch b.Name() {
			case "len", "min", "max", "new", "make", "copy", "delete", "clear", "panic":
				return true
			}
			return false
		}
	}
	f := typeutil.StaticCallee(info, n)
	switch {
	case f == nil || f.Pkg() == nil:
		return false
	case f.Pkg() == c.pkg.Types:
		return f.Origin() == f && c.function(f)
	}
	return computes(f.Pkg().Path()) && f.Signature().Recv() == nil
}

// changedVars are the package variables that may be something else than what
// they were made as, or are made by code: all but numbers, strings and arrays
// of them that constants initialize, and that nothing assigns to, takes the
// address of, or slices.
func changedVars(pkg *load.Package) map[*types.Var]bool {
	changed := map[*types.Var]bool{}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && (!constantType(v.Type()) || len(pkg.OtherFiles) > 0) {
			changed[v] = true
		}
	}
	change := func(e ast.Expr) {
		if v, ok := pkg.Info.Uses[root(e)].(*types.Var); ok {
			changed[v] = true
		}
	}
	for _, file := range pkg.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					change(e)
				}
			case *ast.IncDecStmt:
				change(n.X)
			case *ast.RangeStmt:
				change(n.Key)
				change(n.Value)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					change(n.X)
				}
			case *ast.SliceExpr:
				change(n.X)
			case *ast.SelectorExpr:
				if s := pkg.Info.Selections[n]; s != nil {
					change(n.X) // a method may change it
				}
			case *ast.ValueSpec:
				made(pkg, n, changed)
			}
			return true
		})
	}
	return changed
}

// made marks the variables of a declaration that code makes.
func made(pkg *load.Package, n *ast.ValueSpec, changed map[*types.Var]bool) {
	for i, name := range n.Names {
		v, ok := pkg.Info.Defs[name].(*types.Var)
		if ok && len(n.Values) > 0 && (len(n.Values) != len(n.Names) || !constant(pkg.Info, n.Values[i])) {
			changed[v] = true
		}
	}
}

func constant(info *types.Info, e ast.Expr) bool {
	if info.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			if !constant(info, x) {
				return false
			}
		}
		return true
	}
	return false
}

func constantType(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Array:
		return constantType(t.Elem())
	}
	return false
}

// root is the variable that an expression is a part of, nil if there is none.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// proved lists the goals of a function that no input takes, once a tree of it
// has shown that.
func (x *explorer) proved() (goals []*goal) {
	f := x.fn
	if x.doubt || len(x.trees) != 1 || !x.trees[0].complete() || !f.unit.closed(f) {
		return nil
	}
	for _, g := range f.goals {
		if g.open() && !g.ignored {
			goals = append(goals, g)
		}
	}
	return goals
}

// complete reports whether every path was taken to its end.
func (t *explored) complete() bool {
	return t.result != nil && t.result.Complete && t.dropped == ""
}
