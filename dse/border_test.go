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
				w := &World{}
				f := c.strategy(w)
				want := &naive{key: c.key, level: c.level, found: map[*Run]bool{}, byNth: c.name == "context"}
				seen, x := map[uint32]bool{}, unordered()
				for number := range rapid.IntRange(1, 25).Draw(t, "runs") {
					n := f.Next()
					if m := want.next(); n != m {
						t.Fatalf("%s, not %s", text(n), text(m))
					}
					if n != nil && rapid.IntRange(0, 3).Draw(t, "fails") == 0 {
						if rapid.Bool().Draw(t, "diverges") {
							f.Ran(&Run{Flipped: n})
						}
						lose(f, n)
						continue
					}
					r := &Run{Number: number, Flipped: n, Covered: rapid.SliceOfN(rapid.Uint32Range(0, 6), 0, 2).Draw(t, "covered")}
					for _, b := range r.Covered {
						w.covered.add(b)
					}
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
	path := rapid.Bool().Draw(t, "path") // which is told of at once
	var fresh []*Node
	for range rapid.IntRange(0, 6).Draw(t, "nodes") {
		m := &Node{
			Site: symexec.Site{Cond: rapid.IntRange(0, 2).Draw(t, "condition")}, Side: rapid.Bool().Draw(t, "side"),
			Depth: rapid.IntRange(0, 9).Draw(t, "depth"), Nth: rapid.IntRange(0, 3).Draw(t, "nth"),
			Context: rapid.Uint64Range(0, 1).Draw(t, "context"), First: r,
		}
		if len(want.nodes) > 0 {
			m.parent, m.beyond = rapid.SampledFrom(want.nodes).Draw(t, "parent"), rapid.Bool().Draw(t, "beyond")
		}
		if k := len(fresh); path && k > 0 {
			m.parent, m.Depth = fresh[k-1], fresh[k-1].Depth+1
		}
		m.id, m.rest = int32(len(want.nodes)), int32(sides(m)[index(!m.Side)])
		x.number(m)
		if path {
			m.Nth = sides(m)[index(m.Side)]
			if rapid.IntRange(0, 9).Draw(t, "closed") == 0 {
				m.other = Taken
			}
		}
		want.nodes = append(want.nodes, m)
		if fresh = append(fresh, m); !path {
			f.New(m)
		}
	}
	if path {
		announced(f, fresh)
		for _, m := range fresh {
			if m.other != Open { // by the time that it is told of it
				f.Exhausted(m)
			}
		}
	}
	f.Ran(r)
}

func text(n *Node) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprintf("%v/%v depth %d nth %d context %d run %d", n.Site, n.Side, n.Depth, n.Nth, n.Context, n.First.Number)
}

// TestBorderMemory asserts that what others flip does not stay in a border: it has at
// most twice as many rows as are open, and a few, and no classes in its queue that have
// no open node when it declines.
func TestBorderMemory(t *testing.T) {
	for _, c := range borderCases {
		f := c.strategy(nil)
		b, x := borderOf(f), unordered()
		var nodes []*Node
		open := 0
		for i := range 4000 {
			n := at(i%4, 4000-i) // what comes first in the queue is the newest
			n.id, n.First = int32(i), &Run{Number: i / 20}
			x.number(n)
			nodes = append(nodes, n)
			f.New(n)
			open++
			if i >= 100 && i%20 > 3 {
				lose(f, nodes[i-100])
				open--
			}
			if b.used > 2*open+mostBlock {
				t.Fatalf("%s: %d rows for %d open nodes", c.name, b.used, open)
			}
		}
		for n := f.Next(); n != nil; n = f.Next() {
			take(f, n)
		}
		if len(b.queue) > 0 {
			t.Errorf("%s: %d classes wait for nothing", c.name, len(b.queue))
		}
	}
}

// borderOf is what all borders have.
func borderOf(f Frontier) *border {
	switch f := f.(type) {
	case *coverageBorder:
		return &f.border
	case *countBorder:
		return &f.border
	case *contextBorder:
		return &f.border
	case *unrolling:
		return &f.border
	}
	return &f.(*discoveryBorder).border
}

// announced tells a frontier of new nodes.
func announced(f Frontier, nodes []*Node) {
	m := memberOf(f)
	m.tell(&notice{news: nodes})
}
