package cfg

import (
	"go/ast"

	"golang.org/x/tools/go/cfg"
)

// hasDeadCode reports whether go/cfg finds code that is not reached in one
// of the bodies of fn, with the calls that we know not to return.
func hasDeadCode(p *Package, fn *Func) bool {
	never := findNoReturn(p.Info, p.Funcs)
	dead := false
	ast.Inspect(fn.Decl, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			body = n.Body
		case *ast.FuncLit:
			body = n.Body
		}
		if body != nil {
			for _, b := range cfg.New(body, mayReturn(p.Info, never)).Blocks {
				dead = dead || !b.Live && len(b.Nodes) > 0
			}
		}
		return true
	})
	return dead
}
