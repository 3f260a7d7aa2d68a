package ese

import (
	"math/rand/v2"

	"nearmiss/symexec"
)

// defaultMemory is the default of DFS.Memory.
const defaultMemory = 1 << 16

// DFS takes all paths in depth-first order.
type DFS struct {
	First  Order // side of a branch that is taken first
	Memory int   // greatest number of remembered decisions with an untaken side; 0 is 65 536
}

// Search implements Strategy.
func (d DFS) Search(g *Gate) error {
	w := walk{gate: g, guide: bothSides{d.First, g.Rand()}, memory: d.memory()}
	w.takeAll()
	return nil
}

// takeAll takes all paths of a walk. If it has done so, the search is complete.
func (w *walk) takeAll() {
	whole := true
	if w.run(func(p *symexec.Path) { whole = whole && isExact(p) }) && whole {
		w.gate.archive.Complete = !w.gate.otherSize
	}
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

// Draws reports whether the search draws the first side of a branch at random.
func (d DFS) Draws() bool { return d.First == AnyFirst }

// Order determines the side of a branch that a walk takes first if it takes both.
type Order uint8

// The paper (Aquino et al. 2020) does not state the order of its DFS. DFS with TrueFirst
// reproduces its costs of Table V for alternate_0, is_palindrome, merge_sort, quicksort_jdk, dfs
// and bfs from 50 on, and those for kmp but for seven statements. No order reproduces memory_fill.
// docs/ese.md has the numbers of paths.
const (
	TrueFirst Order = iota
	FalseFirst
	AnyFirst // a random side at each branch
)

// side returns the side to take first.
func (o Order) side(rng *rand.Rand) bool {
	if o == AnyFirst {
		return rng.IntN(2) == 1
	}
	return o == TrueFirst
}

// bothSides is a guide that wants both sides of each branch.
type bothSides struct {
	first Order // side of a branch that is taken first
	rng   *rand.Rand
}

func (bothSides) begin([]symexec.Decision)      {}
func (e bothSides) sides(*symexec.Branch) sides { return sides{first: e.first.side(e.rng), both: true} }
func (bothSides) record(symexec.Site, bool)     {}
