package symexec

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// prefix is a Chooser that takes given sides and then follows the witness.
type prefix struct {
	sides []bool
	taken []Decision
}

func (p *prefix) Choose(b *Branch) bool {
	if b.Depth < len(p.sides) {
		return p.sides[b.Depth]
	}
	return b.Witness
}

func (p *prefix) Took(b *Branch, side bool, why SideReason) {
	p.taken = append(p.taken, Decision{Site: b.Site, Side: side, Why: why})
}

// allPaths takes every feasible path: it flips each decision after the prefix that led to a
// path.
func allPaths(t *testing.T, e *Executor, limit int) []*Path {
	t.Helper()
	var paths []*Path
	work := [][]bool{nil}
	for len(work) > 0 && len(paths) < limit {
		c := &prefix{sides: work[len(work)-1]}
		work = work[:len(work)-1]
		path, err := e.Explore(t.Context(), nil, c)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(c.sides); n > 0 && (len(c.taken) < n || c.taken[n-1].Why != Wanted) {
			if len(c.taken) >= n && c.taken[n-1].Why == Undecided {
				t.Fatalf("undecided: %v", path.Decisions[n-1].Clause)
			}
			continue // the flipped side is infeasible
		}
		paths = append(paths, path)
		var sides []bool
		for i, d := range c.taken {
			if i >= len(c.sides) && d.Why == Wanted {
				work = append(work, append(slices.Clone(sides), !d.Side))
			}
			sides = append(sides, d.Side)
		}
	}
	return paths
}

// trace returns the decisions of a path as a text.
func trace(p *Path) string {
	s := ""
	for _, d := range p.Decisions {
		s += fmt.Sprint(d.Site.Cond, d.Side, " ")
	}
	return s
}

// TestAllPaths checks that all feasible paths of a function are found, each once, that each
// input takes its path, and that every input takes one of the paths.
func TestAllPaths(t *testing.T) {
	for _, c := range []struct {
		pattern, fn string
		vector      input.Vector
		paths       int
	}{
		{"./testdata/sorting", "Sum", ints(1, 2, 3), 8},
		{"./testdata/sorting", "Quick", ints(1, 2, 3), 6},
		{"../bench/subjects/triangle", "Triangle", input.Vector{3, 4, 5}, 44},
	} {
		p := program(t, c.pattern)
		solver := embedded.New(embedded.Options{})
		e := executor(t, p, c.fn, Options{Vector: c.vector, Solver: solver})
		paths := allPaths(t, e, 2000)
		if c.paths > 0 && len(paths) != c.paths {
			t.Errorf("%s: %d paths, want %d", c.fn, len(paths), c.paths)
		}
		known := map[string]bool{}
		concrete := executor(t, p, c.fn, Options{Vector: c.vector, Concrete: true})
		for _, q := range paths {
			name := trace(q)
			if known[name] {
				t.Errorf("%s: two paths %s", c.fn, name)
			}
			known[name] = true
			concrete.SetInput(q.Input)
			run, err := concrete.Explore(t.Context(), nil, Follow{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(run.Output, q.Output) || native(run.Cost) != native(q.Cost) || run.End != q.End {
				t.Errorf("%s: %v gives %v, %v; its path says %v, %v", c.fn, q.Input, run.Output, run.Cost, q.Output, q.Cost)
			}
		}
		rng := rand.New(rand.NewPCG(7, 8))
		for range 200 {
			v := slices.Clone(c.vector)
			for i := range v {
				if e.Slot(i) != nil {
					v[i] = uint64(rng.IntN(9) - 2)
				}
			}
			q, err := e.ExploreFrom(t.Context(), v, nil, Follow{})
			if err != nil {
				t.Fatal(err)
			}
			if !known[trace(q)] {
				t.Errorf("%s: %v takes a path that was not found: %s", c.fn, v, trace(q))
			}
		}
		solver.Close()
	}
}

// TestPrecondition checks that a path under a precondition satisfies it, and that an
// unsatisfiable precondition admits no path.
func TestPrecondition(t *testing.T) {
	p := program(t, "./testdata/sorting")
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	e := executor(t, p, "Quick", Options{Vector: ints(1, 2, 3, 4), Solver: solver})
	first, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	b := e.Builder()
	pre := []*term.Term{b.Not(first.Condition[0])}
	path, err := e.Explore(t.Context(), pre, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	env := func(slot int) (term.Value, bool) { return term.Value{Bits: path.Input[slot]}, true }
	for _, c := range append(path.Condition, pre...) {
		if v, ok := term.Eval(c, env); !ok || v.Bits == 0 {
			t.Errorf("%v does not hold for %v", c, path.Input)
		}
	}
	none, err := e.Explore(t.Context(), append(pre, first.Condition[0]), Follow{})
	if err != nil {
		t.Fatal(err)
	}
	if none.End.Kind != Contradicted || len(none.Decisions) > 0 {
		t.Errorf("a contradiction ends as %v", none.End)
	}
	again, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	if trace(again) != trace(first) || !slices.Equal(again.Condition, first.Condition) {
		t.Error("the first path does not repeat itself")
	}
}

// TestEndsBefore checks that a path ends as Unbuilt if the code that makes its inputs does not
// end.
func TestEndsBefore(t *testing.T) {
	p := program(t, "./testdata/ends")
	for kind := range EndKind(len(ends)) {
		want := kind
		if kind == OutOfFuel || kind == Deadlocked {
			want = Unbuilt
		}
		m := &machine{prog: p, meter: meter{preparing: true}}
		if m.stopAt(kind, ""); m.end.Kind != want {
			t.Errorf("%v while inputs are made is %v", kind, m.end.Kind)
		}
	}
}

// TestEnds checks the EndKind of each limit.
func TestEnds(t *testing.T) {
	p := program(t, "./testdata/ends")
	for _, c := range []struct {
		fn   string
		arg  uint64
		kind EndKind
		what string
	}{
		{"Loop", 1, OutOfFuel, "statements"},
		{"Deep", 1, TooDeep, "calls within calls"},
		{"Hoard", 1, OutOfMemory, "variables"},
		{"Wait", 1, Deadlocked, "all goroutines are asleep"},
		{"Fail", 1, Panicked, "runtime error: integer divide by zero"},
		{"Wide", 1 << 48, OutOfMemory, "variables"},
		{"Wide", 1<<48 + 1, Panicked, "runtime error: makeslice: len out of range"},
		{"Wider", 1 << 45, OutOfMemory, "variables"},
		{"Wider", 1<<45 + 1, Panicked, "runtime error: makeslice: len out of range"},
		{"Fail", 0, Returned, ""},
	} {
		e := executor(t, p, c.fn, Options{
			Vector: input.Vector{c.arg}, Concrete: true,
			Limits: Limits{Statements: 20_000, Calls: 1000, Cells: 10_000},
		})
		path, err := e.Explore(t.Context(), nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		if path.End.Kind != c.kind || path.End.Detail != c.what {
			t.Errorf("%s: %v", c.fn, path.End)
		}
		if c.kind != Returned && path.End.At == "" {
			t.Errorf("%s ends nowhere", c.fn)
		}
		if path.End.Kind.String() == "" || path.End.Kind.Text() == "" {
			t.Errorf("%s: an end without a name", c.fn)
		}
	}
}

// TestPanics checks that the panicking side of an index is a branch with Options.Fork only.
func TestPanics(t *testing.T) {
	p := program(t, "./testdata/ends")
	for _, panics := range []bool{false, true} {
		solver := embedded.New(embedded.Options{})
		e := executor(t, p, "Pick", Options{Vector: input.Vector{1}, Solver: solver, Fork: panics})
		ends := map[EndKind]int{}
		for _, q := range allPaths(t, e, 100) {
			ends[q.End.Kind]++
			if panics && q.Concrete != 0 && q.End.Kind == Returned {
				t.Errorf("%d values made concrete", q.Concrete)
			}
			if len(q.Decisions) > 6 { // a panic, and a bisection among 20 elements
				t.Errorf("%d decisions: %v", len(q.Decisions), q.Condition)
			}
		}
		if panics && ends[Returned] != 20 || (ends[Panicked] > 0) != panics {
			t.Errorf("with panics %v: %v", panics, ends)
		}
		solver.Close()
	}
}

// TestTable checks that an element of a table of few runs stays symbolic.
func TestTable(t *testing.T) {
	p := program(t, "./testdata/ends")
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	e := executor(t, p, "Class", Options{Vector: input.Vector{'x'}, Solver: solver})
	outputs := map[uint64]bool{}
	paths := allPaths(t, e, 100)
	for _, q := range paths {
		outputs[q.Output[0]] = true
		if q.Concrete > 0 || len(q.Decisions) > 2 {
			t.Errorf("path %v with %d concrete values", q.Condition, q.Concrete)
		}
	}
	if len(paths) != 3 || len(outputs) != 2 { // two of the words have five bytes
		t.Errorf("%d paths, outcomes of lengths %v", len(paths), outputs)
	}
}

// TestTableUp checks the same for a table of consecutive numbers, and the value of the element.
func TestTableUp(t *testing.T) {
	p := program(t, "./testdata/ends")
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	e := executor(t, p, "Digit", Options{Vector: input.Vector{'x'}, Solver: solver})
	if paths := allPaths(t, e, 100); len(paths) != 3 {
		t.Errorf("%d paths, want 3", len(paths))
	}
	concrete := executor(t, p, "Digit", Options{Vector: input.Vector{0}, Concrete: true})
	for b := range uint64(256) {
		outputs := [2]input.Vector{}
		for i, e := range []*Executor{e, concrete} {
			e.SetInput(input.Vector{b})
			path, err := e.Explore(t.Context(), nil, Follow{})
			if err != nil || path.Concrete > 0 {
				t.Fatal(err, path.Condition)
			}
			outputs[i] = path.Output
		}
		if !slices.Equal(outputs[0], outputs[1]) {
			t.Errorf("Digit(%#x) is %v symbolically and %v concretely", b, outputs[0], outputs[1])
		}
	}
}

// TestConcretize checks that a value made concrete is counted and that the path condition fixes
// it.
func TestConcretize(t *testing.T) {
	p := program(t, "./testdata/ends")
	e := executor(t, p, "Pick", Options{Vector: input.Vector{2}})
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	if path.Concrete != 1 || !slices.Equal(path.Output, input.Vector{5}) {
		t.Errorf("%d concrete, output %v", path.Concrete, path.Output)
	}
	if n := len(path.Condition); n != 2 || path.Condition[1].String() != "$0 == 2" {
		t.Errorf("path condition %v", path.Condition)
	}
}

// TestRestored checks that a path does not see changes of package variables by earlier paths.
func TestRestored(t *testing.T) {
	p := program(t, "./testdata/ends")
	e := executor(t, p, "State", Options{Vector: input.Vector{5}, Concrete: true})
	for range 3 {
		path, err := e.Explore(t.Context(), nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		if want := (input.Vector{5, 2, 6, 1}); !slices.Equal(path.Output[:4], want) {
			t.Errorf("output %v, want %v", path.Output, want)
		}
	}
}

// TestSites checks that branches in code that is not rewritten have the same sites in all
// executors of a program, in whichever order functions are compiled.
func TestSites(t *testing.T) {
	p := program(t, "./testdata/lang")
	text := input.Vector{3, 'a', 'b', 'c'}
	sites := func(fn string, v input.Vector) (list []Site) {
		e := executor(t, p, fn, Options{Vector: v})
		path, err := e.Explore(t.Context(), nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range path.Decisions {
			list = append(list, d.Site)
		}
		return list
	}
	first := sites("RangeString", text)
	sites("Strings", slices.Concat(text, text))
	if again := sites("RangeString", text); len(first) == 0 || first[0].Cond != -1 || !slices.Equal(first, again) {
		t.Errorf("sites %v, then %v", first, again)
	}
}
