package dse

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/symexec"
)

// called is a code location in a calling context.
type called struct {
	context uint64
	branch  Branch
}

// naive is a border that looks at all nodes for each request. level is computed
// from what has become of all of them.
type naive struct {
	nodes []*Node // in the order of announcement
	key   func(*Node) any
	level func(f *naive, n *Node) [2]int
	byNth bool // in a class
}

func (f *naive) next() *Node {
	class, head := map[any]int{}, map[any]*Node{}
	var keys []any // as they were found
	for _, n := range f.nodes {
		k := f.key(n)
		if _, ok := class[k]; !ok {
			class[k] = len(keys)
			keys = append(keys, k)
		}
		if h := head[k]; n.state == Open && (h == nil || less(f.order(n), f.order(h))) {
			head[k] = n
		}
	}
	var best *Node
	var least []int
	for i, k := range keys {
		n := head[k]
		if n == nil {
			continue
		}
		level := f.level(f, n)
		if r := []int{level[0], level[1], n.Depth, i}; best == nil || less(r, least) {
			best, least = n, r
		}
	}
	return best
}

func (f *naive) order(n *Node) []int {
	if f.byNth {
		return []int{n.SameSideBefore, n.Depth}
	}
	return []int{n.Depth}
}

func less(a, b []int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// count counts the nodes that are announced and of which something holds.
func (f *naive) count(holds func(m *Node) bool) int {
	sum := 0
	for _, m := range f.nodes {
		if holds(m) {
			sum++
		}
	}
	return sum
}

// instance is a code location and a number.
type instance struct {
	branch Branch
	number int
}

// borderCases has each border and what it is, said without a queue.
var borderCases = []struct {
	name     string
	strategy Factory
	key      func(*Node) any
	level    func(f *naive, n *Node) [2]int
}{
	{"count", CountFrontier, func(n *Node) any { return instance{n.Branch(), n.OtherSideBefore} }, func(f *naive, n *Node) [2]int {
		return [2]int{0, f.count(func(m *Node) bool {
			return m.Branch() == n.Branch() && m.OtherSideBefore == n.OtherSideBefore && m.state != Open
		})}
	}},
	{"context", ContextFrontier, func(n *Node) any { return called{n.Context, n.Branch()} }, func(f *naive, n *Node) [2]int {
		alike := func(m *Node) bool { return m.Branch() == n.Branch() && m.Context == n.Context }
		return [2]int{0, f.count(alike) + f.count(func(m *Node) bool { return alike(m) && m.state != Open })}
	}},
	{"discovery", DiscoveryFrontier, func(n *Node) any { return n.First }, func(f *naive, n *Node) [2]int {
		r := [2]int{1, f.count(func(m *Node) bool { return m.First == n.First && m.state != Open })}
		if n.First.NewBranch {
			r[0] = 0
		}
		return r
	}},
}

// TestBorders asserts that each border provides what looking at all nodes
// provides, whoever flips the nodes in between.
func TestBorders(t *testing.T) {
	for _, c := range borderCases {
		t.Run(c.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f, tree := c.strategy(nil), newTree(nil, 0)
				want := &naive{key: c.key, level: c.level, byNth: c.name == "context"}
				for number := range rapid.IntRange(1, 25).Draw(t, "runs") {
					n := f.Next().Flip
					if m := want.next(); n != m {
						t.Fatalf("%s, not %s", text(n), text(m))
					}
					if n != nil && rapid.IntRange(0, 3).Draw(t, "fails") == 0 {
						lose(f, n)
						continue
					}
					r := &Run{Number: number, Flipped: n, NewBranch: rapid.Bool().Draw(t, "new branch")}
					run(t, f, want, r, tree)
				}
			})
		})
	}
}

// run tells a border of a run with new nodes, which takes open sides of others.
func run(t *rapid.T, f Strategy, want *naive, r *Run, tree *tree) {
	for _, m := range want.nodes {
		if m.state == Open && m != r.Flipped && rapid.IntRange(0, 9).Draw(t, "met") == 0 {
			lose(f, m)
		}
	}
	var fresh []*Node
	for range rapid.IntRange(0, 6).Draw(t, "nodes") {
		m := &Node{
			Site: symexec.Site{Cond: rapid.IntRange(0, 2).Draw(t, "condition")}, Side: rapid.Bool().Draw(t, "side"),
			Depth: rapid.IntRange(0, 9).Draw(t, "depth"), SameSideBefore: rapid.IntRange(0, 3).Draw(t, "nth"), OtherSideBefore: rapid.IntRange(0, 3).Draw(t, "others"),
			Context: rapid.Uint64Range(0, 1).Draw(t, "context"), First: r,
		}
		m.location = tree.location(m.Branch())
		fresh = append(fresh, m)
	}
	want.nodes = append(want.nodes, fresh...)
	if r.Flipped != nil {
		take(f, r.Flipped, r, fresh...)
	} else {
		f.ObserveRun(r, fresh)
	}
}

func text(n *Node) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprintf("%v/%v depth %d nth %d context %d run %d", n.Site, n.Side, n.Depth, n.SameSideBefore, n.Context, n.First.Number)
}
