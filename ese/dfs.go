package ese

import "nearmiss/symexec"

// defaultMemory is the default of DFS.Memory.
const defaultMemory = 1 << 16

// DFS takes all paths in depth-first order, the side called true first. The paper (Aquino et al.
// 2020) does not state the order of its DFS. This order reproduces the costs of Table V for
// alternate_0, merge_sort and kmp within seven statements, and the optima for is_palindrome and
// bfs. Neither this nor the opposite order reproduces the costs for memory_fill, dfs and
// quicksort_jdk.
type DFS struct {
	Memory int // greatest number of remembered decisions with an untaken side; 0 is 65 536
}

// Search implements Strategy.
func (d DFS) Search(g *Gate) error {
	w := walk{gate: g, guide: bothSides{}, memory: d.memory()}
	whole := true
	if w.run(func(p *symexec.Path) { whole = whole && isExact(p) }) && whole {
		g.archive.Complete = !g.otherSize
	}
	return nil
}

// isExact reports whether all inputs that satisfy the condition of p take the same path: p
// returned or panicked, and it depends neither on values made concrete nor on anything outside
// its input.
func isExact(p *symexec.Path) bool { return endRank(p) == 2 && p.Concrete == 0 && p.Outside == "" }

func (d DFS) memory() int {
	if d.Memory > 0 {
		return d.Memory
	}
	return defaultMemory
}

// Draws returns false: the search draws nothing at random.
func (DFS) Draws() bool { return false }

// bothSides is a guide that wants both sides of each branch.
type bothSides struct{}

func (bothSides) begin([]symexec.Decision)    {}
func (bothSides) sides(*symexec.Branch) sides { return sides{first: true, both: true} }
func (bothSides) record(symexec.Site, bool)   {}
