package cfg

import (
	"go/ast"
	"go/token"
)

// addNode adds a statement or an expression. A boolean expression in it whose value is used
// becomes the conditions of blocks before the block of the node.
func (b *builder) addNode(n ast.Node) {
	b.calls = b.calls[:0]
	b.value(n)
	b.calls = b.calls[:0]
	b.cur.Nodes = append(b.cur.Nodes, n)
}

// value walks a statement or an expression whose value is used, in order of evaluation.
func (b *builder) value(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncLit:
		b.lits = append(b.lits, literal{n, b.cur})
	case ast.Expr:
		switch {
		case b.graph.evaluated[n] || isType(n):
		case isValueCondition(b.enum.info, n):
			b.flush()
			join := b.block()
			b.jump(n, join, join)
			b.cur = join
			b.graph.evaluated[n] = true
		default:
			b.call(n, func() { walkChildren(n, b.value) })
		}
	default:
		walkChildren(n, b.value)
	}
}

// atom walks the operands of an atomic condition. Only some of their parts are split (walkAtom).
func (b *builder) atom(n ast.Node) {
	walk := func() { walkAtom(n, b.value, b.atom) }
	if x, ok := n.(ast.Expr); ok {
		b.call(x, walk)
		return
	}
	walk()
}

// call walks the parts of x. If x is a call or a receive, it then adds x to the completed calls,
// in place of the calls inside x.
func (b *builder) call(x ast.Expr, walk func()) {
	before, flushes := len(b.calls), b.flushes
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
	b.calls = append(b.calls[:before], x)
}

// flush moves the completed calls into the current block, which is about to end in a condition.
func (b *builder) flush() {
	for _, c := range b.calls {
		b.cur.Nodes = append(b.cur.Nodes, c)
		b.graph.evaluated[c] = true
	}
	b.calls = b.calls[:0]
	b.flushes++
}

// jump ends the current block with the conditions of a boolean expression. && and || may skip
// their right operand; ! swaps the sides.
func (b *builder) jump(x ast.Expr, yes, no *Block) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		b.jump(u.X, no, yes)
		return
	}
	if bin, ok := x.(*ast.BinaryExpr); ok && (bin.Op == token.LAND || bin.Op == token.LOR) {
		right := b.block()
		if bin.Op == token.LAND {
			b.jump(bin.X, right, no)
		} else {
			b.jump(bin.X, yes, right)
		}
		b.cur = right
		b.jump(bin.Y, yes, no)
		return
	}
	b.atomic(x, yes, no)
}

// atomic ends the current block with an atomic condition.
func (b *builder) atomic(x ast.Expr, yes, no *Block) {
	b.flush()
	b.atom(x)
	b.calls = b.calls[:0] // evaluated with x
	b.decide(b.enum.conds[x], yes, no)
}
