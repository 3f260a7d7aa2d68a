package symexec

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/blast"
	"nearmiss/smt/climb"
	"nearmiss/smt/embedded"
)

// TestOpenReplay: with open lengths, too, every path is the path of its input.
func TestOpenReplay(t *testing.T) {
	const trace = 10_000
	paths, branches := 0, 0
	ends := map[EndKind]int{}
	for _, pattern := range openSubjects {
		p := program(t, pattern)
		for entry, sig := range p.Entries {
			rng := rand.New(rand.NewPCG(13, uint64(entry)))
			space := input.NewSpace(sig, input.Limits{Len: 6})
			v := space.Random(nil, rng)
			solver := smt.Chain(climb.New(climb.Options{Steps: 1000}), blast.New(blast.Options{}))
			limits := Limits{Statements: 3000, Cells: 1 << 20}
			e := executor(t, p, sig.Name, Options{Vector: v, Bound: 8, Open: true, Solver: solver, Fork: entry%4 != 0, Panics: entry%3 != 0, Trace: trace, Limits: limits})
			c := executor(t, p, sig.Name, Options{Vector: v, Symbolic: concreteOnly, Trace: trace, Limits: limits})
			for i := range 6 {
				var by Chooser = Follow{}
				if i%2 == 0 {
					by = coin{rng}
				} else {
					v = space.Random(nil, rng)
					e.SetInput(v)
				}
				path, err := e.ExploreFrom(t.Context(), v, nil, by)
				if err != nil {
					t.Fatal(err)
				}
				c.SetInput(path.Input)
				run, err := c.Explore(t.Context(), nil, Follow{})
				if err != nil {
					t.Fatal(err)
				}
				if entry%3 != 0 && i%2 == 1 && !slices.Equal(path.Input, v) {
					t.Errorf("%s: the run of %v is that of %v", sig.Name, v, path.Input)
				}
				if path.End != run.End || path.Cost != run.Cost || !slices.Equal(path.Output, run.Output) || !slices.Equal(path.Trace, run.Trace) {
					t.Errorf("%s: the path of %v ends as %v, %v, %v; the run as %v, %v, %v", sig.Name, path.Input, path.End, path.Cost, path.Output, run.End, run.Cost, run.Output)
				}
				if path.End.Kind == Unsupported || path.End.Kind == Faulted {
					t.Logf("%s(%v): %v", sig.Name, path.Input, path.End)
				}
				ends[path.End.Kind]++
				paths++
				branches += len(path.Decisions)
			}
			solver.Close()
		}
	}
	t.Log(paths, branches, ends)
}

var openSubjects = []string{"./testdata/lang", "./testdata/words", "./testdata/near", "./testdata/sorting", "../subjects/ese", "../subjects/fitnex", "../internal/concolic/testdata/law"}

// TestOpenSatisfy: with open lengths, too, what satisfies a prefix and the other
// side of a clause takes the same path up to there.
func TestOpenSatisfy(t *testing.T) {
	flipped, sat := 0, 0
	for _, pattern := range openSubjects {
		p := program(t, pattern)
		for entry, sig := range p.Entries {
			rng := rand.New(rand.NewPCG(43, uint64(entry)))
			v := input.NewSpace(sig, input.Limits{Len: 6}).Random(nil, rng)
			solver := smt.Chain(climb.New(climb.Options{Steps: 500}), blast.New(blast.Options{}))
			o := Options{Vector: v, Solver: solver, Fork: entry%4 != 0, Panics: true, Bound: 6, Open: true, Limits: Limits{Statements: 1000, Cells: 1 << 18}}
			w := &walk{e: executor(t, p, sig.Name, o), rng: rng}
			for range 3 {
				next, err := w.step(v, 4)
				if err != nil {
					t.Errorf("%s: %v", sig.Name, err)
					break
				}
				v = next
			}
			flipped += w.flipped
			sat += w.sat
			solver.Close()
		}
	}
	t.Log(flipped, sat)
}

// TestOpenLoop: the conditions of a loop over a list are its branches, each once,
// and turning the one that ends it around lets the list grow by one.
func TestOpenLoop(t *testing.T) {
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	e := executor(t, program(t, "../subjects/fitnex"), "TestLoop", Options{Vector: input.Vector{0, 0}, Bound: 64, Open: true, Fork: true, Panics: true, Solver: solver})
	path, err := e.ExploreFrom(t.Context(), input.Vector{90, 3, 15, 0}, nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	var took strings.Builder
	for _, d := range path.Decisions {
		if d.Known {
			t.Errorf("%v is decided twice", d.Clause)
		}
		took.WriteByte(byte('1' + d.Site.Cond - path.Decisions[0].Site.Cond))
		took.WriteString(map[bool]string{true: "T ", false: "F "}[d.Side])
	}
	if got := took.String(); got != "1T 2T 3T 2T 3F 2F 4F " {
		t.Errorf("the path is %s", got)
	}
	end := path.Decisions[5]
	_, v, err := e.Satisfy(t.Context(), path.Input, path.Condition[:end.At], e.Builder().Not(end.Clause))
	if want := (input.Vector{90, 4, 15, 0, 0}); err != nil || !slices.Equal(v, want) {
		t.Errorf("the list has grown to %v, not %v, %v", v, want, err)
	}
}
