package cfg

import (
	"go/ast"
	"go/token"
)

// node adds a statement or an expression to the current block. Boolean
// expressions in it whose value is used become conditions of blocks before
// the one that the node ends up in.
func (b *builder) node(n ast.Node) {
	b.calls = b.calls[:0]
	b.value(n)
	b.calls = b.calls[:0]
	b.cur.Nodes = append(b.cur.Nodes, n)
}

// value walks what is evaluated for its value, in order of evaluation.
func (b *builder) value(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncLit:
		b.lits = append(b.lits, literal{n, b.cur})
	case ast.Expr:
		switch {
		case b.graph.done[n] || isType(n):
		case isGoal(b.enum.info, n):
			b.flush()
			join := b.block()
			b.jump(n, join, join)
			b.cur = join
			b.graph.done[n] = true
		default:
			b.call(n, func() { children(n, b.value) })
		}
	default:
		children(n, b.value)
	}
}

// atom walks the operands of an atomic condition, in which only some parts
// are split.
func (b *builder) atom(n ast.Node) {
	walk := func() { atomParts(n, b.value, b.atom) }
	if x, ok := n.(ast.Expr); ok {
		b.call(x, walk)
		return
	}
	walk()
}

// call walks the parts of x and, if x is a call or a receive, notes that it
// is over: what it contains is then evaluated with it.
func (b *builder) call(x ast.Expr, walk func()) {
	before, flushes := len(b.calls), b.flushes
	walk()
	if b.flushes != flushes {
		before = 0 // what was over before x is in a block by now
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

// flush puts the calls that are over into the current block, which is about
// to end in a condition.
func (b *builder) flush() {
	for _, c := range b.calls {
		b.cur.Nodes = append(b.cur.Nodes, c)
		b.graph.done[c] = true
	}
	b.calls = b.calls[:0]
	b.flushes++
}

// jump ends the current block by a boolean expression: && and || skip their
// right operand, ! swaps the sides.
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

// atomic ends the current block by an atomic condition.
func (b *builder) atomic(x ast.Expr, yes, no *Block) {
	b.flush()
	b.atom(x)
	b.calls = b.calls[:0] // evaluated with x
	b.decide(b.enum.conds[x], yes, no)
}
