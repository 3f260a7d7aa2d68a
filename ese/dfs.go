package ese

import "nearmiss/symexec"

// remembered is how many decisions to turn a depth-first walk remembers
// unless told otherwise.
const remembered = 1 << 16

// DFS takes the paths in depth-first order. It ends when it has taken all.
type DFS struct {
	TrueFirst bool // at each branch; the published figures are those of false first
	Memory    int  // decisions to turn that are remembered; 0 is 65 536
}

// Search implements Strategy.
func (d DFS) Search(g *Gate) error {
	w := walk{g: g, guide: either{d.TrueFirst}, memory: d.memory()}
	whole := true
	if w.run(func(p *symexec.Path) { whole = whole && p.Concrete == 0 && finished(p) }) && whole {
		g.archive.Complete = !g.other
	}
	return nil
}

// finished reports whether p ended as the program has it.
func finished(p *symexec.Path) bool { return standing(p) == 2 }

func (d DFS) memory() int {
	if d.Memory > 0 {
		return d.Memory
	}
	return remembered
}

// either wants both sides of all branches, in the same order.
type either struct{ first bool }

func (either) begin([]symexec.Decision)      {}
func (e either) sides(*symexec.Branch) sides { return sides{e.first, true} }
func (either) decided(symexec.Site, bool)    {}
