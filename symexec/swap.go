package symexec

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// checkSwap recognizes a[i], a[j] = a[j], a[i] at instruction k of a block, where a is a value
// or a field. SSA reads a[j] first, but compiled Go first panics if i is out of range.
// checkSwap therefore emits the address of a[i] before the other instructions.
func (c *compiler) checkSwap(block *ssa.BasicBlock, k int) {
	x, ok := block.Instrs[k].(*ssa.IndexAddr)
	if !ok || c.typ(x.X).kind != kSlice {
		return
	}
	var at [4]*ssa.IndexAddr
	var use [4]ssa.Instruction
	for n := range at {
		for n > 0 && k < len(block.Instrs) && sumOrField(block.Instrs[k]) {
			k++
		}
		if k+1 >= len(block.Instrs) {
			return
		}
		if at[n], ok = block.Instrs[k].(*ssa.IndexAddr); !ok || !sameBase(at[n].X, x.X) {
			return
		}
		use[n] = block.Instrs[k+1]
		k += 2
	}
	first, ok1 := use[0].(*ssa.UnOp)
	second, ok2 := use[1].(*ssa.UnOp)
	to, ok3 := use[2].(*ssa.Store)
	from, ok4 := use[3].(*ssa.Store)
	if !ok1 || !ok2 || !ok3 || !ok4 || first.Op != token.MUL || second.Op != token.MUL ||
		to.Val != ssa.Value(first) || from.Val != ssa.Value(second) || !sameSum(at[2].Index, at[1].Index) || !sameSum(at[3].Index, at[0].Index) {
		return
	}
	c.pos = at[2].Pos()
	c.emitSums(at[2].Index, block)
	c.emit(instr{op: opElem, k: c.typ(at[2].Index).kind, dst: c.reg(at[2]), a: c.reg(x.X), b: c.reg(at[2].Index), c: int32(c.m.types.target(c.typ(x.X)).size)})
}

// sumOrField reports whether an instruction only computes a sum or reads a field.
func sumOrField(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		return true
	case *ssa.BinOp:
		return in.Op == token.ADD || in.Op == token.SUB
	case *ssa.UnOp:
		_, field := in.X.(*ssa.FieldAddr)
		return field
	}
	return false
}

// sameSum reports whether two indices are the same sum.
func sameSum(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	if a, ok := x.(*ssa.Const); ok {
		b, ok := y.(*ssa.Const)
		return ok && a.Value != nil && b.Value != nil && a.Value.ExactString() == b.Value.ExactString()
	}
	a, ok1 := x.(*ssa.BinOp)
	b, ok2 := y.(*ssa.BinOp)
	return ok1 && ok2 && a.Op == b.Op && (a.Op == token.ADD || a.Op == token.SUB) && sameSum(a.X, b.X) && sameSum(a.Y, b.Y)
}

// emitSums emits an index that is a sum computed later in the same block.
func (c *compiler) emitSums(x ssa.Value, b *ssa.BasicBlock) {
	if s, ok := x.(*ssa.BinOp); ok && s.Block() == b && sumOrField(s) {
		c.emitSums(s.X, b)
		c.emitSums(s.Y, b)
		c.binary(s)
	}
}

// sameBase reports whether two slices are the same value, or read from the same field.
func sameBase(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	a, ok1 := x.(*ssa.UnOp)
	b, ok2 := y.(*ssa.UnOp)
	if !ok1 || !ok2 {
		return false
	}
	f, ok1 := a.X.(*ssa.FieldAddr)
	g, ok2 := b.X.(*ssa.FieldAddr)
	return ok1 && ok2 && f.X == g.X && f.Field == g.Field
}
