package codec

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// Patterns returns the constant regular expressions that the nodes, and the initial values of
// package variables that they mention, hand to package regexp, each once, in order
// of appearance.
func Patterns(info *types.Info, nodes ...ast.Node) []string {
	p := patterns{info: info, values: map[types.Object]ast.Expr{}}
	for _, init := range info.InitOrder {
		for _, v := range init.Lhs {
			p.values[v] = init.Rhs
		}
	}
	for _, n := range nodes {
		p.visit(n)
	}
	return p.found
}

type patterns struct {
	info   *types.Info
	values map[types.Object]ast.Expr // of package variables that were not visited yet
	found  []string
}

func (p *patterns) visit(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v := p.info.Uses[n]
			if value, ok := p.values[v]; ok {
				delete(p.values, v)
				p.visit(value)
			}
		case *ast.CallExpr:
			p.call(n)
		}
		return true
	})
}

// call adds the first argument if it is the expression.
func (p *patterns) call(call *ast.CallExpr) {
	f := typeutil.StaticCallee(p.info, call)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "regexp" || f.Signature().Recv() != nil || len(call.Args) == 0 {
		return
	}
	if f.Name() == "QuoteMeta" {
		return
	}
	if v := p.info.Types[call.Args[0]].Value; v != nil && v.Kind() == constant.String {
		if s := constant.StringVal(v); !slices.Contains(p.found, s) {
			p.found = append(p.found, s)
		}
	}
}
