package effects

import (
	"go/constant"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// instructions yields the instructions of a function, without those behind a condition that a constant decides.
func instructions(f *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		dead := neverRun(f)
		for i, b := range f.Blocks {
			if dead[i] {
				continue
			}
			for _, instr := range b.Instrs {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// neverRun reports the blocks of a function, by index, that run under no input, because an if statement
// compares constants, as in "if debug". It returns nil if there is no such statement.
func neverRun(f *ssa.Function) map[int]bool {
	decider := func(b *ssa.BasicBlock) *ssa.Const {
		if n := len(b.Instrs); n > 0 {
			if test, ok := b.Instrs[n-1].(*ssa.If); ok {
				c, _ := test.Cond.(*ssa.Const)
				return c
			}
		}
		return nil
	}
	if !slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return decider(b) != nil }) {
		return nil
	}
	dead := map[int]bool{}
	for _, b := range f.Blocks {
		dead[b.Index] = true
	}
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if b == nil || !dead[b.Index] {
			return
		}
		delete(dead, b.Index)
		next := b.Succs
		if c := decider(b); c != nil {
			taken := 1
			if constant.BoolVal(c.Value) {
				taken = 0
			}
			next = next[taken : taken+1]
		}
		for _, s := range next {
			visit(s)
		}
	}
	visit(f.Blocks[0])
	visit(f.Recover)
	return dead
}
