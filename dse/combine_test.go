package dse

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/internal/testutil"
	"nearmiss/symexec"
)

// at is a node of condition cond, as a frontier sees it.
func at(cond, depth int) *Node {
	return &Node{Site: symexec.Site{Cond: cond}, Depth: depth, numbers: numbers{location: int32(2 * cond), call: int32(2 * cond)}}
}

// unordered numbers nodes that are on no path.
func unordered() *numbering {
	x := newNumbering()
	x.begin(nil, false)
	return &x
}

// take flips a node as the search does when an input was found.
func take(f Frontier, n *Node, fresh ...*Node) {
	n.other = Taken
	for _, m := range fresh {
		f.New(m)
	}
	f.Ran(&Run{Flipped: n})
}

// lose flips a node that no input flips.
func lose(f Frontier, n *Node) {
	n.other = Infeasible
	f.Exhausted(n)
}

// stub provides nodes of its own until there are none, and says that a run was
// progress if it has been told so.
type stub struct {
	nodes    []*Node
	asked    int
	told     []string
	progress bool
}

func (f *stub) strategy() Strategy { return func(*World) Frontier { return f } }
func (f *stub) New(n *Node)        { f.told = append(f.told, fmt.Sprint("new ", n.Depth)) }
func (f *stub) Exhausted(n *Node)  { f.told = append(f.told, fmt.Sprint("exhausted ", n.Depth)) }
func (f *stub) Ran(r *Run)         { f.told = append(f.told, fmt.Sprint("ran ", r.Number)) }
func (f *stub) Progress() bool     { return f.progress }
func (f *stub) Next() *Node {
	f.asked++
	if len(f.nodes) == 0 {
		return nil
	}
	n := f.nodes[0]
	f.nodes = f.nodes[1:]
	return n
}

func endless(n int) *stub {
	f := &stub{}
	for i := range n {
		f.nodes = append(f.nodes, at(0, i))
	}
	return f
}

// literal is Shortest word by word: a list ordered by depth, whose first node is
// removed by each request.
type literal struct {
	list     []*Node
	smallest int
}

func (f *literal) New(n *Node) {
	i := slices.IndexFunc(f.list, func(m *Node) bool { return m.Depth > n.Depth })
	if i < 0 {
		i = len(f.list)
	}
	f.list = slices.Insert(f.list, i, n)
	f.smallest = min(f.smallest, n.Depth)
}

func (f *literal) Next() *Node {
	f.list = slices.DeleteFunc(f.list, func(n *Node) bool { return n.other != Open })
	if len(f.list) == 0 {
		return nil
	}
	n := f.list[0]
	f.list = f.list[1:]
	if n.Depth != f.smallest {
		return nil
	}
	return n
}

// TestShortest asserts that Shortest provides what the paper's words provide.
func TestShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, want := Shortest(nil), &literal{smallest: 1 << 30}
		var nodes []*Node
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0, 1:
				n := at(0, rapid.IntRange(0, 6).Draw(t, "depth"))
				nodes = append(nodes, n)
				f.New(n)
				want.New(n)
			case 2:
				a, b := f.Next(), want.Next()
				if a != b {
					t.Fatalf("%v, not %v", a, b)
				}
				if a != nil {
					take(f, a)
				}
			default: // by another strategy
				if len(nodes) > 0 {
					if n := rapid.SampledFrom(nodes).Draw(t, "node"); n.other == Open {
						lose(f, n)
					}
				}
			}
		}
	})
}

// TestShortCircuit asserts who is asked, and what all are told.
func TestShortCircuit(t *testing.T) {
	a, b, c := endless(1), endless(2), endless(0)
	a.nodes = append(a.nodes, &Node{Depth: 9, other: Taken}) // by another
	f := ShortCircuit(a.strategy(), b.strategy(), c.strategy())(nil)
	n, m := at(0, 3), at(0, 4)
	f.New(n)
	f.New(m)
	lose(f, n)
	f.Ran(&Run{Number: 5})
	for i, want := range []struct{ a, b, c int }{{1, 0, 0}, {3, 1, 0}, {4, 2, 0}, {5, 3, 1}} {
		got := f.Next()
		if (got == nil) != (i == 3) || got != nil && got.other != Open || a.asked != want.a || b.asked != want.b || c.asked != want.c {
			t.Errorf("request %d: %v; asked %d, %d, %d", i, got, a.asked, b.asked, c.asked)
		}
	}
	a.nodes = []*Node{n, m} // n is exhausted
	if got := f.Next(); got != m || b.asked != 3 {
		t.Errorf("after declining: %v; asked %d", got, b.asked)
	}
	for _, s := range []*stub{a, b, c} {
		if want := []string{"new 3", "new 4", "exhausted 3", "ran 5"}; !slices.Equal(s.told, want) {
			t.Errorf("told %q", s.told)
		}
	}
}

// TestRoundRobinScript: who is chosen by which draw, and that a child that
// declines is left for another.
func TestRoundRobinScript(t *testing.T) {
	for _, c := range []struct {
		weights []int
		nodes   [3]int // that each has
		draws   []uint64
		want    int // -1: declines
	}{
		{[]int{1, 1, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(0, 3)}, 0},
		{[]int{1, 1, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(1, 3)}, 1},
		{[]int{1, 1, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(2, 3)}, 2},
		{[]int{1, 1, 1}, [3]int{1, 0, 1}, []uint64{testutil.Share(1, 3), 0}, 0},
		{[]int{1, 1, 1}, [3]int{1, 0, 1}, []uint64{testutil.Share(1, 3), 1}, 2},
		{[]int{1, 1, 1}, [3]int{0, 0, 1}, []uint64{testutil.Share(1, 3), 0, 0}, 2},
		{[]int{1, 1, 1}, [3]int{0, 0, 0}, []uint64{testutil.Share(2, 3), 1, 0}, -1},
		{[]int{1, 16, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(0, 18)}, 0},
		{[]int{1, 16, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(1, 18)}, 1},
		{[]int{1, 16, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(16, 18)}, 1},
		{[]int{1, 16, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(17, 18)}, 2},
		{[]int{1, 16, 1}, [3]int{1, 0, 1}, []uint64{testutil.Share(9, 18), 1}, 2},
		{[]int{2, 1, 1}, [3]int{1, 1, 0}, []uint64{3, testutil.Share(2, 3)}, 1},
	} {
		testutil.Run(t, func(rng *rand.Rand) {
			a, b, d := endless(c.nodes[0]), endless(c.nodes[1]), endless(c.nodes[2])
			f := RoundRobin(a.strategy(), b.strategy(), d.strategy())(&World{Rand: rng}).(*roundRobin)
			copy(f.weights, c.weights)
			n := f.Next()
			if n == nil && c.want >= 0 || n != nil && f.last != c.want {
				t.Errorf("%v of %v, drawing %d: %v of %d", c.weights, c.nodes, c.draws, n, f.last)
			}
		}, c.draws...)
	}
}

// TestBoost asserts how a weight grows with progress, and wears off.
func TestBoost(t *testing.T) {
	a, b := endless(100), endless(100)
	f := RoundRobin(a.strategy(), b.strategy())(&World{}).(*roundRobin)
	step := func(first bool, settle func(n *Node), want int) {
		t.Helper()
		draw := testutil.Share(0, 2) // the first child has what lies below its weight
		if !first {
			draw = 1<<64 - 1
		}
		testutil.Run(t, func(rng *rand.Rand) {
			f.w.Rand = rng
			n := f.Next()
			if (f.provider.Frontier == Frontier(a)) != first {
				t.Fatal("the other child")
			}
			settle(n)
		}, draw)
		if f.weights[0] != want || f.weights[1] != 1 {
			t.Errorf("weights %v, not %d", f.weights, want)
		}
	}
	better := func(n *Node) { a.progress = true; take(f, n); a.progress = false }
	same := func(n *Node) { take(f, n) }
	none := func(n *Node) { lose(f, n) }
	diverges := func(n *Node) { f.Ran(&Run{Flipped: n}); n.other = Diverged; f.Exhausted(n) }
	for _, w := range []int{2, 4, 8, 16, 16} {
		step(true, better, w)
	}
	step(false, better, 16) // a saw that progress, but did not bring it
	step(false, none, 16)
	step(true, func(n *Node) { lose(f, at(0, 7)); take(f, at(0, 8)); same(n) }, 8) // others are no matter
	f.Ran(&Run{})                                                                  // nor is an input to start from
	step(true, none, 4)
	step(true, diverges, 2)
	step(true, same, 1)
	step(true, none, 1)
	step(true, better, 2)
	if f.Progress() {
		t.Error("progress without progress")
	}
	if a.progress = true; !f.Progress() {
		t.Error("no progress where the provider made some")
	}
}

// TestCodeLocationScript: which class is chosen by which draw.
func TestCodeLocationScript(t *testing.T) {
	a0, b0, b1, c0 := at(1, 0), at(2, 1), at(2, 2), at(3, 3)
	other := at(2, 4) // the other side of b's is another code location
	other.Side, other.location = true, b1.location+1
	testutil.Run(t, func(rng *rand.Rand) {
		f := CodeLocationPrioritized(Shortest)(&World{Rand: rng})
		for _, n := range []*Node{a0, b0, b1, c0, other} {
			f.New(n)
		}
		provide := func(want *Node) {
			t.Helper()
			n := f.Next()
			if n != want {
				t.Fatalf("%v, not %v", n, want)
			}
			if n != nil {
				take(f, n)
			}
		}
		provide(b0)    // 1 of a b c o
		provide(a0)    // 1 of a b c o is b, which declines; 0 of a o c, where o came in place of b
		provide(c0)    // b is not asked again, a has no node left: 0 of c o, which took its place
		provide(other) // the only one that did not decline
		provide(nil)   // b has a node, but a deeper one: nothing is drawn
		b2 := at(2, 0)
		f.New(b2)
		provide(b2)
		lose(f, b1)
		provide(nil) // no class has a node: nothing is drawn
	}, 1, 1, testutil.Share(0, 3), 0, 0, 0)
}

// TestCodeLocationShare asserts that a class is told of its nodes only.
func TestCodeLocationShare(t *testing.T) {
	var made []*stub
	f := CodeLocationPrioritized(func(*World) Frontier {
		made = append(made, &stub{})
		return made[len(made)-1]
	})(&World{})
	n, m := at(1, 10), at(2, 20)
	f.New(n)
	f.New(m)
	f.New(at(1, 11))
	lose(f, n)
	f.Ran(&Run{Number: 7})
	if want := [][]string{{"new 10", "new 11", "exhausted 10", "ran 7"}, {"new 20", "ran 7"}}; len(made) != 2 ||
		!slices.Equal(made[0].told, want[0]) || !slices.Equal(made[1].told, want[1]) {
		t.Errorf("%d classes", len(made))
		for _, c := range made {
			t.Errorf("told %q", c.told)
		}
	}
}

// TestFair asserts that choices are fair: of n choices among k each has n/k, but
// for nine standard deviations, which no seed in 10^17 misses.
func TestFair(t *testing.T) {
	const n = 9000
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 9).Draw(t, "k")
		w := &World{Rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))}
		var strategies []Strategy
		made := map[Frontier]int{}
		whole := func(*World) Frontier {
			f := endless(n)
			made[f] = 0
			return f
		}
		for range k {
			strategies = append(strategies, whole)
		}
		f, g := RoundRobin(strategies...)(w).(*roundRobin), CodeLocationPrioritized(whole)(w).(*locations)
		for i := range k {
			g.New(at(i, i))
		}
		for range n {
			f.Next()
			made[f.provider.Frontier]++
			g.Next()
			made[g.provider.Frontier]++
		}
		for _, count := range made {
			if d := float64(count) - n/float64(k); d*d > 81*n*float64(k-1)/float64(k*k) {
				t.Fatalf("%d of %d choices among %d", count, n, k)
			}
		}
	})
}
