package harness

import (
	"go/ast"
	"go/types"
	"slices"
)

// Concurrent reports whether a call of fn may run code of the package that starts goroutines, by a go statement or
// a method Go such as that of a sync.WaitGroup, or that selects one of several communications.
func (c *Coder) Concurrent(fn *types.Func) bool {
	return slices.ContainsFunc(c.run(fn.Origin()), func(o types.Object) bool {
		declared := c.vars().mentions.Declared[o]
		if declared == nil {
			return false
		}
		for n := range ast.Preorder(declared) {
			switch n := n.(type) {
			case *ast.GoStmt:
				return true
			case *ast.SelectStmt:
				if len(n.Body.List) > 1 {
					return true
				}
			case *ast.SelectorExpr:
				if n.Sel.Name == "Go" {
					return true
				}
			}
		}
		return false
	})
}
