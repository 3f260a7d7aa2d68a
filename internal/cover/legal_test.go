package cover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

const gateAndAccount = `package p

import "errors"

// Gate opens after three right digits.
type Gate struct{ step, wrong int }

func NewGate() *Gate { return &Gate{} }

func (g *Gate) Press(d int) bool {
	if g.wrong < 0 {
		panic("impossible")
	}
	switch {
	case g.step == 0 && d == 4:
		g.step = 1
	case g.step == 1 && d == 7:
		g.step = 2
	case g.step == 2 && d == 1:
		g.step = 3
	default:
		g.step = 0
		g.wrong++
	}
	return g.step == 3
}

func (g *Gate) Open() bool {
	if g.step > 3 {
		return false
	}
	return g.step == 3
}

// Account has a limit.
type Account struct {
	balance, limit int
	closed         bool
}

func NewAccount(limit int) (*Account, error) {
	if limit < 0 {
		return nil, errors.New("negative limit")
	}
	return &Account{limit: limit}, nil
}

func (a *Account) Deposit(n int) bool {
	if a.closed || n <= 0 || n > a.limit {
		return false
	}
	a.balance += n
	return true
}

func (a *Account) Close() bool {
	if a.balance != 0 {
		return false
	}
	a.closed = true
	return true
}

func (a *Account) Check() string {
	if a.closed && a.balance != 0 {
		return "lost money"
	}
	if a.limit < 0 {
		return "bad limit"
	}
	return ""
}
`

// legalTypes have states that are legal though no call makes them.
const legalTypes = `
// Counter counts. The zero value is ready to use.
type Counter struct{ n int }

func NewCounter(n int) *Counter { return &Counter{n & 7} }

func (c *Counter) Inc() bool { c.n++; return c.n == 1 }

// Options are for everybody to set.
type Options struct{ Depth int; Name string; seen bool }

func (o *Options) Deep() bool { return o.Depth > 3 && o.Name == "deep" }

type point struct{ x, y int }

var origin = point{x: 0, y: 0}

func (p point) right() bool { return p.x > 100 && p.y < 7 }

type word struct{ text string }

func newWord(s string) *word { return &word{s} }

func (w *word) long() bool { return len(w.text) > 2 }

// Handle is made by nothing.
type Handle struct{ fd int }

func (h *Handle) Valid() bool { return h.fd > 2 }
`

// coveredText covers a package of one file and returns its report, by function, and the tests.
func coveredText(t *testing.T, source string, evals int) (*report.Report, map[string]report.Function, string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds workers")
	}
	dir, out := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.test/p\n\ngo 1.26\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir, Seed: 1}, Patterns: []string{"."}, Evals: evals, Out: out, Parallel: 2, Verify: true, Boundaries: true})
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]report.Function{}
	for _, f := range r.Packages[0].Functions {
		byName[f.Name] = f
	}
	var tests strings.Builder
	files, _ := filepath.Glob(filepath.Join(out, "*_test.go"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(text)
	}
	return r, byName, tests.String()
}

// TestIllegalApart: what only a literal takes is not covered, counts apart, and no test is
// written of it; all else is taken by constructors and calls. Zero values of which the package
// makes use, exported fields, literals in place of types that no other package can name, and
// constructing functions that are not exported are legal, and so is all of a type of which it is
// not known what makes it.
func TestIllegalApart(t *testing.T) {
	legal := 0
	r, f, tests := coveredText(t, gateAndAccount+legalTypes, 4_000)
	for name, want := range map[string]report.Branches{
		"(*Gate).Press":      {Total: 16, Covered: 15, Illegal: 1},
		"(*Gate).Open":       {Total: 4, Covered: 3, Illegal: 1},
		"NewAccount":         {Total: 2, Covered: 2},
		"(*Account).Deposit": {Total: 6, Covered: 6},
		"(*Account).Close":   {Total: 2, Covered: 2},
		"(*Account).Check":   {Total: 6, Covered: 4, Illegal: 2},
	} {
		if got := f[name].Branches; got != want {
			t.Errorf("%s: %+v, want %+v; open: %+v", name, got, want, f[name].Uncovered)
		}
		for _, u := range f[name].Uncovered {
			if u.Why != report.WhyIllegal || !strings.Contains(u.Reason, "in a state that no call made") {
				t.Errorf("%s: %+v", u.Branch, u)
			}
		}
	}
	i := slices.IndexFunc(f["(*Gate).Press"].Panics, func(p report.Panic) bool { return p.Explicit })
	if i < 0 {
		t.Fatalf("the panic is not told: %+v", f["(*Gate).Press"].Panics)
	}
	if p := f["(*Gate).Press"].Panics[i]; p.Setup != input.RawLiteral.String() || p.Test != "" {
		t.Errorf("%+v", p)
	}
	if m := regexp.MustCompile(`\b[ga]:\s+&|return &|impossible`).FindString(tests); m != "" {
		t.Errorf("%s is in the tests:\n%s", m, tests)
	}
	for _, name := range []string{"(*Counter).Inc", "(*Options).Deep", "point.right", "(*word).long", "(*Handle).Valid"} {
		if b := f[name].Branches; b.Covered != b.Total || b.Total == 0 {
			t.Errorf("%s: %+v, open: %+v", name, b, f[name].Uncovered)
		}
		legal += f[name].Branches.Covered
	}
	for _, text := range []string{"point{x: 101", "&Options{Depth: 4, Name: \"deep\"}", "newWord("} {
		if !strings.Contains(tests, text) {
			t.Errorf("%s is not in the tests:\n%s", text, tests)
		}
	}
	if r.Totals.Illegal != 4 || r.Totals.Covered != 32+legal {
		t.Errorf("%+v", r.Totals)
	}
}

// TestLegalTakes: in the archive a legal input takes the place of one that is not, even if
// the function panics, and none takes the place of a better one.
func TestLegalTakes(t *testing.T) {
	n := &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	gate := &input.Type{Kind: input.Struct, Go: "Gate", Fields: []input.Field{{Name: "step", Type: n}}, PackageOnly: []bool{true}}
	sig := &input.Signature{Params: []input.Field{{Name: "g", Type: gate}, {Name: "n", Type: n}}}
	own, other := &function{domain: domain{sig: sig}, mayBeIllegal: true}, &function{domain: domain{sig: sig}, mayBeIllegal: true}
	g := &goal{fn: own, progress: progress{used: 7, stale: 3}}
	for _, x := range []struct {
		fn     *function
		v      input.Vector
		panics bool
		want   bool // it is taken
	}{
		{other, input.Vector{3, 1}, true, true}, {other, input.Vector{4, 1}, true, false}, {own, input.Vector{4, 1}, true, true},
		{other, input.Vector{5, 1}, false, true}, {other, input.Vector{0, 2}, true, true}, {own, input.Vector{5, 1}, false, false},
		{own, input.Vector{0, 3}, true, true}, {other, input.Vector{0, 4}, false, true}, {own, input.Vector{0, 5}, false, true}, {own, input.Vector{0, 6}, false, false},
	} {
		g.take(x.fn, x.v, x.panics)
		if got := slices.Equal(g.found.vector, x.v); got != x.want {
			t.Errorf("%v, which panics %v: taken %v", x.v, x.panics, got)
		}
		if g.open() == g.found.legal {
			t.Errorf("%v: open %v", g.found.vector, g.open())
		}
		if g.used++; g.waived != 7 || g.stale != 0 { // the budget is new from the first input on, which is illegal
			t.Errorf("%v: %d evaluations waived, %d slices in vain", x.v, g.waived, g.stale)
		}
	}
}

// A tempted runner takes the target of a job with one input if that may be illegal. Each other job
// is in vain.
type tempted struct {
	runner
	illegal input.Vector
	jobs    []string // for each branch: number of evaluations, and legal if no other input is allowed
}

func (r *tempted) HasSearch(string) bool     { return true }
func (r *tempted) Progress() native.Progress { return native.Progress{} }

func (r *tempted) Search(_ context.Context, jobs []*worker.SearchJob, _ func(int, *worker.Found)) ([]*native.SearchResult, error) {
	j := jobs[0]
	if j.Target.Branch == worker.NoBranch {
		return []*native.SearchResult{{Result: &worker.SearchResult{Status: search.Exhausted}}}, nil
	}
	said := fmt.Sprintf("%d: %d", j.Target.Branch, j.Evaluations)
	if j.Limits.Legal {
		r.jobs = append(r.jobs, said+" legal")
		return []*native.SearchResult{{Result: &worker.SearchResult{Evaluations: j.Evaluations, Status: search.Budget}}}, nil
	}
	r.jobs = append(r.jobs, said)
	found := &worker.Found{Vector: r.illegal, Branches: []uint32{j.Target.Branch}}
	return []*native.SearchResult{{Found: []*worker.Found{found}, Result: &worker.SearchResult{Evaluations: 1, Status: search.Found}}}, nil
}

// TestLegalAgain: a goal whose branch an illegal input takes in its slice gets another slice in the
// same round, and its whole budget once more, with a clock and without one.
func TestLegalAgain(t *testing.T) {
	alone(t)
	want := []string{"0: 1000 legal", "1: 1000 legal", "0: 500", "1: 500", "0: 1500 legal", "1: 1500 legal"}
	for _, d := range []deadlines{{}, {look: time.Hour, sample: time.Hour, round: time.Hour}} {
		s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Algo: "search", Evals: 1_500}, `package closed

type Gate struct{ step int }

func NewGate() *Gate { return &Gate{} }

func (g *Gate) Press() { g.step++ }

func (g *Gate) Open() bool { return g.step > 3 }
`)
		f := u.byName("(*Gate).Open")
		r, rng := &tempted{}, rand.New(rand.NewPCG(1, 1))
		for space := input.NewSpace(f.sig, f.limits); r.illegal == nil || f.legal(r.illegal); {
			r.illegal = space.Random(nil, rng)
		}
		u.pool.Close()
		u.pool = r
		for _, g := range u.goals { // all are within reach
			g.bests = []worker.Best{{Vector: []uint64{0}, Fitness: search.Fitness{Value: 2}}}
		}
		s.searchUnit(t.Context(), u, d)
		if !slices.Equal(r.jobs, want) {
			t.Errorf("jobs %q, want %q", r.jobs, want)
		}
		for _, g := range u.goals {
			if g.used != 2_501 || g.left(1_500) != 0 || !g.onlyIllegal() {
				t.Errorf("%d evaluations used, %d left, taken by an illegal input: %v", g.used, g.left(1_500), g.onlyIllegal())
			}
		}
		u.pool = nil
	}
}
