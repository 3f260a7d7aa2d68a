package fitness

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/probe"
)

const figure1 = `package x

func f(x, y, z int) bool {
	if x == 0 {
		if y == z {
			if x == z {
				return true
			}
		}
	}
	return false
}
`

const figure2 = `package x

func f(n, a, s, b int) bool {
	if n > 0 {
		i := 0
		for i < n {
			s += i
			i++
		}
		if a == n {
			if s == 10 {
				if b == s {
					return true
				}
			}
		}
	}
	return false
}
`

func explain(t *testing.T, a *Analysis, cond string, outcome bool) *Explanation {
	t.Helper()
	e, err := a.Explain(branchOf(t, a, cond, outcome), 10)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestFigure1(t *testing.T) {
	a := analyze(t, build(t, figure1), "f", Options{})
	e := explain(t, a, "x == z", true)
	var levels []string
	for _, n := range e.Nodes {
		levels = append(levels, fmt.Sprint(condOf(n.Node), " ", n.Level, " ", n.Diverges))
	}
	if got := strings.Join(levels, "; "); got != "x == 0 2 [true false]; y == z 1 [true false]; x == z 0 [true false]" {
		t.Errorf("levels: %s", got)
	}
	first := e.Nodes[0]
	if first.Path != "abc" || len(first.Listed) != 1 || first.Listed[0].Condition() != "x == 0 ∧ y == z ∧ x == z" {
		t.Errorf("%s: %+v", first.Path, first.Listed)
	}
	v, level, exact := evaluate(first.Node, slots(a, map[string]any{"x": 3, "y": 5, "z": 5}))
	want := probe.Normalize(4) + probe.Normalize(3) // |3-0|+1 and |3-5|+1
	if v != want || level != 0 || !slices.Equal(exact, []uint64{4, 0, 3}) {
		t.Errorf("%v %d %v, want %v", v, level, exact, want)
	}
}

func TestFigure2(t *testing.T) {
	a := analyze(t, build(t, figure2), "f", Options{})
	e := explain(t, a, "b == s", true)
	var nodes []string
	for _, n := range e.Nodes {
		nodes = append(nodes, condOf(n.Node)+" "+n.Path)
	}
	if got := strings.Join(nodes, "; "); got != "n > 0 a(bc)*defg; a == n efg; s == 10 fg; b == s g" {
		t.Fatalf("critical nodes and their path expressions: %s", got)
	}
	n2 := e.Nodes[0]
	if n2.Approx != "a(1 + bcD[bc])defg" {
		t.Errorf("approximation %s", n2.Approx)
	}
	if n2.Products != 2 || n2.Infeasible != 1 || n2.LeftOut != 0 || len(n2.Listed) != 2 || n2.Unlisted != 0 {
		t.Errorf("products %v, infeasible %v, left out %v, listed %d", n2.Products, n2.Infeasible, n2.LeftOut, len(n2.Listed))
	}
	check := func(p ProductExplanation, text, cond string, dropped, destroyed string, level int, infeasible bool) {
		t.Helper()
		got := fmt.Sprintf("%s ⟨%s⟩ {%s} {%s} %d %v", p.Text, p.Condition(), strings.Join(p.Dropped(), ", "), strings.Join(p.Destroyed, ", "), p.Level, p.Infeasible)
		want := fmt.Sprintf("%s ⟨%s⟩ {%s} {%s} %d %v", text, cond, dropped, destroyed, level, infeasible)
		if got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
	check(n2.Listed[0], "adefg", "n > 0 ∧ 0 >= n", "", "", 0, true)
	check(n2.Listed[1], "abcD[bc]defg", "n > 0 ∧ 0 < n ∧ a == n", "i >= n, s == 10, b == s", "i, s", 3, false)
	check(e.Nodes[1].Listed[0], "efg", "a == n ∧ s == 10 ∧ b == s", "", "", 0, false)
	check(e.Nodes[2].Listed[0], "fg", "s == 10 ∧ b == s", "", "", 0, false)
	check(e.Nodes[3].Listed[0], "g", "b == s", "", "", 0, false)
	for i, want := range []int{3, 2, 1, 0} {
		if e.Nodes[i].Level != want {
			t.Errorf("approach level %d at %s", e.Nodes[i].Level, condOf(e.Nodes[i].Node))
		}
	}
}

func TestFigure2Values(t *testing.T) {
	a := analyze(t, build(t, figure2), "f", Options{})
	tg := target(t, a, "b == s", true)
	v, level, exact := evaluate(&tg.Nodes[0], slots(a, map[string]any{"n": 0, "a": 0, "s": 5, "b": 6}))
	if v != 4 || level != 3 || !slices.Equal(exact, []uint64{1, 1, 0}) {
		t.Errorf("n=0, a=0 at node 2: %v, level %d, %v; want 3 + ½ + ½ + 0 = 4", v, level, exact)
	}
	// n=1, a=1, s=10, b=12 visits all nodes; the loop adds 0 to s.
	at := slots(a, map[string]any{"n": 1, "a": 1, "s": 10, "b": 12})
	least := 1000.0
	for i := range tg.Nodes {
		v, _, _ := evaluate(&tg.Nodes[i], at)
		least = min(least, v)
	}
	if least != 0.75 {
		t.Errorf("fitness of the run is %v, want 0.75", least)
	}
	if tg.Infeasible {
		t.Error("said to be infeasible")
	}
}

// With merging, 0 < n is implied by n > 0 and does not count again.
func TestMerge(t *testing.T) {
	a := analyze(t, build(t, figure2), "f", Options{Merge: true})
	tg := target(t, a, "b == s", true)
	v, level, _ := evaluate(&tg.Nodes[0], slots(a, map[string]any{"n": 0, "a": 0}))
	if v != 3.5 || level != 3 {
		t.Errorf("%v, level %d, want 3 + ½", v, level)
	}
}

// An assignment drops conditions on what it may change, and on nothing else:
// two package variables are never one, nor are a variable and a field.
func TestAssignmentDrops(t *testing.T) {
	const src = `package x

type pair struct{ a, b int }

var g, h int

var xs, ys [2]int

func use([]int)       {}
func two() (int, int) { return 1, 2 }

func f(x int, p, q *pair, s []int, r *int, c chan int) bool {
	if x > 0 {
		%s
		if %s {
			return true
		}
	}
	return false
}
`
	tests := []struct {
		assign, cond string
		level        int
	}{
		{"g = x", "h == 1", 0},
		{"g = x", "p.a == 1", 0},
		{"g = x", "s[0] == 1", 0},
		{"g = x", "*r == 1", 1},
		{"p.a = x", "g == 1", 0},
		{"p.a = x", "q.a == 1", 1},
		{"p.a = x", "q.b == 1", 0},
		{"p.a = x", "p.a == 1", 0},
		{"p.a = x", "*r == 1", 1},
		{"*p = pair{}", "q.b == 1", 1},
		{"*r = x", "g == 1", 1},
		{"*r = x", "p.a == 1", 1},
		{"*r = x", "s[0] == 1", 1},
		{"*r = x", "*r == 1", 0},
		{"s[0] = x", "s[1] == 1", 1},
		{"s[0] = x", "xs[1] == 1", 1},
		{"s[0] = x", "p.a == 1", 0},
		{"s[0] = x", "len(s) == 1", 0},
		{"xs[0] = x", "ys[0] == 1", 1},
		{"xs[0] = x", "xs[1] == 1", 1},
		{"xs = ys", "xs[1] == 1", 0},
		{"use(s)", "s[0] == 1", 1},
		{"use(s)", "len(s) == 1", 0},
		{"use(s)", "g == 1", 1},
		{"use(s)", "x == 1", 0},
		{"clear(s)", "s[0] == 1", 1},
		{"c <- x", "g == 1", 1},
		{"c <- x", "x == 1", 0},
		{"<-c", "g == 1", 1},
		{"x, _ = two()", "x == 1", 1},
		{"x += <-c", "x == 1", 1},
	}
	for _, tt := range tests {
		a := analyze(t, build(t, fmt.Sprintf(src, tt.assign, tt.cond)), "f", Options{})
		p := explain(t, a, tt.cond, true).Nodes[0].Listed[0]
		if p.Level != tt.level {
			t.Errorf("%s; %s: approximation level %d, want %d", tt.assign, tt.cond, p.Level, tt.level)
		}
	}
}
