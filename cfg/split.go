package cfg

import (
	"go/ast"
	"go/token"
)

// addNode adds a statement or an expression. A boolean expression in it whose value is used
// becomes the conditions of blocks before the block of the node.
func (b *builder) addNode(n ast.Node) {
	b.completedCalls = b.completedCalls[:0]
	b.walkValue(n)
	b.completedCalls = b.completedCalls[:0]
	b.current.Nodes = append(b.current.Nodes, n)
}

// walkValue walks a statement or an expression whose value is used, in order of evaluation.
func (b *builder) walkValue(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncLit:
		b.literals = append(b.literals, literal{n, b.current})
	case ast.Expr:
		switch {
		case b.graph.evaluated[n] || isType(n):
		case isValueCondition(b.enum.info, n):
			b.flush()
			join := b.newBlock()
			b.splitBoolean(n, join, join)
			b.current = join
			b.graph.evaluated[n] = true
		default:
			b.walkCall(n, func() { walkChildren(n, b.walkValue) })
		}
	default:
		walkChildren(n, b.walkValue)
	}
}

// walkAtom walks the operands of an atomic condition. Only some of their parts are
// split: see visitAtomParts.
func (b *builder) walkAtom(n ast.Node) {
	walk := func() { visitAtomParts(n, b.walkValue, b.walkAtom) }
	if x, ok := n.(ast.Expr); ok {
		b.walkCall(x, walk)
		return
	}
	walk()
}

// walkCall walks the parts of x. If x is a call or a receive, it then adds x to the completed calls,
// in place of the calls inside x.
func (b *builder) walkCall(x ast.Expr, walk func()) {
	before, flushes := len(b.completedCalls), b.flushes
	walk()
	if b.flushes != flushes {
		before = 0 // the calls before x are in a block by now
	}
	switch u := x.(type) {
	case *ast.CallExpr:
	case *ast.UnaryExpr:
		if u.Op != token.ARROW {
			return
		}
	default:
		return
	}
	b.completedCalls = append(b.completedCalls[:before], x)
}

// flush moves the completed calls into the current block, which is about to end in a condition.
func (b *builder) flush() {
	for _, c := range b.completedCalls {
		b.current.Nodes = append(b.current.Nodes, c)
		b.graph.evaluated[c] = true
	}
	b.completedCalls = b.completedCalls[:0]
	b.flushes++
}

// splitBoolean ends the current block with the conditions of a boolean expression. && and || may skip
// their right operand; ! swaps the sides.
func (b *builder) splitBoolean(x ast.Expr, yes, no *Block) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		b.splitBoolean(u.X, no, yes)
		return
	}
	if bin, ok := x.(*ast.BinaryExpr); ok && (bin.Op == token.LAND || bin.Op == token.LOR) {
		right := b.newBlock()
		if bin.Op == token.LAND {
			b.splitBoolean(bin.X, right, no)
		} else {
			b.splitBoolean(bin.X, yes, right)
		}
		b.current = right
		b.splitBoolean(bin.Y, yes, no)
		return
	}
	b.atomic(x, yes, no)
}

// atomic ends the current block with an atomic condition.
func (b *builder) atomic(x ast.Expr, yes, no *Block) {
	b.flush()
	b.walkAtom(x)
	b.completedCalls = b.completedCalls[:0] // evaluated with x
	b.decide(b.enum.conds[x], yes, no)
}
