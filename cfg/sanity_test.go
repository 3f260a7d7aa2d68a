package cfg

import (
	"errors"
	"fmt"
	"slices"
)

// Sanity checks the invariants of a package and of all its graphs, and
// returns every breach.
func (p *Package) Sanity() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	inGraph := map[*Cond]int{}
	total := 0
	for _, fn := range p.Funcs {
		total += len(fn.Conds)
		for i, g := range fn.Graphs {
			if err := g.Sanity(); err != nil {
				bad("%s: %w", g.Name(), err)
			}
			if (i == 0) != (g.Lit == nil) {
				bad("%s: graph %d is out of place", fn.Name, i)
			}
			for _, b := range g.Blocks {
				if b.Cond != nil {
					inGraph[b.Cond]++
				}
			}
		}
	}
	if total != len(p.Conds) || len(p.byName) != total {
		bad("%d conditions in functions, %d in the package, %d names", total, len(p.Conds), len(p.byName))
	}
	for id, c := range p.Conds {
		want := 1
		if c.Block == nil {
			want = 0
		}
		if c.ID != id || inGraph[c] != want {
			bad("condition %d with ID %d ends %d blocks, want %d", id, c.ID, inGraph[c], want)
		}
	}
	return errors.Join(errs...)
}

// Sanity checks the invariants of a graph that Build made.
func (g *Graph) Sanity() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	n := len(g.Blocks)
	if n < 2 || g.Blocks[n-1] != g.Exit {
		return errors.New("the exit is not the last block")
	}
	reached := reachable(flowOf(g, nil).succs, 0)
	for i, b := range g.Blocks {
		if b.ID != i {
			bad("block %d has ID %d", i, b.ID)
		}
		if !reached[i] && b != g.Exit {
			bad("block %d is not reached", i)
		}
		if err := g.block(b); err != nil {
			bad("block %d: %w", i, err)
		}
	}
	for i, e := range g.Edges {
		if e.ID != i || count(e.From.Succs, e) != 1 || count(e.To.Preds, e) != 1 {
			bad("edge %d with ID %d is not once in both its blocks", i, e.ID)
		}
	}
	if g.Lit != nil && (g.Parent == nil || g.Site == nil || g.Parent.Blocks[g.Site.ID] != g.Site) {
		bad("the literal has no site in its parent")
	}
	return errors.Join(errs...)
}

// block checks one block: its condition and its successors fit, and it could
// not have been joined with another.
func (g *Graph) block(b *Block) error {
	switch {
	case b == g.Exit:
		if len(b.Succs)+len(b.Nodes) > 0 || b.Cond != nil {
			return errors.New("the exit is not empty")
		}
		return nil
	case b.Cond != nil:
		return b.decides(g)
	case len(b.Succs) != 1 || b.Succs[0].Cond != nil:
		return fmt.Errorf("%d successors without a condition", len(b.Succs))
	}
	to := b.Succs[0].To
	if len(b.Nodes) == 0 && b.ID != 0 && to != b {
		return errors.New("an empty block is left")
	}
	if to != b && to != g.Exit && len(to.Preds) == 1 && to.ID != 0 {
		return fmt.Errorf("straight-line code goes on in block %d", to.ID)
	}
	return nil
}

func (b *Block) decides(g *Graph) error {
	c := b.Cond
	switch {
	case len(b.Succs) != 2 || b.Succs[0].Cond != c || b.Succs[1].Cond != c:
		return errors.New("a condition without two branches")
	case !b.Succs[0].Outcome || b.Succs[1].Outcome:
		return errors.New("the true branch is not first")
	case c.Const != nil || c.Graph != g || c.Block != b || c.Lit != g.Lit || c.Func != g.Func:
		return errors.New("the condition does not know its place")
	}
	return nil
}

func count(edges []*Edge, e *Edge) int {
	n := 0
	for _, x := range edges {
		if x == e {
			n++
		}
	}
	return n
}

// PostDominators returns the tree in which the exit is the root: a
// post-dominates b if every path from b to the exit passes a. Loops without
// end are opened, see the package comment.
func PostDominators(g *Graph) *DomTree {
	f := closedFlow(g, nil)
	idom := idoms(f.exit, f.preds)
	for x := range g.Blocks {
		for idom[x] >= len(g.Blocks) { // a virtual node
			idom[x] = idom[idom[x]]
		}
	}
	return &DomTree{g.Blocks, idom}
}

// Name is the name of the function, and the number of a literal in it.
func (g *Graph) Name() string {
	if g.Lit == nil {
		return g.Func.Name
	}
	return fmt.Sprintf("%s.func%d", g.Func.Name, slices.Index(g.Func.Graphs, g))
}
