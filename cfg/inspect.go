package cfg

import "go/ast"

// Inspect calls f like ast.Inspect for the parts of n that are evaluated in the block of n. n is
// a node of one of g's blocks or the expression of a condition. Inspect leaves out types and
// parts that an earlier block has evaluated: the boolean expression of x := a && b, whose
// operands are conditions, and calls before such an expression, which are separate nodes. The
// body of a function literal has its own graph, so f should return false for a literal.
func (g *Graph) Inspect(n ast.Node, f func(ast.Node) bool) {
	ast.Inspect(n, func(x ast.Node) bool {
		if x != nil && x != n && (g.evaluated[x] || isType(x)) {
			return false
		}
		return f(x)
	})
}

// Evaluated reports whether x is part of a node but was evaluated by an
// earlier block.
func (g *Graph) Evaluated(x ast.Expr) bool { return g.evaluated[x] }
