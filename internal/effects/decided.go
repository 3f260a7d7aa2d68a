package effects

import "golang.org/x/tools/go/ssa"

// decidedBlocks returns, for each block of a function that ends in a branch, the blocks that run or
// not depending on the branch: those reachable from it that do not stand on all ways from it to the
// end of the function (Ferrante, Ottenstein, Warren 1987).
func decidedBlocks(fn *ssa.Function) map[*ssa.BasicBlock][]*ssa.BasicBlock {
	after := postDominators(fn)
	decided := map[*ssa.BasicBlock][]*ssa.BasicBlock{}
	for _, b := range fn.Blocks {
		if len(b.Succs) < 2 {
			continue
		}
		seen := map[*ssa.BasicBlock]bool{}
		var visit func(c *ssa.BasicBlock)
		visit = func(c *ssa.BasicBlock) {
			if seen[c] || after[b.Index][c.Index] && c != b {
				return
			}
			seen[c] = true
			decided[b] = append(decided[b], c)
			for _, s := range c.Succs {
				visit(s)
			}
		}
		for _, s := range b.Succs {
			visit(s)
		}
	}
	return decided
}

// postDominators returns for each block which blocks stand on all ways from it to the end of the
// function, itself included. Ways that never end stand for all blocks.
func postDominators(fn *ssa.Function) [][]bool {
	n := len(fn.Blocks)
	after := make([][]bool, n)
	for i := range after {
		after[i] = make([]bool, n)
		for j := range after[i] {
			after[i][j] = len(fn.Blocks[i].Succs) > 0 || i == j
		}
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			for j := range n {
				all := true
				for _, s := range fn.Blocks[i].Succs {
					all = all && after[s.Index][j]
				}
				if after[i][j] && i != j && !all {
					after[i][j], changed = false, true
				}
			}
		}
	}
	return after
}
