package cover

import (
	"go/ast"
	goconstant "go/constant"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/input"
)

// Lists of inputs may be as long as package input has it, or longer where code asks
// for that: what is refused for its length has to be longer than it may be.
const mostLength = 3000

// length is how long lists may be in inputs that go through nodes: one more than
// the greatest constant that these compare a length with; 0, the usual, if that is
// not more.
func (d *seeder) length(nodes []ast.Node) int {
	most := int64(0)
	for _, n := range nodes {
		l := lengths{d.info, map[types.Object]bool{}}
		l.collect(n)
		ast.Inspect(n, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && cfg.IsComparison(b.Op) {
				most = max(most, l.limit(b.X, b.Y), l.limit(b.Y, b.X))
			}
			return true
		})
	}
	if most < int64(input.Limits{}.Longest()) {
		return 0
	}
	return int(most) + 1
}

// lengths knows the variables of a function that are assigned a length.
type lengths struct {
	info *types.Info
	vars map[types.Object]bool
}

func (l *lengths) collect(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return true
		}
		for i, to := range a.Lhs {
			if id, ok := to.(*ast.Ident); ok && l.measures(a.Rhs[i]) {
				l.vars[l.info.ObjectOf(id)] = true
			}
		}
		return true
	})
}

// measures reports whether a length is part of an expression.
func (l *lengths) measures(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || l.vars[l.info.Uses[n]]
		case *ast.CallExpr:
			switch f := typeutil.Callee(l.info, n).(type) {
			case *types.Builtin:
				found = found || f.Name() == "len"
			case *types.Func:
				found = found || f.Pkg() != nil && f.Pkg().Path() == "unicode/utf8" && (f.Name() == "RuneCount" || f.Name() == "RuneCountInString")
			}
		}
		return !found
	})
	return found
}

// limit is the constant that a length is compared with; 0 if it is none, or beyond
// reach.
func (l *lengths) limit(x, y ast.Expr) int64 {
	v := l.info.Types[y].Value
	if v == nil || v.Kind() != goconstant.Int || !l.measures(x) {
		return 0
	}
	if n, exact := goconstant.Int64Val(v); exact && n <= mostLength {
		return n
	}
	return 0
}
