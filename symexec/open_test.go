package symexec

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// TestOpenReplay checks that with symbolic lengths, too, every path is the path of its input.
func TestOpenReplay(t *testing.T) {
	paths, branches := 0, 0
	for _, pattern := range openSubjects {
		p := program(t, pattern)
		for entry, sig := range p.Entries {
			rng := rand.New(rand.NewPCG(13, uint64(entry)))
			if pattern == "./testdata/lang" && entry%2 > 0 {
				continue
			}
			space := input.NewSpace(sig, input.Limits{Len: 6})
			v := space.Random(nil, rng)
			solver := smt.Chain(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 300}), bitvec.New(bitvec.Options{}))
			limits := Limits{Statements: 3000, Cells: 1 << 20}
			var a, b taken
			e := executor(t, p, sig.Name, Options{Vector: v, Bound: 8, Solver: solver, Fork: entry%4 != 0, OnBranch: a.took, Limits: limits})
			c := executor(t, p, sig.Name, Options{Vector: v, Concrete: true, OnBranch: b.took, Limits: limits})
			for i := range 4 {
				var by Chooser = Follow{}
				if i%2 == 0 {
					by = coin{rng}
				} else {
					v = space.Random(nil, rng)
					e.SetInput(v)
				}
				a, b = nil, nil
				path, err := e.ExploreFrom(t.Context(), v, nil, by)
				if err != nil {
					t.Fatal(err)
				}
				c.SetInput(path.Input)
				run, err := c.Explore(t.Context(), nil, Follow{})
				if err != nil {
					t.Fatal(err)
				}
				if entry%4 != 0 && i%2 == 1 && !slices.Equal(path.Input, v) {
					t.Errorf("%s: the run of %v is that of %v", sig.Name, v, path.Input)
				}
				if path.End != run.End || native(path.Cost) != native(run.Cost) || !slices.Equal(path.Output, run.Output) || !slices.Equal(a, b) {
					t.Errorf("%s: the path of %v ends as %v, %v, %v; the run as %v, %v, %v", sig.Name, path.Input, path.End, path.Cost, path.Output, run.End, run.Cost, run.Output)
				}
				if path.End.Kind == Unsupported || path.End.Kind == Faulted {
					t.Errorf("%s(%v): %v", sig.Name, path.Input, path.End)
				}
				paths++
				branches += len(path.Decisions)
			}
			solver.Close()
		}
	}
	if paths < 500 || branches < 1000 {
		t.Errorf("only %d paths with %d branches", paths, branches)
	}
}

var openSubjects = []string{"./testdata/open", "./testdata/lang", "./testdata/words", "./testdata/near", "./testdata/choices", "./testdata/sorting", "../bench/subjects/ese", "../bench/subjects/fitnex"}

// TestOpenSatisfy checks that with symbolic lengths, too, an input that satisfies a prefix and
// the other side of a clause takes the same path up to the clause.
func TestOpenSatisfy(t *testing.T) {
	flipped, sat := 0, 0
	for _, pattern := range openSubjects {
		p := program(t, pattern)
		for entry, sig := range p.Entries {
			if pattern == "./testdata/lang" && entry%2 == 0 {
				continue
			}
			rng := rand.New(rand.NewPCG(43, uint64(entry)))
			v := input.NewSpace(sig, input.Limits{Len: 6}).Random(nil, rng)
			solver := smt.Chain(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 500}), bitvec.New(bitvec.Options{}))
			o := Options{Vector: v, Solver: solver, Fork: true, Bound: 6, Limits: Limits{Statements: 1000, Cells: 1 << 18}}
			w := &walk{e: executor(t, p, sig.Name, o), rng: rng}
			w.steps(t, sig.Name, v, 2)
			flipped += w.flipped
			sat += w.sat
			solver.Close()
		}
	}
	if flipped < 900 || sat < 800 {
		t.Errorf("only %d clauses turned around, %d with an answer", flipped, sat)
	}
}

// TestOpenLoop checks that a loop over a list has one branch for each evaluation of its
// condition, and that the other side of the last one lets the list grow by one.
func TestOpenLoop(t *testing.T) {
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	e := executor(t, program(t, "../bench/subjects/fitnex"), "TestLoop", Options{Vector: input.Vector{0, 0}, Bound: 64, Fork: true, Solver: solver})
	path, err := e.ExploreFrom(t.Context(), input.Vector{90, 3, 15, 0}, nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	var took strings.Builder
	for _, d := range path.Decisions {
		if d.Known {
			t.Errorf("%v is decided twice", d.Clause)
		}
		cond := d.Site.Cond - path.Decisions[0].Site.Cond
		took.WriteByte("1235"[cond]) // numbered as in the paper
		took.WriteString(map[bool]string{true: "T ", false: "F "}[d.Side])
	}
	if got := took.String(); got != "1T 2T 3T 2T 3F 2F 5F " {
		t.Errorf("the path is %s", got)
	}
	end := path.Decisions[5]
	_, v, err := e.Satisfy(t.Context(), path.Input, path.Condition[:end.At], e.Builder().Not(end.Clause))
	if want := (input.Vector{90, 4, 15, 0, 0}); err != nil || !slices.Equal(v, want) {
		t.Errorf("the list has grown to %v, not %v, %v", v, want, err)
	}
}

// TestOpenDecisions checks that a path branches on a length once for each question of the
// program, and once per element where the length must be settled.
func TestOpenDecisions(t *testing.T) {
	p := program(t, "./testdata/open")
	for _, c := range []struct {
		fn     string
		vector input.Vector
		want   string
	}{
		{"Range", input.Vector{3, 5, 6}, "$0 > 1, $0 > 2, $0 <= 3"},
		{"Until", input.Vector{3, 5, 6}, "$0 > 1, $0 != 2, $0 == 3"},
		{"Back", input.Vector{3, 5, 6}, "$0 > 1, $0 > 2, $0 <= 3, known $0 > 2, known $0 <= 3"},
		{"Third", input.Vector{4, 5, 6, 7}, "$0 > 3"},
		{"Third", input.Vector{2, 5}, "$0 <= 3"},
		{"Last", input.Vector{3, 5, 6}, "$0 > 1, $0 > 2, $0 <= 3"},
		{"Last", input.Vector{1}, "$0 <= 1"},
		{"Nil", input.Vector{0}, "$0 == 0"},
		{"Nil", input.Vector{1}, "$0 != 0"},
		{"Pair", input.Vector{3, 5, 6}, "$0 == 3"},
		{"Pair", input.Vector{2, 5}, "$0 != 3"},
		{"Rest", input.Vector{4, 5, 6, 7}, "$0 > 3"},
		{"Pop", input.Vector{3, 5, 6}, "$0 > 1, $0 > 2, $0 <= 3"},
		{"Head", input.Vector{3, 5, 6, 1}, "!($4 < 0 || $4 > if($0 > 1, int64($0) - 1, 0))"},
		{"Head", input.Vector{3, 5, 6, 3}, "$4 < 0 || $4 > if($0 > 1, int64($0) - 1, 0)"},
		{"Push", input.Vector{2, 5}, "$0 > 1, $0 <= 2"},
		{"Rows", input.Vector{3, 2, 9, 1}, "$0 > 1, $1 > 1, $1 <= 2, $0 > 2, $5 <= 1, $0 <= 3"},
		{"Names", input.Vector{3, 1, 1, 97, 0, 0}, "$0 > 1, $1 > 0, $6 <= 0, $2 == 1 && $3 == 97, $0 > 2, $9 <= 0"},
		{"Runes", input.Vector{2, 120, 121}, "$0 > 0, $1 < 128, $0 > 1, $2 < 128, $0 <= 2"},
		{"Is", input.Vector{2, 97, 98}, "$0 == 2 && $1 == 97 && $2 == 98"},
		{"Is", input.Vector{0}, "!($0 == 2 && $1 == 97 && $2 == 98)"},
		{"Same", input.Vector{1, 97, 1, 97}, "$0 == $4 && ($0 <= 0 || $1 == $5) && ($0 <= 1 || $2 == $6) && ($0 <= 2 || $3 == $7)"},
		{"Prefix", input.Vector{3, 97, 98, 99}, "$0 > 1"},
		{"Prefix", input.Vector{1, 97}, "$0 <= 1"},
		{"Colon", input.Vector{2, 120, 58}, "$0 > 0, $1 != 58, $0 > 1, $2 == 58"},
		{"Bytes", input.Vector{2, 97, 98}, "$0 > 0, $0 == 2 && $2 == 98"},
		{"Less", input.Vector{1, 97}, "$0 > 0, $0 <= 1, $1 < 98"},
		{"Concat", input.Vector{1, 97}, "$0 > 0, $0 <= 1"},
		{"Count", input.Vector{3, 1, 97, 1, 97}, "$0 > 1, $0 > 2, $5 == $1 && ($5 <= 0 || $6 == $2) && ($5 <= 1 || $7 == $3) && ($5 <= 2 || $8 == $4), $0 <= 3"},
		{"Double", input.Vector{2, 5}, "$0 > 1, $0 <= 2"},
		{"Caught", input.Vector{2, 5}, "$0 <= 3, $0 > 1, $0 <= 2"},
		{"Caught", input.Vector{4, 5, 6, 7}, "$0 > 3"},
		{"Half", input.Vector{4, 5, 6, 7}, "$0 > 1, $0 > 2, $0 > 3"},
		{"Clear", input.Vector{4, 5, 6, 7}, "$0 > 1, $0 > 2, $0 > 3"},
		{"Clear", input.Vector{1}, "$0 <= 1"},
	} {
		e := executor(t, p, c.fn, Options{Vector: c.vector, Bound: 3, Fork: true})
		path, err := e.Explore(t.Context(), nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range path.Decisions {
			text := d.Clause.String()
			if d.Known {
				text = "known " + text
			}
			got = append(got, text)
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s(%v): %s, not %s", c.fn, c.vector, got, c.want)
		}
		if n := len(path.Condition) - path.Assumed; path.Concrete > 0 || n > len(path.Decisions) {
			t.Errorf("%s(%v): %d clauses, %d values were made concrete", c.fn, c.vector, n, path.Concrete)
		}
	}
}

// TestOpenMisread checks that code that reads a symbolic length as a number panics.
func TestOpenMisread(t *testing.T) {
	b := term.NewBuilder()
	n := b.Slot(0, term.Signed(64), false)
	s := openText(makeStr("ab"), n)
	for name, read := range map[string]func(){
		"strLen": func() { strLen(s) }, "substr": func() { substr(s, 0, 1) }, "byteAt": func() { byteAt(s, 0) },
		"appendCells": func() { appendCells(nil, s) },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "symexec: BUG: ") {
					t.Errorf("%s: %q", name, text)
				}
			}()
			read()
		}()
	}
	if _, ok := concreteStr(s); ok {
		t.Error("an open string is concrete")
	}
}
