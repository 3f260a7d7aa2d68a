package symexec

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// checkSwap looks for a[i], a[j] = a[j], a[i] at instruction k of a block,
// where a is a value or a field. SSA reads a[j] first; compiled Go finds out
// first that i is out of range. So the address of a[i] is computed before all
// the rest, for what may be wrong with it.
func (c *compiler) checkSwap(b *ssa.BasicBlock, k int) {
	x, ok := b.Instrs[k].(*ssa.IndexAddr)
	if !ok || c.typ(x.X).kind != kSlice {
		return
	}
	var at [4]*ssa.IndexAddr
	var use [4]ssa.Instruction
	for n := range at {
		if n > 0 {
			k = skipField(b, k)
		}
		if k+1 >= len(b.Instrs) {
			return
		}
		if at[n], ok = b.Instrs[k].(*ssa.IndexAddr); !ok || !sameBase(at[n].X, x.X) {
			return
		}
		use[n] = b.Instrs[k+1]
		k += 2
	}
	first, ok1 := use[0].(*ssa.UnOp)
	second, ok2 := use[1].(*ssa.UnOp)
	to, ok3 := use[2].(*ssa.Store)
	from, ok4 := use[3].(*ssa.Store)
	if !ok1 || !ok2 || !ok3 || !ok4 || first.Op != token.MUL || second.Op != token.MUL ||
		to.Val != ssa.Value(first) || from.Val != ssa.Value(second) || at[2].Index != at[1].Index || at[3].Index != at[0].Index {
		return
	}
	c.pos = at[2].Pos()
	c.emit(instr{op: opElem, k: c.typ(at[2].Index).kind, dst: c.reg(at[2]), a: c.reg(x.X), b: c.reg(at[2].Index), c: int32(c.m.types.target(c.typ(x.X)).size)})
}

// skipField is the instruction behind the read of a field at k, if there is
// one.
func skipField(b *ssa.BasicBlock, k int) int {
	if k+1 < len(b.Instrs) {
		if _, ok := b.Instrs[k].(*ssa.FieldAddr); ok {
			return k + 2
		}
	}
	return k
}

// sameBase reports whether two slices are the same value, or read from the
// same field.
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
