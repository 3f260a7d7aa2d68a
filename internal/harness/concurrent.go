package harness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Concurrent reports whether a call of fn may run code of the package that starts goroutines, by a go statement or
// a method Go such as that of a sync.WaitGroup, or that selects one of several communications.
func (c *Coder) Concurrent(fn *types.Func) bool { return c.mayRun(fn, c.traits().concurrent) }

// LeavesMapLoop reports whether a call of fn may run a loop of the package over a map that can end before the last
// entry, so that some outcome may need a rare order.
func (c *Coder) LeavesMapLoop(fn *types.Func) bool { return c.mayRun(fn, c.traits().mapLoop) }

// mayRun reports whether a call of fn may run one of the functions of a set.
func (c *Coder) mayRun(fn *types.Func, set map[types.Object]bool) bool {
	return len(set) > 0 && slices.ContainsFunc(c.run(fn.Origin()), func(o types.Object) bool { return set[o] })
}

// traits are the functions and package variables whose declaration holds a statement that matters for how often,
// and how, a case is run.
type traits struct{ concurrent, mapLoop map[types.Object]bool }

// traits finds the declarations on first use.
func (c *Coder) traits() *traits {
	if c.declTraits != nil {
		return c.declTraits
	}
	c.declTraits = &traits{map[types.Object]bool{}, map[types.Object]bool{}}
	for o, declared := range c.vars().mentions.Declared {
		for n := range ast.Preorder(declared) {
			switch n := n.(type) {
			case *ast.GoStmt:
				c.declTraits.concurrent[o] = true
			case *ast.SelectStmt:
				if len(n.Body.List) > 1 {
					c.declTraits.concurrent[o] = true
				}
			case *ast.SelectorExpr:
				if n.Sel.Name == "Go" {
					c.declTraits.concurrent[o] = true
				}
			case *ast.RangeStmt:
				if _, overMap := c.pkg.Info.TypeOf(n.X).Underlying().(*types.Map); overMap && canLeave(n.Body) {
					c.declTraits.mapLoop[o] = true
				}
			}
		}
	}
	return c.declTraits
}

// canLeave reports whether a statement in the body of a loop may end the loop: also one that only ends another
// loop in the body.
func canLeave(body *ast.BlockStmt) bool {
	leaves := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = leaves || n.Tok == token.BREAK || n.Tok == token.GOTO
		}
		return true
	})
	return leaves
}
