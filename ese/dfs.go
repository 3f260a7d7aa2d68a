package ese

import (
	"math/rand/v2"

	"nearmiss/symexec"
)

// remembered is how many decisions to turn a depth-first walk remembers
// unless told otherwise.
const remembered = 1 << 16

// DFS takes the paths in depth-first order. It ends when it has taken all.
type DFS struct {
	First  Order // which side of a branch comes first
	Memory int   // decisions to turn that are remembered; 0 is 65 536
}

// Search implements Strategy.
func (d DFS) Search(g *Gate) error {
	w := walk{g: g, guide: either{d.First, g.Rand()}, memory: d.memory()}
	whole := true
	if w.run(func(p *symexec.Path) { whole = whole && closed(p) }) && whole {
		g.archive.Complete = !g.other
	}
	return nil
}

// closed reports whether p stands for all inputs that fulfil its condition: it ended as
// the program has it, and hangs on no value that was made concrete and on nothing outside
// its input.
func closed(p *symexec.Path) bool { return standing(p) == 2 && p.Concrete == 0 && p.Outside == "" }

func (d DFS) memory() int {
	if d.Memory > 0 {
		return d.Memory
	}
	return remembered
}

// Draws reports whether it draws which side comes first.
func (d DFS) Draws() bool { return d.First == AnyFirst }

// Order says which side of a branch is taken first where both are wanted.
type Order uint8

// The paper does not say what its DFS does. Of the costs in its Table V, DFS with
// TrueFirst has those of alternate_0, merge_sort and kmp within seven statements,
// and the optima of is_palindrome and bfs. Neither this nor FalseFirst has those
// of memory_fill, dfs and quicksort_jdk.
const (
	TrueFirst Order = iota
	FalseFirst
	AnyFirst // it is drawn at each branch
)

// side is the side to take first.
func (o Order) side(rng *rand.Rand) bool {
	if o == AnyFirst {
		return rng.IntN(2) == 1
	}
	return o == TrueFirst
}

// either wants both sides of all branches.
type either struct {
	first Order
	rng   *rand.Rand
}

func (either) begin([]symexec.Decision)      {}
func (e either) sides(*symexec.Branch) sides { return sides{first: e.first.side(e.rng), both: true} }
func (either) decided(symexec.Site, bool)    {}
