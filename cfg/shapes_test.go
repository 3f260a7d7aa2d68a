package cfg

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// shape makes a graph from successor lists; the last node is the exit. A
// node with two successors gets a condition.
func shape(succs ...[]int) *Graph {
	g := &Graph{}
	for i := range succs {
		g.Blocks = append(g.Blocks, &Block{ID: i})
	}
	g.Exit = g.Blocks[len(succs)-1]
	for i, out := range succs {
		b := g.Blocks[i]
		if len(out) == 2 {
			b.Cond = &Cond{ID: i, Graph: g, Block: b}
		}
		for way, to := range out {
			g.addEdge(&Edge{From: b, To: g.Blocks[to], Cond: b.Cond, Outcome: b.Cond != nil && way == 0})
		}
	}
	return g
}

// chain is n conditions in a row, each of which leaves for the exit.
func chain(n int) *Graph {
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{i + 1, n + 1})
	}
	return shape(append(succs, []int{n + 1}, nil)...)
}

// ladder is n diamonds in a row.
func ladder(n int) *Graph {
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{3*i + 1, 3*i + 2}, []int{3*i + 3}, []int{3*i + 3})
	}
	return shape(append(succs, []int{3*n + 1}, nil)...)
}

// nest is n loops, each in the body of the one before.
func nest(n int) *Graph {
	var succs [][]int
	for i := range n {
		out := i - 1
		if i == 0 {
			out = n + 1
		}
		succs = append(succs, []int{i + 1, out})
	}
	return shape(append(succs, []int{n - 1}, nil)...)
}

// irreducible is n conditions that jump into and out of each other's loops.
func irreducible(n int) *Graph {
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{(i*7 + 3) % n, i + 1})
	}
	return shape(append(succs, nil)...)
}

// wide is a switch of n cases with bodies that meet again.
func wide(n int) *Graph {
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{n + i, i + 1})
	}
	succs[n-1][1] = 2 * n
	for range n {
		succs = append(succs, []int{2 * n})
	}
	return shape(append(succs, nil)...)
}

func shapes(n int) map[string]*Graph {
	return map[string]*Graph{
		"chain": chain(n), "ladder": ladder(n), "nest": nest(n), "irreducible": irreducible(n), "wide": wide(n),
	}
}

func TestShapes(t *testing.T) {
	for n := 1; n < 12; n++ {
		for name, g := range shapes(n) {
			if err := checkAll(g); err != nil {
				t.Errorf("%s of %d: %v", name, n, err)
			}
		}
	}
}

// TestRandomGraphs compares with the naive reference on graphs that no
// source has: irreducible ones, loops without end one behind and in another.
func TestRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	endless := 0
	for range 4000 {
		g := randomGraph(rng)
		if len(closedFlow(g, nil).succs) > len(g.Blocks) {
			endless++
		}
		if err := checkAll(g); err != nil {
			t.Fatalf("%s: %v", edges(g), err)
		}
	}
	if endless < 400 {
		t.Errorf("only %d graphs have a loop without end", endless)
	}
}

func checkAll(g *Graph) error {
	if err := checkTrees(g); err != nil {
		return err
	}
	for _, e := range g.Edges {
		if e.Cond == nil {
			continue
		}
		if err := checkTarget(g, e); err != nil {
			return fmt.Errorf("target %d: %w", e.ID, err)
		}
	}
	return nil
}

// randomGraph draws successors and keeps what is reached.
func randomGraph(rng *rand.Rand) *Graph {
	n := 2 + rng.IntN(9)
	draft := make([][]int, n)
	for i := range n - 1 {
		draft[i] = []int{rng.IntN(n)}
		if rng.IntN(3) > 0 {
			draft[i] = append(draft[i], rng.IntN(n))
		}
	}
	seen := reachable(draft, 0)
	seen[n-1] = true
	number := make([]int, n)
	kept := 0
	for i := range n {
		number[i] = kept
		if seen[i] {
			kept++
		}
	}
	var succs [][]int
	for i, out := range draft {
		if !seen[i] {
			continue
		}
		var to []int
		for _, y := range out {
			to = append(to, number[y])
		}
		succs = append(succs, to)
	}
	return shape(succs...)
}

func edges(g *Graph) string {
	s := ""
	for _, e := range g.Edges {
		s += fmt.Sprintf("%d→%d ", e.From.ID, e.To.ID)
	}
	return s
}

func BenchmarkCritical(b *testing.B) {
	for _, n := range []int{10, 100} {
		for name, g := range shapes(n) {
			e := g.Blocks[n/2].Succs[0]
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Approach(g, e)
				}
			})
		}
	}
}

func (g *Graph) addEdge(e *Edge) {
	e.ID = len(g.Edges)
	g.Edges = append(g.Edges, e)
	e.From.Succs = append(e.From.Succs, e)
	e.To.Preds = append(e.To.Preds, e)
}
