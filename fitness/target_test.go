package fitness

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"nearmiss/internal/probe"
	"nearmiss/pathexpr"

	"pgregory.net/rapid"
)

// Merging leaves out conditions, so it never adds to a value, and it leaves
// out only implied ones, so it never makes one vanish.
func TestMergeLaw(t *testing.T) {
	smaller := 0
	rapid.Check(t, func(t *rapid.T) {
		src := randomProgram(t, rapid.Bool().Draw(t, "plain"))
		p, err := check(src)
		if err != nil {
			t.Skip(err)
		}
		f := p.Funcs[len(p.Funcs)-1]
		published, merged := analysisOf(p, f, Options{}), analysisOf(p, f, Options{Merge: true})
		for _, b := range someBranches(t, f) {
			tp, _ := published.Target(b)
			tm, _ := merged.Target(b)
			for i := range tp.Nodes {
				if tp.Nodes[i].program == nil || tp.Nodes[i].Unpruned {
					continue
				}
				at := randomSlots(t, published.Layout)
				v, _, _ := evaluate(&tp.Nodes[i], at)
				w, _, _ := evaluate(&tm.Nodes[i], at)
				if w > v+1e-9 || (v == 0) != (w == 0) {
					t.Fatalf("%s\n%s at %s: %v, merged %v", src, p.BranchName(b), condOf(&tp.Nodes[i]), v, w)
				}
				if w < v {
					smaller++
				}
			}
		}
	})
	if smaller == 0 {
		t.Error("nothing was ever merged")
	}
}

// The target without path expressions is the same but for the programs, and is told of the
// same branches.
func TestApproachLaw(t *testing.T) {
	nodes := 0
	rapid.Check(t, func(t *rapid.T) {
		src := randomProgram(t, rapid.Bool().Draw(t, "plain"))
		p, err := check(src)
		if err != nil {
			t.Skip(err)
		}
		f := p.Funcs[len(p.Funcs)-1]
		a := analysisOf(p, f, Options{})
		for _, b := range append(someBranches(t, f), 1<<20) {
			full, err := a.Target(b)
			rough, roughErr := Approach(f, b)
			if (err == nil) != (roughErr == nil) {
				t.Fatalf("%s\nbranch %d: %v, and without path expressions %v", src, b, err, roughErr)
			}
			if err != nil {
				continue
			}
			want := &Target{Branch: b}
			for _, n := range full.Nodes {
				want.Nodes = append(want.Nodes, Node{Cond: n.Cond, Level: n.Level, Diverges: n.Diverges})
			}
			nodes += len(want.Nodes)
			if !reflect.DeepEqual(rough, want) {
				t.Fatalf("%s\n%s: %+v, want %+v", src, p.BranchName(b), rough, want)
			}
		}
	})
	if nodes == 0 {
		t.Error("there are no nodes")
	}
}

// In 64 bits the published value of a far miss does not move; the exact
// distances do, clause by clause.
func TestExact(t *testing.T) {
	a := analyze(t, build(t, `package x

func f(x, y int) bool {
	if x == 1234 && y == x {
		return true
	}
	return false
}
`), "f", Options{})
	n := &target(t, a, "y == x", true).Nodes[0]
	far := 1 << 60
	v, _, e := evaluate(n, slots(a, map[string]any{"x": far, "y": 0}))
	w, _, d := evaluate(n, slots(a, map[string]any{"x": far - 1, "y": 0}))
	if v != w || v != 2 {
		t.Errorf("published values %v and %v", v, w)
	}
	if !slices.Equal(e, []uint64{1<<60 - 1233, 1<<60 + 1}) || !slices.Equal(d, []uint64{1<<60 - 1234, 1 << 60}) {
		t.Errorf("exact distances %v and %v", e, d)
	}
}

// More clauses than there is room for are added up in the last place.
func TestExactRoom(t *testing.T) {
	var src strings.Builder
	src.WriteString("package x\n\nfunc f(x int) bool {\n\treturn x == 0")
	for i := 1; i < 20; i++ {
		fmt.Fprintf(&src, " && x != %d", -i)
	}
	src.WriteString(" && x == 40\n}\n")
	a := analyze(t, build(t, src.String()), "f", Options{})
	conds := a.Func.Conds
	tg, err := a.Target(conds[len(conds)-1].Branch(true))
	if err != nil {
		t.Fatal(err)
	}
	if !tg.Infeasible {
		t.Error("x == 0 and x == 40 are not seen to exclude each other")
	}
	n := &tg.Nodes[1] // after x == 0
	_, _, e := evaluate(n, slots(a, map[string]any{"x": -18}))
	want := make([]uint64, 16)
	want[15] = 1 + 59
	if !slices.Equal(e, want) {
		t.Errorf("%v, want %v", e, want)
	}
}

// What cannot be computed over the values of a run is a dropped condition.
func TestUndefined(t *testing.T) {
	a := analyze(t, build(t, `package x

type pair struct{ a, b int }

func f(p *pair, s []int, n, m int) bool {
	if n > 0 && s[n] == 3 && p.a == 1 && 10/m == 2 && n<<m == 0 {
		return true
	}
	return false
}
`), "f", Options{})
	n := &target(t, a, "n << m == 0", true).Nodes[0]
	for _, c := range []struct {
		at    map[string]any
		value float64
		level int
	}{
		{map[string]any{"n": 1, "s": []int{0, 3}, "p.a": 1, "m": 5}, probe.Normalize(33), 0},
		{map[string]any{"n": 2, "s": []int{0, 3}, "p.a": 1, "m": 5}, 1 + probe.Normalize(65), 1},
		{map[string]any{"n": 1, "s": []int{0, 3}, "m": 5}, 1 + probe.Normalize(33), 1},
		{map[string]any{"n": 1, "s": []int{0, 3}, "p.a": 1, "m": 0}, 1 + probe.Normalize(2), 1},
		{map[string]any{"n": -1, "s": []int{}, "m": -1}, probe.Normalize(2) + 1 + 1 + probe.Normalize(13) + 1, 3},
	} {
		v, level, _ := evaluate(n, slots(a, c.at))
		if math.Abs(v-c.value) > 1e-12 || level != c.level {
			t.Errorf("%v: %v, level %d, want %v, level %d", c.at, v, level, c.value, c.level)
		}
	}
}

// A branch inside a literal is approached from the graph around it.
func TestLiteral(t *testing.T) {
	a := analyze(t, build(t, `package x

func f(n int) func(int) bool {
	if n > 0 {
		return func(m int) bool {
			if m == 2 {
				if m < n {
					return true
				}
			}
			return false
		}
	}
	return nil
}
`), "f", Options{})
	tg := target(t, a, "m < n", true)
	var got []string
	for i := range tg.Nodes {
		n := &tg.Nodes[i]
		v, level, _ := evaluate(n, slots(a, map[string]any{"n": -3, "m": -4}))
		got = append(got, fmt.Sprint(condOf(n), " level ", n.Level, " ", n.Diverges, " ", v, " ", level))
	}
	want := []string{
		fmt.Sprint("m == 2 level 1 [true false] ", probe.Normalize(7), " 0"),
		"m < n level 0 [true false] 0 0",
		fmt.Sprint("n > 0 level 2 [true false] ", probe.Normalize(4)+2, " 2"),
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

func TestErrors(t *testing.T) {
	a := analyze(t, build(t, "package x\n\nconst debug = false\n\nfunc f(n int) bool { return n > 0 && debug }\n"), "f", Options{})
	if _, err := a.Target(100); err == nil {
		t.Error("a branch of no function is accepted")
	}
	if _, err := a.Target(a.Func.Conds[1].Branch(true)); err == nil {
		t.Error("a constant condition is accepted")
	}
	a = analyze(t, build(t, figure2), "f", Options{K: -1})
	if _, err := a.Target(branchOf(t, a, "b == s", true)); err == nil {
		t.Error("k = -1 is accepted")
	}
}

// A limit leaves products out and says how many; nothing else is lost.
func TestLimit(t *testing.T) {
	var src strings.Builder
	src.WriteString("package x\n\nfunc f(a []int, n int) bool {\n\ts := 0\n")
	for i := range 16 {
		fmt.Fprintf(&src, "\tif a[%d] > n {\n\t\ts += %d\n\t}\n", i, 1<<i)
	}
	src.WriteString("\treturn s == n\n}\n")
	p := build(t, src.String())
	few := analyze(t, p, "f", Options{Limit: 1000})
	n := &target(t, few, "s == n", true).Nodes[0]
	if condOf(n) != "s == n" || n.LeftOut != 0 {
		t.Errorf("%s leaves out %v", condOf(n), n.LeftOut)
	}
	s, err := few.newTargetAnalysis(n.Cond.Branch(true))
	if err != nil {
		t.Fatal(err)
	}
	entry := s.graph.Blocks[0]
	st := few.entryStore()
	few.apply(few.blocks[entry], st, nil)
	g, err := s.paths(s.graph, entry, st)
	if err != nil {
		t.Fatal(err)
	}
	if g.products != 1<<16 || g.leftOut == 0 || g.leftOut >= g.products || !g.unpruned {
		t.Errorf("of %v products %v are left out", g.products, g.leftOut)
	}
	if len(g.edges) > 1100 {
		t.Errorf("%d states", len(g.edges))
	}
}

func TestConcurrentTargets(t *testing.T) {
	a := analyze(t, build(t, figure2), "f", Options{})
	var wg sync.WaitGroup
	targets := make([]*Target, 8)
	b := branchOf(t, a, "b == s", true)
	for i := range targets {
		wg.Go(func() {
			tg, err := a.Target(b)
			if err != nil {
				t.Error(err)
			}
			targets[i] = tg
		})
	}
	wg.Wait()
	for _, tg := range targets {
		if tg != targets[0] {
			t.Error("analysed twice")
		}
	}
}

// No product of a branch of the papers' subjects is left out, for one of five branches.
func TestSubjects(t *testing.T) {
	for _, p := range load1(t, "./bench/subjects/...") {
		for _, f := range p.Funcs {
			a := analysisOf(p, f, Options{})
			for _, b := range everyFifth(branches(f), 0) {
				tg, err := a.Target(b)
				if err != nil {
					t.Fatal(err)
				}
				for i := range tg.Nodes {
					n := &tg.Nodes[i]
					if n.LeftOut != 0 || n.Unpruned || n.program == nil && n.Infeasible != n.Products {
						t.Errorf("%s at %s: %v of %v products left out", p.BranchName(b), condOf(n), n.LeftOut, n.Products)
					}
				}
			}
		}
	}
}

// The branches of real packages can be analysed and evaluated.
func TestStandardLibrary(t *testing.T) {
	programs := 0
	var left pathexpr.Count
	for _, p := range load1(t, "path", "text/scanner", "container/...", "net/mail") {
		for _, f := range p.Funcs {
			a := analysisOf(p, f, Options{Merge: true})
			at := make([]probe.Slot, len(a.Layout.Slots))
			for _, b := range everyFifth(branches(f), 0) {
				tg, err := a.Target(b)
				if err != nil {
					t.Fatal(err)
				}
				left = left.Add(tg.LeftOut())
				for i := range tg.Nodes {
					n := &tg.Nodes[i]
					if n.program == nil {
						continue
					}
					programs++
					v, level, _ := evaluate(n, at)
					if v < float64(level) || v > float64(maxLevel(n)+len(n.program.First)) {
						t.Errorf("%s at %s: %v, level %d", p.BranchName(b), condOf(n), v, level)
					}
				}
			}
		}
	}
	if programs < 500 || left != 0 {
		t.Errorf("%d programs, %v products left out", programs, left)
	}
}

// TestLevels: conditions that are far off have a level and no program, and what is
// near has the same as without a bound.
func TestLevels(t *testing.T) {
	p := build(t, "package x\n\nfunc f(a, b, c, d int) bool {\n\treturn a > 1 && b > a && c > b && d > c\n}\n")
	all := target(t, analyze(t, p, "f", Options{}), "d > c", true)
	near := target(t, analyze(t, p, "f", Options{Levels: 2}), "d > c", true)
	if len(all.Nodes) != 4 || len(near.Nodes) != 4 {
		t.Fatalf("%d and %d nodes, want 4", len(all.Nodes), len(near.Nodes))
	}
	for i, n := range near.Nodes {
		far := n.Level >= 2
		if n.Level != all.Nodes[i].Level || (n.program == nil) != far || !far && !reflect.DeepEqual(n.program, all.Nodes[i].program) {
			t.Errorf("level %d: %+v, want %+v", n.Level, n, all.Nodes[i])
		}
	}
}

// TestUnlisted: products are counted also where they are not analysed, and a count that is a lower
// bound stays one.
func TestUnlisted(t *testing.T) {
	for _, c := range []struct {
		choices int
		want    string
	}{{0, "0"}, {3, "6"}, {70, "at least 18446744073709551615"}} {
		body := strings.Repeat("\t\tif a > n {\n\t\t\ta -= n\n\t\t}\n", c.choices)
		src := "package x\n\nfunc f(a, n int) bool {\n\tif n > 0 {\n" + body + "\t\treturn a == n\n\t}\n\treturn false\n}\n"
		a := analyze(t, build(t, src), "f", Options{Levels: 1})
		e, err := a.Explain(branchOf(t, a, "a == n", true), 2)
		if err != nil {
			t.Fatal(err)
		}
		if n := e.Nodes[0]; n.program != nil || n.Unlisted.String() != c.want {
			t.Errorf("%d choices: %d products and %v more, want %s", c.choices, len(n.Listed), n.Unlisted, c.want)
		}
	}
}

// TestWork: the nearest conditions have their programs until these are work enough, and what
// has one has the same as without a bound.
func TestWork(t *testing.T) {
	var src strings.Builder
	src.WriteString("package x\n\nfunc f(a, n int) bool {\n")
	for i := range 20 {
		fmt.Fprintf(&src, "\tif a < %d {\n\t\treturn false\n\t}\n\tif a == n {\n\t\ta += %d\n\t}\n", i, i)
	}
	src.WriteString("\treturn a > n\n}\n")
	p := build(t, src.String())
	all := target(t, analyze(t, p, "f", Options{}), "a > n", true)
	bare := -1
	for _, work := range []int{1, 100, 1000, 10_000, 1 << 40} {
		some := target(t, analyze(t, p, "f", Options{Work: work}), "a > n", true)
		if len(some.Nodes) != len(all.Nodes) || all.WithoutProgram != 0 {
			t.Fatalf("%d nodes, want %d; %d of them bare without a bound", len(some.Nodes), len(all.Nodes), all.WithoutProgram)
		}
		n, far, near := 0, math.MaxInt, 0
		for i := range some.Nodes {
			x, y := &some.Nodes[i], &all.Nodes[i]
			if x.program == nil {
				n, far = n+1, min(far, x.Level)
				continue
			}
			if near = max(near, x.Level); !reflect.DeepEqual(x.program, y.program) {
				t.Errorf("work %d, level %d: another program", work, x.Level)
			}
		}
		if n != some.WithoutProgram || near > far || n == len(some.Nodes) {
			t.Errorf("work %d: %d nodes of %d without a program, up to level %d from %d, and %d said", work, n, len(some.Nodes), near, far, some.WithoutProgram)
		}
		if bare >= 0 && n > bare || work == 1 && n != len(some.Nodes)-1 || work == 1<<40 && n > 0 {
			t.Errorf("work %d: %d nodes without a program, %d with less", work, n, bare)
		}
		bare = n
	}
}
