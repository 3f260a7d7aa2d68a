package pathexpr

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// figure2 is the sub-graph of the paper's figure 2 from node 2 to the target.
func figure2() Graph {
	// nodes: 0 is (2), 1 the loop (3), 2 its body (4), 3 (5), 4 (6), 5 (7), 6 the target
	arcs := []Arc{{0, 1, 0}, {1, 2, 1}, {2, 1, 2}, {1, 3, 3}, {3, 4, 4}, {4, 5, 5}, {5, 6, 6}}
	return Graph{Nodes: 7, Start: 0, Sink: 6, Arcs: arcs}
}

func TestFigure2(t *testing.T) {
	b := NewBuilder()
	e := Reduce(b, figure2())
	if got := e.String(); got != "a(bc)*defg" {
		t.Errorf("path expression %s", got)
	}
	a, err := Approximate(b, e, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.String(); got != "a(1 + bcD[bc])defg" {
		t.Errorf("approximation %s", got)
	}
	d, err := NewDAG(a, 100)
	if err != nil {
		t.Fatal(err)
	}
	var products []string
	for p := range d.Products() {
		products = append(products, d.Format(p, Letters))
	}
	if got := strings.Join(products, " "); got != "adefg abcD[bc]defg" {
		t.Errorf("products %s", got)
	}
	a2, _ := Approximate(b, e, 2)
	if got := a2.String(); got != "a(1 + bc + bcbcD[bc])defg" {
		t.Errorf("approximation with k = 2: %s", got)
	}
	if _, err := Approximate(b, e, 0); err == nil {
		t.Error("k = 0 is accepted")
	}
}

func TestConstructors(t *testing.T) {
	b := NewBuilder()
	x, y, none, one := b.Edge(0), b.Edge(1), b.EmptySet(), b.EmptyPath()
	for _, c := range []struct {
		got  *Expr
		want string
	}{
		{b.Concat(none, x), "0"},
		{b.Concat(one, x), "a"},
		{b.Concat(x, one), "a"},
		{b.Union(none, x), "a"},
		{b.Union(x, x), "a"},
		{b.Union(x, y), "a + b"},
		{b.Star(none), "1"},
		{b.Star(one), "1"},
		{b.Star(b.Star(x)), "a*"},
		{b.Star(b.Union(x, y)), "(a + b)*"},
		{b.Concat(b.Union(x, y), b.Concat(x, b.Star(b.Concat(x, y)))), "(a + b)a(ab)*"},
		{b.Destroy(one), "1"},
		{b.Destroy(b.Star(x)), "D[a*]"},
		{b.Star(b.Edge(30)), "(e1)*"},
	} {
		if c.got.String() != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
	//lint:ignore SA4000 each call makes an expression, and it is to be the same one
	if b.Concat(x, y) != b.Concat(x, y) {
		t.Error("equal expressions are not shared")
	}
	if text := b.Concat(x, b.Concat(y, x)).FormatMax(Letters, 1); text != "ab…" {
		t.Errorf("cut text %q", text)
	}
}

func randomGraph(t *rapid.T) Graph {
	g := Graph{Nodes: rapid.IntRange(2, 7).Draw(t, "nodes"), Start: 0, Sink: 1}
	n := rapid.IntRange(0, 12).Draw(t, "arcs")
	for i := range n {
		g.Arcs = append(g.Arcs, Arc{
			From:  rapid.IntRange(0, g.Nodes-1).Draw(t, "from"),
			To:    rapid.IntRange(0, g.Nodes-1).Draw(t, "to"),
			Label: i,
		})
	}
	return g
}

// paths returns the label sequences of at most limit edges from Start to the
// first visit of Sink.
func paths(g Graph, limit int) map[string]bool {
	found := make(map[string]bool)
	var walk func(node int, word string, left int)
	walk = func(node int, word string, left int) {
		if node == g.Sink {
			found[word] = true
			return
		}
		for _, a := range g.Arcs {
			if a.From == node && left > 0 {
				walk(a.To, word+Letters(a.Label), left-1)
			}
		}
	}
	walk(g.Start, "", limit)
	return found
}

// language returns the words of e up to a length, without D.
func language(e *Expr, limit int) map[string]bool {
	words := make(map[string]bool)
	switch e.op {
	case EmptyPath, Destroy:
		words[""] = true
	case Edge:
		if limit > 0 {
			words[Letters(e.edge)] = true
		}
	case Union:
		for w := range language(e.x, limit) {
			words[w] = true
		}
		for w := range language(e.y, limit) {
			words[w] = true
		}
	case Concat:
		for v := range language(e.x, limit) {
			for w := range language(e.y, limit-len(v)) {
				words[v+w] = true
			}
		}
	case Star:
		words[""] = true
		turn := language(e.x, limit)
		delete(turn, "")
		for frontier := []string{""}; len(frontier) > 0; {
			v := frontier[0]
			frontier = frontier[1:]
			for w := range turn {
				if u := v + w; len(u) <= limit && !words[u] {
					words[u] = true
					frontier = append(frontier, u)
				}
			}
		}
	}
	return words
}

// Before approximation, the words of an expression are exactly the paths.
func TestReduceLanguage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t)
		e := Reduce(NewBuilder(), g)
		const limit = 6
		got, want := language(e, limit), paths(g, limit)
		for w := range want {
			if !got[w] {
				t.Fatalf("%s lacks the path %q", e, w)
			}
		}
		for w := range got {
			if !want[w] {
				t.Fatalf("%s has %q, which is no path", e, w)
			}
		}
	})
}

// After approximation and without D, every product is a path and every acyclic path is a
// product. Products yields each product once in the order of lengths, and Count is their number.
func TestApproximateProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t)
		b := NewBuilder()
		k := rapid.IntRange(1, 3).Draw(t, "k")
		a, err := Approximate(b, Reduce(b, g), k)
		if err != nil {
			t.Fatal(err)
		}
		d, err := NewDAG(a, 20000)
		var tooLarge *LimitError
		if errors.As(err, &tooLarge) {
			if tooLarge.Products == 0 {
				t.Fatal("too large for no product")
			}
			return
		}
		checkDAG(t, d)
		const most = 300
		seen := make(map[string]bool)
		erased := make(map[string]bool)
		last := 0
		for p := range d.Products() {
			if len(seen) == most {
				break
			}
			text := fmt.Sprint(p)
			if seen[text] {
				t.Fatalf("%s twice", text)
			}
			seen[text] = true
			edges := slices.DeleteFunc(slices.Clone(p), func(l int) bool { return l < 0 })
			if len(edges) < last {
				t.Fatalf("%s: %s after %d edges", a, text, last)
			}
			last = len(edges)
			if !isPath(g, edges) {
				t.Fatalf("%s: %s is no path", a, text)
			}
			erased[fmt.Sprint(edges)] = true
		}
		if len(seen) < most && Count(len(seen)) != d.Count[d.Start] {
			t.Fatalf("%s: %d products, Count says %v", a, len(seen), d.Count[d.Start])
		}
		if len(seen) < most && countProducts(a) != d.Count[d.Start] {
			t.Fatalf("%s: the expression has %v products, the DAG %v", a, countProducts(a), d.Count[d.Start])
		}
		for _, p := range acyclic(g) {
			if len(p) < last && !erased[fmt.Sprint(p)] {
				t.Fatalf("%s lacks the acyclic path %v", a, p)
			}
		}
	})
}

// checkDAG is the sanity check of the automaton.
func checkDAG(t *rapid.T, d *DAG) {
	states := make(map[string]bool)
	for s, steps := range d.Steps {
		text := fmt.Sprint(d.Accept[s], steps)
		if states[text] {
			t.Fatalf("state %d is there twice", s)
		}
		states[text] = true
		for i, st := range steps {
			if st.To >= s || i > 0 && steps[i-1].Label >= st.Label {
				t.Fatalf("state %d has steps %v", s, steps)
			}
		}
	}
}

func isPath(g Graph, labels []int) bool {
	at := g.Start
	for _, l := range labels {
		if at == g.Sink || g.Arcs[l].From != at {
			return false
		}
		at = g.Arcs[l].To
	}
	return at == g.Sink
}

func acyclic(g Graph) [][]int {
	var all [][]int
	on := make([]bool, g.Nodes)
	var walk func(node int, labels []int)
	walk = func(node int, labels []int) {
		if node == g.Sink {
			all = append(all, slices.Clone(labels))
			return
		}
		on[node] = true
		for _, a := range g.Arcs {
			if a.From == node && !on[a.To] {
				walk(a.To, append(labels, a.Label))
			}
		}
		on[node] = false
	}
	walk(g.Start, nil)
	return all
}

// A row of n diamonds has 2^n products and two states for each diamond. The products are counted
// without enumeration, and the first is yielded at once.
func TestManyProducts(t *testing.T) {
	const n = 300
	g := Graph{Nodes: n + 1, Start: 0, Sink: n}
	for i := range n {
		g.Arcs = append(g.Arcs, Arc{i, i + 1, 2 * i}, Arc{i, i + 1, 2*i + 1})
	}
	b := NewBuilder()
	e := Reduce(b, g)
	d, err := NewDAG(e, n+2)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Steps) != n+1 {
		t.Errorf("%d states, want %d", len(d.Steps), n+1)
	}
	if got := d.Count[d.Start].String(); got != "at least 18446744073709551615" {
		t.Errorf("%s products", got)
	}
	if got := d.Count[50]; got != 1<<50 {
		t.Errorf("%v products of 50 diamonds", got)
	}
	for p := range d.Products() {
		if len(p) != n || p[0] != 0 {
			t.Errorf("first product %v", p)
		}
		break
	}
	var limit *LimitError
	if _, err := NewDAG(e, n); !errors.As(err, &limit) || limit.Products != d.Count[d.Start] {
		t.Errorf("limit: %v", err)
	}
}

func TestCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")>>rapid.IntRange(0, 63).Draw(t, "shift")
		max := new(big.Int).SetUint64(1<<64 - 1)
		check := func(got Count, want *big.Int) {
			if want.Cmp(max) > 0 {
				want = max
			}
			if uint64(got) != want.Uint64() {
				t.Fatalf("%d and %d: %d, want %v", a, b, got, want)
			}
		}
		x, y := new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)
		check(Count(a).Add(Count(b)), new(big.Int).Add(x, y))
		check(Count(a).Mul(Count(b)), new(big.Int).Mul(x, y))
		if sum := Count(a).Add(Count(b)); uint64(sum) == 1<<64-1 {
			check(sum.Sub(Count(b)), max)
		} else {
			check(sum.Sub(Count(b)), x)
		}
	})
}

func ExampleReduce() {
	// 0 is a loop head, 1 its body, 2 the exit.
	g := Graph{Nodes: 3, Start: 0, Sink: 2, Arcs: []Arc{{0, 1, 0}, {1, 0, 1}, {0, 2, 2}}}
	b := NewBuilder()
	e := Reduce(b, g)
	a, _ := Approximate(b, e, 1)
	d, _ := NewDAG(a, 1000)
	fmt.Println(e)
	fmt.Println(a)
	for p := range d.Products() {
		fmt.Println(d.Format(p, Letters))
	}
	// Output:
	// (ab)*c
	// (1 + abD[ab])c
	// c
	// abD[ab]c
}
