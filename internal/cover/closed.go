package cover

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/effects"
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
		u.closing = &closing{pkg: u.pkg, decls: declsOf(u.graph), changed: effects.Changing(u.pkg)}
	}
	u.closing.seen = map[*types.Func]bool{}
	return u.closing.function(f.cfg.Obj)
}

// computes reports whether a function of another package does nothing but compute, with
// what it is given: errors.Is and its like call methods.
func computes(f *types.Func) bool {
	if f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	switch f.Pkg().Path() {
	case "math/bits", "strconv", "strings", "unicode/utf8":
		return true
	}
	return f.FullName() == "errors.New"
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
		switch o := c.pkg.Info.Uses[n].(type) {
		case *types.Func: // called here, or by what it is given to
			return c.computes(o)
		case *types.Var:
			if !o.IsField() && o.Parent() == o.Pkg().Scope() {
				return o.Pkg() == c.pkg.Types && !o.Exported() && !c.changed[o]
			}
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
	return f != nil && c.computes(f)
}

// computes reports whether a function that is mentioned does nothing but compute.
func (c *closing) computes(f *types.Func) bool {
	if f.Pkg() == c.pkg.Types {
		return f.Origin() == f && c.function(f)
	}
	return computes(f)
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
