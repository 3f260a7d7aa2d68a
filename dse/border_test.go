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
	found map[*Run]bool // something new
	byNth bool          // in a class
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
		if h := head[k]; n.other == Open && (h == nil || less(f.order(n), f.order(h))) {
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
		return []int{n.Nth, n.Depth}
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
	strategy Strategy
	key      func(*Node) any
	level    func(f *naive, n *Node) [2]int
}{
	{"coverage", CoverageBorder, func(n *Node) any { return n.Branch() }, func(f *naive, n *Node) [2]int {
		return [2]int{0, f.count(func(m *Node) bool {
			return m.Site == n.Site && (m.Side != n.Side || m.other != Open)
		})}
	}},
	{"count", CountBorder, func(n *Node) any { return instance{n.Branch(), sides(n)[index(!n.Side)]} }, func(f *naive, n *Node) [2]int {
		return [2]int{0, f.count(func(m *Node) bool {
			return m.Branch() == n.Branch() && sides(m)[index(!m.Side)] == sides(n)[index(!n.Side)] && m.other != Open
		})}
	}},
	{"context", ContextBorder, func(n *Node) any { return called{n.Context, n.Branch()} }, func(f *naive, n *Node) [2]int {
		alike := func(m *Node) bool { return m.Branch() == n.Branch() && m.Context == n.Context }
		return [2]int{0, f.count(alike) + f.count(func(m *Node) bool { return alike(m) && m.other != Open })}
	}},
	{"unrolling", UnrollingBorder, func(n *Node) any { return instance{n.Branch(), n.Nth} }, func(f *naive, n *Node) [2]int {
		return [2]int{n.Nth, f.count(func(m *Node) bool {
			return m.Branch() == n.Branch() && m.Nth == n.Nth && m.other != Open
		})}
	}},
	{"discovery", DiscoveryBorder, func(n *Node) any { return n.First }, func(f *naive, n *Node) [2]int {
		r := [2]int{1, f.count(func(m *Node) bool { return m.First == n.First && m.other != Open })}
		if f.found[n.First] {
			r[0] = 0
		}
		return r
	}},
}

// sides counts how often the way to n took each side of its condition.
func sides(n *Node) (c [2]int) {
	for m, side := n.Parent(); m != nil; m, side = m.Parent() {
		if m.Site == n.Site {
			c[index(side)]++
		}
	}
	return c
}

// TestBorders asserts that each border provides what looking at all nodes
// provides, whoever flips the nodes in between.
func TestBorders(t *testing.T) {
	for _, c := range borderCases {
		t.Run(c.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := c.strategy(&World{})
				want := &naive{key: c.key, level: c.level, found: map[*Run]bool{}, byNth: c.name == "context"}
				seen, x := map[uint32]bool{}, unordered()
				for number := range rapid.IntRange(1, 25).Draw(t, "runs") {
					n := f.Next()
					if w := want.next(); n != w {
						t.Fatalf("%s, not %s", text(n), text(w))
					}
					if n != nil && rapid.IntRange(0, 3).Draw(t, "fails") == 0 {
						if rapid.Bool().Draw(t, "diverges") {
							f.Ran(&Run{Flipped: n})
						}
						lose(f, n)
						continue
					}
					r := &Run{Number: number, Flipped: n, Covered: rapid.SliceOfN(rapid.Uint32Range(0, 6), 0, 2).Draw(t, "covered")}
					run(t, f, want, r, x)
					for _, b := range r.Covered {
						want.found[r] = want.found[r] || !seen[b]
						seen[b] = true
					}
				}
			})
		})
	}
}

// run tells a border of a run with new nodes, which takes open sides of others.
func run(t *rapid.T, f Frontier, want *naive, r *Run, x *numbering) {
	if r.Flipped != nil {
		r.Flipped.other = Taken
	}
	for _, m := range want.nodes {
		if m.other == Open && rapid.IntRange(0, 9).Draw(t, "met") == 0 {
			lose(f, m)
		}
	}
	for range rapid.IntRange(0, 6).Draw(t, "nodes") {
		m := &Node{
			Site: symexec.Site{Cond: rapid.IntRange(0, 2).Draw(t, "condition")}, Side: rapid.Bool().Draw(t, "side"),
			Depth: rapid.IntRange(0, 9).Draw(t, "depth"), Nth: rapid.IntRange(0, 3).Draw(t, "nth"),
			Context: rapid.Uint64Range(0, 1).Draw(t, "context"), First: r,
		}
		if len(want.nodes) > 0 {
			m.parent, m.beyond = rapid.SampledFrom(want.nodes).Draw(t, "parent"), rapid.Bool().Draw(t, "beyond")
		}
		m.id, m.rest = int32(len(want.nodes)), int32(sides(m)[index(!m.Side)])
		x.number(m)
		want.nodes = append(want.nodes, m)
		f.New(m)
	}
	f.Ran(r)
}

func text(n *Node) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprintf("%v/%v depth %d nth %d context %d run %d", n.Site, n.Side, n.Depth, n.Nth, n.Context, n.First.Number)
}

// TestBorderMemory asserts that what others flip does not stay in a border: of
// each class at most twice as much as is open, and a few.
func TestBorderMemory(t *testing.T) {
	b := CoverageBorder(nil).(*coverageBorder)
	var nodes []*Node
	open := map[Branch]int{}
	for i := range 4000 {
		n := at(i%4, 4000-i) // what comes first in the queue is the newest
		n.id = int32(i)
		nodes = append(nodes, n)
		open[n.Branch()]++
		b.New(n)
		if i >= 100 && i%20 > 3 {
			n = nodes[i-100]
			open[n.Branch()]--
			lose(b, n)
		}
	}
	for location, c := range b.of {
		if c != nil && len(c.nodes) > 2*open[at(location/2, 0).Branch()]+2 {
			t.Errorf("%d entries for %d open nodes", len(c.nodes), open[at(location/2, 0).Branch()])
		}
	}
	d := DiscoveryBorder(nil).(*discoveryBorder)
	for i := range 100 {
		n := at(0, i)
		n.First = &Run{Number: i}
		d.New(n)
		d.Ran(n.First)
		if i%2 == 0 {
			d.Next()
		}
		take(d, n)
	}
	for i, c := range d.of {
		if c != nil || len(d.queue) > 0 {
			t.Errorf("run %d is remembered for nothing", i)
		}
	}
}
