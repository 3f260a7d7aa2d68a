package cfg

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"golang.org/x/tools/go/packages"
)

// naive is a graph as successor lists in which everything is computed from
// the definitions, by deleting nodes and looking for paths.
type naive struct {
	succs [][]int
	exit  int
	kept  int // nodes from here on are virtual
}

// naiveOf copies g, with the target edge to a sink if there is one. The sink
// is not yet linked to the exit.
func naiveOf(g *Graph, target *Edge) *naive {
	n := &naive{exit: g.Exit.ID, kept: len(g.Blocks)}
	for _, b := range g.Blocks {
		var out []int
		for _, e := range b.Succs {
			to := e.To.ID
			if e == target {
				to = len(g.Blocks)
			}
			out = append(out, to)
		}
		n.succs = append(n.succs, out)
	}
	if target != nil {
		n.succs = append(n.succs, nil)
		n.kept++
	}
	return n
}

// reach returns what can be reached from start by at least one step, never
// stepping onto the node without.
func (n *naive) reach(start, without int) []bool {
	seen := make([]bool, len(n.succs))
	queue := []int{start}
	for len(queue) > 0 {
		for _, y := range n.succs[queue[0]] {
			if y != without && !seen[y] {
				seen[y] = true
				queue = append(queue, y)
			}
		}
		queue = queue[1:]
	}
	return seen
}

// open finds the loops that have no way out and no such loop after them, and
// puts a node before the least block of each that also leads to the exit.
func (n *naive) open() {
	var reach [][]bool
	for x := range n.succs {
		reach = append(reach, n.reach(x, -1))
	}
	stuck := func(x int) bool { return reach[x][x] && !reach[x][n.exit] }
	var heads []int
	for x := range n.succs {
		head := stuck(x)
		for y := range n.succs {
			if reach[x][y] && stuck(y) && (!reach[y][x] || y < x) {
				head = false // another loop comes after, or another head
			}
		}
		if head {
			heads = append(heads, x)
		}
	}
	for _, head := range heads {
		v := len(n.succs)
		for x, out := range n.succs {
			for i, y := range out {
				if y == head {
					n.succs[x][i] = v
				}
			}
		}
		n.succs = append(n.succs, []int{head, n.exit})
	}
}

// matrix returns m[a][b]: a is on every path from b to the exit.
func (n *naive) postDominates() [][]bool {
	m := make([][]bool, len(n.succs))
	for a := range m {
		m[a] = make([]bool, len(n.succs))
		for b := range m {
			m[a][b] = a == b || a == n.exit
		}
		if a == n.exit {
			continue
		}
		avoids := n.avoiding(a)
		for b := range m {
			m[a][b] = a == b || !avoids[b]
		}
	}
	return m
}

// avoiding returns the nodes that have a path to the exit without a.
func (n *naive) avoiding(a int) []bool {
	preds := make([][]int, len(n.succs))
	for x, out := range n.succs {
		for _, y := range out {
			if x != a && y != a {
				preds[y] = append(preds[y], x)
			}
		}
	}
	back := &naive{succs: preds}
	seen := back.reach(n.exit, -1)
	seen[n.exit] = true
	return seen
}

// depends returns deps[y][x]: a set of ways, 1 for the first successor and 2
// for the second, on which y is control dependent, from the definition, with
// virtual nodes replaced by what they depend on until nothing changes.
func (n *naive) depends() [][]uint8 {
	pdom := n.postDominates()
	deps := make([][]uint8, len(n.succs))
	for y := range deps {
		deps[y] = make([]uint8, len(n.succs))
		for x, out := range n.succs {
			for way, s := range out {
				if len(out) == 2 && pdom[y][s] && (x == y || !pdom[y][x]) {
					deps[y][x] |= 1 << way
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for y := range deps {
			for v := n.kept; v < len(deps); v++ {
				for x := range deps {
					if deps[y][v] != 0 && deps[y][x]|deps[v][x] != deps[y][x] {
						deps[y][x] |= deps[v][x]
						changed = true
					}
				}
			}
		}
	}
	return deps
}

// critical returns, by block, level and diverging outcomes as text, from
// the definitions: levels by relaxing until nothing changes.
func (n *naive) critical(sink int) map[int]string {
	deps := n.depends()
	live := n.reach(0, -1)
	live[0] = true
	const far = 1 << 30
	level := make([]int, len(n.succs))
	for i := range level {
		level[i] = far
	}
	level[sink] = -1
	for changed := true; changed; {
		changed = false
		for y := range deps {
			for x := range n.kept {
				if live[x] && deps[y][x] != 0 && level[y] < far && level[y]+1 < level[x] {
					level[x] = level[y] + 1
					changed = true
				}
			}
		}
	}
	out := map[int]string{}
	for x := range n.kept {
		if level[x] == far || x == sink {
			continue
		}
		var nearer uint8
		for y := range n.kept {
			if level[y] < level[x] {
				nearer |= deps[y][x]
			}
		}
		out[x] = fmt.Sprint(level[x], nearer&2 == 0, nearer&1 == 0)
	}
	return out
}

var wholeStd = flag.Bool("std", false, "check the whole standard library, not each eighth package of it")

// TestNaive compares dominators, post-dominators, control dependence and
// critical nodes with the naive reference over each eighth package of the standard library, or
// over all with the flag -std: all functions, and all targets of all but the largest graphs.
func TestNaive(t *testing.T) {
	patterns := []string{"net/mail", "go/scanner", "text/template/parse"}
	if !testing.Short() {
		std, err := packages.Load(&packages.Config{Mode: packages.NeedName}, "std")
		if err != nil {
			t.Fatal(err)
		}
		patterns = nil
		for i, p := range std {
			if i%8 == 1 || *wholeStd {
				patterns = append(patterns, p.PkgPath)
			}
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: LoadMode}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	var total counts
	for _, l := range pkgs {
		p := Build(SourceOf(l))
		if err := p.Sanity(); err != nil {
			t.Errorf("%s: %v", l.PkgPath, err)
		}
		for _, fn := range p.Funcs {
			total.checkConds(t, p, fn)
			for _, g := range fn.Graphs {
				if err := total.check(g); err != nil {
					t.Fatalf("%s %s: %v\n%s", l.PkgPath, g.Name(), err, g.Text(p.Fset))
				}
			}
		}
	}
	t.Logf("%+v", total)
	if total.Graphs == 0 || total.Targets < 1000 || total.InGraph == 0 {
		t.Error("nothing was checked")
	}
}

type counts struct {
	Funcs, Graphs, Targets, Skipped  int
	Conds, Const, InGraph, Unreached int
}

// checkConds checks that all conditions are in graphs, but constant ones and
// those in code that is never reached: a function without constant
// conditions and without dead blocks has them all.
func (c *counts) checkConds(t *testing.T, p *Package, fn *Func) {
	c.Funcs++
	missing, decided := 0, 0
	for _, cond := range fn.Conds {
		c.Conds++
		switch {
		case cond.Const != nil:
			decided++
		case cond.Block != nil:
			c.InGraph++
		default:
			missing++
		}
		b := cond.Branch(true)
		if got, err := p.ParseBranch(p.BranchName(b)); err != nil || got != b {
			t.Errorf("%s: parsed as %d, %v", p.BranchName(b), got, err)
		}
	}
	c.Const += decided
	c.Unreached += missing
	if missing > 0 && decided == 0 && !hasDeadCode(p, fn) {
		t.Errorf("%s %s: %d conditions are in no graph", p.Types.Path(), fn.Name, missing)
	}
}

// check compares one graph. The many targets of a large graph are sampled.
func (c *counts) check(g *Graph) error {
	c.Graphs++
	if err := checkTrees(g); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(1, uint64(c.Graphs)))
	for _, e := range g.Edges {
		if e.Cond == nil {
			continue
		}
		if len(g.Blocks) > 60 && rng.IntN(len(g.Blocks)) > 10 {
			c.Skipped++
			continue
		}
		c.Targets++
		if err := checkTarget(g, e); err != nil {
			return fmt.Errorf("target %d→%d: %w", e.From.ID, e.To.ID, err)
		}
	}
	return nil
}

func checkTrees(g *Graph) error {
	plain := naiveOf(g, nil)
	dom := Dominators(g)
	live := plain.reach(0, -1)
	live[0] = true
	opened := naiveOf(g, nil)
	opened.open()
	pdom, want := PostDominators(g), opened.postDominates()
	deps, naiveDeps := ControlDependence(g), opened.depends()
	for _, a := range g.Blocks {
		without := make([]bool, len(g.Blocks)) // reached if a is deleted
		if a.ID != 0 {
			without = plain.reach(0, a.ID)
			without[0] = true
		}
		for _, b := range g.Blocks {
			if live[b.ID] && dom.Dominates(a, b) != (a == b || !without[b.ID]) {
				return fmt.Errorf("dominates(%d, %d) = %v", a.ID, b.ID, dom.Dominates(a, b))
			}
			if pdom.Dominates(a, b) != want[a.ID][b.ID] {
				return fmt.Errorf("post-dominates(%d, %d) = %v", a.ID, b.ID, pdom.Dominates(a, b))
			}
			var ways uint8
			for _, d := range deps[b.ID] {
				if d.On == a && d.Outcome {
					ways |= 1
				} else if d.On == a {
					ways |= 2
				}
			}
			if ways != naiveDeps[b.ID][a.ID] {
				return fmt.Errorf("%d depends on %d by %d, want %d", b.ID, a.ID, ways, naiveDeps[b.ID][a.ID])
			}
		}
	}
	return nil
}

func checkTarget(g *Graph, e *Edge) error {
	n := naiveOf(g, e)
	n.open()
	n.succs[len(g.Blocks)] = []int{n.exit}
	want := n.critical(len(g.Blocks))
	got := map[int]string{}
	for _, c := range Approach(g, e) {
		if c.Graph != g {
			continue
		}
		got[c.Block.ID] = fmt.Sprint(c.Level, c.Diverges[0], c.Diverges[1])
	}
	if len(got) != len(want) {
		return fmt.Errorf("critical %v, want %v", got, want)
	}
	for b, w := range want {
		if got[b] != w {
			return fmt.Errorf("critical %v, want %v", got, want)
		}
	}
	if want := fmt.Sprint(0, e.Outcome, !e.Outcome); got[e.From.ID] != want {
		return fmt.Errorf("the block of the target has %s, want %s", got[e.From.ID], want)
	}
	return nil
}
