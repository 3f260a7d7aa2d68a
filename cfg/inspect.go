package cfg

import "go/ast"

// Inspect calls f for the parts of a node of one of g's blocks, or of the
// expression of a condition, that are evaluated there, in the manner of
// ast.Inspect. Left out is what an earlier block has evaluated: the boolean
// expression of x := a && b, whose operands are conditions, and calls that
// come before such an expression, which are nodes of their own. Types are
// left out too. The body of a function literal is another graph: f sees the
// literal and should not descend into it.
func (g *Graph) Inspect(n ast.Node, f func(ast.Node) bool) {
	ast.Inspect(n, func(x ast.Node) bool {
		if x != nil && x != n && (g.done[x] || isType(x)) {
			return false
		}
		return f(x)
	})
}

// Evaluated reports whether x is part of a node but was evaluated by an
// earlier block.
func (g *Graph) Evaluated(x ast.Expr) bool { return g.done[x] }
