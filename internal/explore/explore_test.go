package explore

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"nearmiss/cfg"
	"nearmiss/internal/load"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/syntax"
)

// theLoop is the paper's example, opened once.
var theLoop = sync.OnceValues(func() (*Session, error) {
	return Open(context.Background(), Options{Common: subject.Common{Dir: "../.."}, Func: "./bench/subjects/fitnex.TestLoop"})
})

// opened is set once theLoop must be closed.
var opened *Session

func testLoop(t *testing.T) *Session {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a worker")
	}
	s, err := theLoop()
	if err != nil {
		t.Fatal(err)
	}
	opened = s
	return s
}

func TestMain(m *testing.M) {
	code := m.Run()
	if opened != nil {
		opened.Close()
	}
	if made != nil {
		made.close()
	}
	os.Exit(code)
}

// timeless is the JSON of a result without times.
func timeless(t *testing.T, r *Result) string {
	t.Helper()
	var b bytes.Buffer
	out := *r
	out.SolverMS, out.StrategyMS, out.ElapsedMS = 0, 0, 0
	if err := out.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTestLoop explores the paper's example: its target is reached, with what
// the function itself says, and the same seed gives the same again.
func TestTestLoop(t *testing.T) {
	s := testLoop(t)
	find := func(o Options) *Result {
		r, err := s.Search(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, strategy := range []string{"pex", "auto"} {
		o := Options{Strategy: strategy, Common: subject.Common{Seed: 3}, Runs: 400}
		a := find(o)
		if b := find(o); timeless(t, a) != timeless(t, b) {
			t.Errorf("%s: twice the same seed:\n%s\n%s", strategy, timeless(t, a), timeless(t, b))
		}
		if len(a.Targets) != 8 || a.Reached() != 8 || a.Status != StatusDone || a.Mismatches > 0 || len(a.Notes) > 0 {
			t.Errorf("%s: %s", strategy, timeless(t, a))
		}
		if first := a.Targets[0]; first.Branch != "loops.go:5:5/F" || first.Condition != "x == 90" || first.Runs != 1 || first.Input != "TestLoop(0, nil)" {
			t.Errorf("%s: first %+v", strategy, first)
		}
		last := a.Targets[7]
		if n := strings.Count(last.Input, "15"); last.Branch != "loops.go:11:6/T" || last.Runs != a.Runs || n != 20 || !strings.HasPrefix(last.Input, "TestLoop(90, []int{") {
			t.Errorf("%s: last %+v", strategy, last)
		}
	}
	one := find(Options{Strategy: "pex", Targets: []string{"loops.go:5:5/T", "fitnex/loops.go:5:5/T"}})
	if len(one.Targets) != 1 || one.Runs != one.Targets[0].Runs || one.Targets[0].Input != "TestLoop(90, nil)" {
		t.Errorf("one target: %s", timeless(t, one))
	}
	// "auto" covers what is on the way, and ends with what is wanted.
	wanted := find(Options{Strategy: "auto", Common: subject.Common{Seed: 3}, Targets: []string{"loops.go:11:6/T"}})
	if len(wanted.Targets) != 1 || wanted.Status != StatusDone || wanted.Runs != wanted.Targets[0].Runs || wanted.Runs > 400 {
		t.Errorf("what is wanted: %s", timeless(t, wanted))
	}
	few := find(Options{Strategy: "bfs", Runs: 4})
	if open := few.Targets[7]; few.Status != StatusBudget || open.Runs != 0 || open.Why != WhyBudget ||
		open.Distance == nil || *open.Distance != 19 || open.Nearest != "TestLoop(90, []int{15})" {
		t.Errorf("four runs: %s", timeless(t, few))
	}
}

// fates lists what became of the branches of each condition, F and T.
func fates(r *Result) map[string]string {
	m := map[string]string{}
	for _, x := range r.Targets {
		fate := x.Why
		if x.Runs > 0 {
			fate = "reached"
		}
		m[x.Condition] = strings.TrimSpace(m[x.Condition] + " " + fate)
	}
	return m
}

// TestFates: each branch that cannot be reported says why.
func TestFates(t *testing.T) {
	s := alone(t, "Fates")
	r, err := s.Search(t.Context(), Options{Strategy: "random", Common: subject.Common{Seed: 1}, Runs: 2000, Bound: 8})
	if err != nil {
		t.Fatal(err)
	}
	for cond, want := range map[string]string{
		"n == 1":         "reached crash",
		"len(text) > 70": "reached cut", // after runs that ended at os.Exit nothing is certain
		"n > 5":          "reached reached",
		"n < 4":          "reached cut",
		"n == 3":         "reached reached",
	} {
		if got := fates(r)[cond]; got != want {
			t.Errorf("%s: %s, want %s", cond, got, want)
		}
	}
	if r.Crashes == 0 || r.Mismatches > 0 || r.Status != StatusExhausted {
		t.Error(timeless(t, r))
	}
	var b bytes.Buffer
	r.WriteText(&b)
	for _, want := range []string{
		`: 7 of 10 branches reached in \d+ runs$`, `^not reached:$`, `  n == 1: crash: the input that takes it ends its process \(os.Exit\(3\)\): Fates\(1, "`,
		`^note: \d+ inputs? ended the process, as does Fates\(1, ".*"\): os\.Exit\(3\)$`, `^note: .* come to code that is not modelled, .*\(odd\.go:\d+: os\.Exit: `,
		`^search: random, seed 1, .*% in the strategy$`, `^tree: \d+ nodes; `, `^runs: \d+ returned, \d+ unsupported, natively \d ended the process$`,
	} {
		if !regexp.MustCompile("(?m)" + want).MatchString(b.String()) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}

// TestMismatch: what only the executor takes is not reported, and a branch that
// only the native run takes is.
func TestMismatch(t *testing.T) {
	s := alone(t, "Counts")
	r, err := s.Search(t.Context(), Options{Strategy: "bfs"})
	if err != nil {
		t.Fatal(err)
	}
	// In the first run the counts agree, in the second they do not.
	want := map[string]string{"calls.Add(1) == 1": "reached reached", "n == 2": "reached mismatch"}
	if got := fates(r); !maps.Equal(got, want) || r.Mismatches != 1 || r.Runs != 2 {
		t.Errorf("%v, %s", got, timeless(t, r))
	}
	if len(r.Notes) != 1 || r.Notes[0] != "1 input took other branches natively than in the executor, as does Counts(2); only what was taken natively counts" {
		t.Errorf("notes %q", r.Notes)
	}
}

// TestOnce: what happens once in a process is part of the native run that comes
// to it first and of no run of the executor. That is no contradiction.
func TestOnce(t *testing.T) {
	s := alone(t, "Lazy")
	r, err := s.Search(t.Context(), Options{Strategy: "bfs"})
	if err != nil {
		t.Fatal(err)
	}
	got := fates(r)
	for _, cond := range []string{"len(name) > 3", "n > 6", "n == 9"} {
		if got[cond] != "reached reached" {
			t.Errorf("%s: %s", cond, got[cond])
		}
	}
	if r.Mismatches != 0 || len(r.Notes) != 0 {
		t.Errorf("%d mismatches, notes %q", r.Mismatches, r.Notes)
	}
}

// TestInterrupted: what was found is kept, without an error.
func TestInterrupted(t *testing.T) {
	s := testLoop(t)
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	r, err := s.Search(ctx, Options{Strategy: "bfs", Common: subject.Common{Progress: func(x report.Snapshot) {
		if seen = x.(report.ExploreSnapshot).Runs; seen == 5 {
			cancel()
		}
	}}})
	if err != nil || r.Status != StatusStopped || !r.Interrupted || r.Runs != 5 || r.Reached() == 0 || r.Targets[7].Why != WhyStopped {
		t.Errorf("%v, %+v", err, r)
	}
	if _, err = s.Search(ctx, Options{}); err != subject.ErrTooSoon {
		t.Errorf("too soon: %v", err)
	}
}

// TestLongRun: a run that does not come to its end in the time of the search is cut off,
// and that is no interrupt.
func TestLongRun(t *testing.T) {
	s := alone(t, "Power")
	r, err := s.Search(t.Context(), Options{Strategy: "bfs", Common: subject.Common{Time: 100 * time.Millisecond}})
	if err != nil || r.Status != StatusBudget || r.Interrupted || r.Runs != 0 || len(r.Notes) != 0 || r.Targets[0].Why != WhyBudget {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestBounds: a tree that has no room drops, counts, and says so.
func TestBounds(t *testing.T) {
	s := testLoop(t)
	r, err := s.Search(t.Context(), Options{Strategy: "random", Nodes: 20, Common: subject.Common{Seed: 1}})
	if err != nil || r.Nodes != 20 || r.Dropped == 0 || !strings.Contains(strings.Join(r.Notes, "\n"), "the tree outgrew its bound of 20 nodes; ") {
		t.Errorf("%v, %s", err, timeless(t, r))
	}
	// With two elements x is at most 92, and no path is left.
	r, err = s.Search(t.Context(), Options{Strategy: "bfs", Bound: 2})
	if err != nil || r.Status != StatusExhausted || r.Targets[7].Why != WhyBound || *r.Targets[7].Distance != 18 {
		t.Errorf("%v, %s", err, timeless(t, r))
	}
}

// TestReachable: functions that are mentioned, and methods by way of an
// interface; others not.
func TestReachable(t *testing.T) {
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, "./testdata/odd")
	if err != nil {
		t.Fatal(err)
	}
	g := cfg.Build(pkgs[0].Source)
	for name, want := range map[string]string{
		"Fates": "[Fates helper]", "Counts": "[Counts]", "Calls": "[Calls feet.walk alone]", "unused": "[unused]",
	} {
		var names []string
		for _, f := range reachable(g, syntax.NewMentions(g.Info, g.Files), g.Func(name)) {
			names = append(names, f.Name)
		}
		if got := fmt.Sprint(names); got != want {
			t.Errorf("%s reaches %s, want %s", name, got, want)
		}
	}
}

// TestUsage: every fault of a call is told, with what there is instead.
func TestUsage(t *testing.T) {
	err := Options{Runs: -1, Common: subject.Common{Time: -1}, Bound: -1, Nodes: -1, Strategy: "lucky", Solver: "oracle"}.Validate()
	if err == nil || strings.Count(err.Error(), "\n") != 5 {
		t.Errorf("%v", err)
	}
	if err := (Options{}).Validate(); err != nil {
		t.Error(err)
	}
	s := testLoop(t)
	for name, want := range map[string]string{
		"loops.go:5:6/T":   `-target: no condition at loops.go:5:6; on that line there are loops.go:5:5`,
		"loops.go:8:1/T":   `-target: no condition at loops.go:8:1; near it there are loops.go:7:7, loops.go:6:15, loops.go:5:5, loops.go:11:6, each with /T and /F`,
		"nothing.go:1:1/F": `-target: no condition at nothing.go:1:1; in TestLoop there are loops.go:5:5, loops.go:6:15, loops.go:7:7, loops.go:11:6, each with /T and /F`,
		"x":                `-target: branch "x" is not of the form file.go:line:col/T or file.go:line:col/F`,
	} {
		if _, err := s.Search(t.Context(), Options{Targets: []string{name}}); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
}

// TestJSON: these names in this order; lists are never null.
func TestJSON(t *testing.T) {
	d := 1.5
	r := &Result{
		Function: "p.F", Strategy: "bfs", Seed: 1, Bound: 64, Status: StatusBudget, Runs: 2, Queries: 3, SolverMS: 4, StrategyMS: 5, ElapsedMS: 6,
		Targets: []Target{{Branch: "f.go:1:2/T", Condition: "a < b", Runs: 1, Input: "F(0)"}, {Branch: "f.go:1:2/F", Condition: "a < b", Why: WhyBudget, Reason: "used up", Distance: &d, Nearest: "F(1)"}},
		Nodes:   7, Dropped: 8, Open: 16, Infeasible: 9, Unknown: map[string]int{"steps": 1}, Diverged: 10, Ends: map[string]int{"returned": 2}, Mismatches: 11, Crashes: 12, Notes: []string{"n"},
	}
	compact := func(r *Result) string {
		var b, c bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&c, b.Bytes()); err != nil {
			t.Fatal(err)
		}
		return c.String()
	}
	const want = `{"version":1,"function":"p.F","strategy":"bfs","seed":1,"bound":64,"status":"budget","runs":2,"queries":3,"solver_ms":4,"strategy_ms":5,"elapsed_ms":6,` +
		`"targets":[{"branch":"f.go:1:2/T","condition":"a < b","runs":1,"input":"F(0)"},{"branch":"f.go:1:2/F","condition":"a < b","runs":0,"why":"budget","reason":"used up","distance":1.5,"nearest":"F(1)"}],` +
		`"nodes":7,"dropped":8,"open":16,"infeasible":9,"unknown":{"steps":1},"diverged":10,"ends":{"returned":2},"mismatches":11,"crashes":12,"notes":["n"]}`
	if got := compact(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := compact(new(Result)); strings.Contains(got, "null") {
		t.Errorf("without anything: %s", got)
	}
}
