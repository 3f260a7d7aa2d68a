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

// at is a node of condition cond, as a strategy sees it.
func at(cond, depth int) *Node {
	return &Node{Site: symexec.Site{Cond: cond}, Depth: depth, location: 2 * cond}
}

// take flips a node as the search does when an input was found.
func take(s Strategy, n *Node, r *Run, fresh ...*Node) {
	n.state, r.Flipped = Taken, n
	s.ObserveClosed(n)
	s.ObserveRun(r, fresh)
}

// lose flips a node that no input flips.
func lose(s Strategy, n *Node) {
	n.state = Infeasible
	s.ObserveClosed(n)
}

// tell tells of nodes.
func tell(s Strategy, nodes ...*Node) { s.ObserveRun(&Run{}, nodes) }

// stub provides nodes of its own until there are none.
type stub struct {
	nodes []*Node
	asked int
	given int
	told  []string
}

func (f *stub) factory() Factory      { return func(*World) Strategy { return f } }
func (f *stub) ObserveClosed(n *Node) { f.told = append(f.told, fmt.Sprint("closed ", n.Depth)) }

func (f *stub) ObserveRun(r *Run, fresh []*Node) {
	text := fmt.Sprint("ran ", r.Number)
	for _, n := range fresh {
		text += fmt.Sprint(" new ", n.Depth)
	}
	f.told = append(f.told, text)
}

func (f *stub) Next() Step {
	f.asked++
	if len(f.nodes) == 0 {
		return Step{}
	}
	f.given++
	n := f.nodes[0]
	f.nodes = f.nodes[1:]
	return Step{Flip: n}
}

func supply(n int) *stub {
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
	f.list = slices.DeleteFunc(f.list, func(n *Node) bool { return n.state != Open })
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
				tell(f, n)
				want.New(n)
			case 2:
				a, b := f.Next().Flip, want.Next()
				if a != b {
					t.Fatalf("%v, not %v", a, b)
				}
				if a != nil {
					take(f, a, &Run{})
				}
			default: // by another strategy
				if len(nodes) > 0 {
					if n := rapid.SampledFrom(nodes).Draw(t, "node"); n.state == Open {
						lose(f, n)
					}
				}
			}
		}
	})
}

// TestShortCircuit asserts who is asked, and what all are told.
func TestShortCircuit(t *testing.T) {
	a, b, c := supply(1), supply(2), supply(0)
	a.nodes = append(a.nodes, &Node{Depth: 9, state: Taken}) // by another
	f := ShortCircuit(a.factory(), b.factory(), c.factory())(nil)
	n, m := at(0, 3), at(0, 4)
	tell(f, n, m)
	lose(f, n)
	f.ObserveRun(&Run{Number: 5}, nil)
	for i, want := range []struct{ a, b, c int }{{1, 0, 0}, {3, 1, 0}, {4, 2, 0}, {5, 3, 1}} {
		got := f.Next()
		if got.Declines() != (i == 3) || !got.Declines() && got.Flip.state != Open || a.asked != want.a || b.asked != want.b || c.asked != want.c {
			t.Errorf("request %d: %v; asked %d, %d, %d", i, got, a.asked, b.asked, c.asked)
		}
	}
	a.nodes = []*Node{n, m} // n is closed
	if got := f.Next(); got.Flip != m || b.asked != 3 {
		t.Errorf("after declining: %v; asked %d", got, b.asked)
	}
	for _, s := range []*stub{a, b, c} {
		if want := []string{"ran 0 new 3 new 4", "closed 3", "ran 5"}; !slices.Equal(s.told, want) {
			t.Errorf("told %q", s.told)
		}
	}
}

// TestRoundRobinScript: who is chosen by which draw, and that one that declines is left for
// another.
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
		{[]int{16, 1, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(15, 18)}, 0},
		{[]int{16, 1, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(16, 18)}, 1},
		{[]int{16, 1, 1}, [3]int{1, 1, 1}, []uint64{testutil.Share(17, 18)}, 2},
		{[]int{16, 1, 1}, [3]int{0, 1, 1}, []uint64{testutil.Share(9, 18), 1}, 2},
	} {
		testutil.Run(t, func(rng *rand.Rand) {
			all := []*stub{supply(c.nodes[0]), supply(c.nodes[1]), supply(c.nodes[2])}
			f := ProgressBoost(all[0].factory(), all[1].factory(), all[2].factory())(&World{Rand: rng}).(*roundRobin)
			copy(f.weights, c.weights)
			n := f.Next()
			if n.Declines() != (c.want < 0) || c.want >= 0 && all[c.want].given == 0 {
				t.Errorf("%v of %v, drawing %d: %v", c.weights, c.nodes, c.draws, n)
			}
		}, c.draws...)
	}
}

// TestBoost asserts how the weight grows with progress, and wears off.
func TestBoost(t *testing.T) {
	a, b := supply(100), supply(100)
	f := ProgressBoost(a.factory(), b.factory())(&World{}).(*roundRobin)
	step := func(first bool, settle func(n *Node), want int) {
		t.Helper()
		draw := testutil.Share(0, 2) // the first has what lies below its weight
		if !first {
			draw = 1<<64 - 1
		}
		testutil.Run(t, func(rng *rand.Rand) {
			f.w.Rand = rng
			given := a.given
			n := f.Next().Flip
			if (a.given > given) != first {
				t.Fatal("the other one")
			}
			settle(n)
		}, draw)
		if f.weights[0] != want || f.weights[1] != 1 {
			t.Errorf("weights %v, not %d", f.weights, want)
		}
	}
	better := func(n *Node) { take(f, n, &Run{Nearer: []int{0}}) }
	same := func(n *Node) { take(f, n, &Run{}) }
	none := func(n *Node) { lose(f, n) }
	diverges := func(n *Node) {
		n.state = Diverged
		f.ObserveClosed(n)
		f.ObserveRun(&Run{Flipped: n, Nearer: []int{0}}, nil)
	}
	for _, w := range []int{2, 4, 8, 16, 16} {
		step(true, better, w)
	}
	step(false, better, 16) // another one's
	step(false, none, 16)
	step(true, func(n *Node) { lose(f, at(0, 7)); take(f, at(0, 8), &Run{}); same(n) }, 8) // others are no matter
	f.ObserveRun(&Run{}, nil)                                                              // nor is an input to start from
	step(true, none, 4)
	step(true, diverges, 2)
	step(true, same, 1)
	step(true, none, 1)
	step(true, better, 2)
}

// TestCodeLocationScript: which class is chosen by which draw.
func TestCodeLocationScript(t *testing.T) {
	a0, b0, b1, c0 := at(1, 0), at(2, 1), at(2, 2), at(3, 3)
	other := at(2, 4) // the other side of b's is another code location
	other.Side, other.location = true, b1.location+1
	testutil.Run(t, func(rng *rand.Rand) {
		f := CodeLocationPrioritized(Shortest)(&World{Rand: rng})
		tell(f, a0, b0, b1, c0, other)
		provide := func(want *Node) {
			t.Helper()
			n := f.Next().Flip
			if n != want {
				t.Fatalf("%v, not %v", n, want)
			}
			if n != nil {
				take(f, n, &Run{})
			}
		}
		provide(b0)    // 1 of a b c o
		provide(a0)    // 1 of a b c o is b, which declines; 0 of a o c, where o came in place of b
		provide(c0)    // 1 of b c o; a has no node left
		provide(other) // 0 of b o declines, and then there is one
		provide(nil)   // b has a node, but a deeper one
		b2 := at(2, 0)
		tell(f, b2)
		provide(b2)
		lose(f, b1)
		provide(nil) // no class has a node: nothing is drawn
	}, 1, 1, testutil.Share(0, 3), testutil.Share(1, 3), 0, 0, 0, 0)
}

// TestCodeLocationShare asserts that a class is told of its nodes only.
func TestCodeLocationShare(t *testing.T) {
	var made []*stub
	f := CodeLocationPrioritized(func(*World) Strategy {
		made = append(made, &stub{})
		return made[len(made)-1]
	})(&World{})
	n, m := at(1, 10), at(2, 20)
	tell(f, n, m, at(1, 11))
	lose(f, n)
	f.ObserveRun(&Run{Number: 7}, nil)
	if want := [][]string{{"ran 0 new 10 new 11", "closed 10", "ran 7"}, {"ran 0 new 20", "ran 7"}}; len(made) != 2 ||
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
	for i := range 24 {
		k, seed := 2+i%8, rand.Uint64()
		w := &World{Rand: rand.New(rand.NewPCG(seed, 1))}
		var factories []Factory
		var made []*stub
		whole := func(*World) Strategy {
			made = append(made, supply(n))
			return made[len(made)-1]
		}
		for range k {
			factories = append(factories, whole)
		}
		f, g := RoundRobin(factories...)(w), CodeLocationPrioritized(whole)(w)
		for i := range k {
			tell(g, at(i, i))
		}
		for range n {
			f.Next()
			g.Next()
		}
		for _, s := range made {
			if d := float64(s.given) - n/float64(k); d*d > 81*n*float64(k-1)/float64(k*k) {
				t.Errorf("seed %d: %d of %d choices among %d", seed, s.given, n, k)
			}
		}
	}
}
