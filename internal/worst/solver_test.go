package worst

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/subject"
	"nearmiss/smt/smtlib"
	"nearmiss/symexec"
	"nearmiss/term"
)

// TestFollowUpTime: the time limit after a search is a share of that of the search, within bounds.
// Without a limit for the search there is none after it.
func TestFollowUpTime(t *testing.T) {
	for search, want := range map[time.Duration]time.Duration{
		0: 0, time.Second: minFollowUp, 12 * time.Second: 3 * time.Second, time.Hour: maxFollowUp,
	} {
		if got := followUpTime(search); got != want {
			t.Errorf("after %v: %v, want %v", search, got, want)
		}
	}
	if maxClauses(0) != maxClauses(time.Hour) || maxClauses(time.Second) >= maxClauses(time.Minute) {
		t.Errorf("clauses: %d, %d, %d", maxClauses(0), maxClauses(time.Second), maxClauses(time.Minute))
	}
}

// TestLimits: without a clock a program counts its steps.
func TestLimits(t *testing.T) {
	e := &engine{}
	if o := e.limits(t.Context()); o.Steps == 0 || o.Time < time.Hour {
		t.Errorf("no clock: %+v", o)
	}
	e.deadline = time.Now().Add(time.Minute)
	ctx, cancel := e.withShare(t.Context(), 2)
	defer cancel()
	if o := e.limits(ctx); o.Steps != 0 || o.Time > time.Minute/2 {
		t.Errorf("half a minute: %+v", o)
	}
}

// TestSolveLate: after the deadline no solver reads the path condition, and each attempt says so.
func TestSolveLate(t *testing.T) {
	b, sort := term.NewBuilder(), term.Signed(64)
	p := &symexec.Path{}
	for i := range 5 {
		p.Condition = append(p.Condition, b.Compare(term.LT, b.Slot(i, sort, false), b.Slot(i+1, sort, false)))
	}
	e := &engine{deadline: time.Now().Add(-time.Second)}
	plain := make([]uint64, 6)
	v, tried := e.solve(t.Context(), autoSolver, p, plain)
	want := 1
	if _, ok := smtlib.Look(smtlib.Z3); ok {
		want = 2
	}
	if v != nil || len(tried) != want || slices.ContainsFunc(tried, func(a attempt) bool { return !strings.Contains(a.reason, "the time was up") }) {
		t.Errorf("%v, %+v", v, tried)
	}
	e.deadline = time.Time{}
	if v, tried = e.solve(t.Context(), embeddedSolver, p, plain); v == nil || !satisfies(v, p) {
		t.Errorf("without a clock: %v, %+v", v, tried)
	}
}

// TestTooManyClauses: a path condition with too many clauses for the time limit goes to no
// solver; the executor's witness is the result.
func TestTooManyClauses(t *testing.T) {
	opt := Options{Algo: "dfs", Paths: 100}.withDefaults()
	s := open(t, "IsPalindrome")
	opt.Time = time.Second
	e := s.newEngine(t.Context(), time.Now())
	defer e.close()
	sh, err := subject.ShapeOf(s.subject.Fn.Sig, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := e.newExecutor(sh)
	if err != nil {
		t.Fatal(err)
	}
	p, err := x.ExploreFrom(t.Context(), sh.Vector, nil, symexec.Follow{})
	if err != nil || len(p.Condition) == 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	for n := maxClauses(opt.Time); len(p.Condition) <= n; {
		p.Condition = append(p.Condition, p.Condition[0])
	}
	r := &Result{}
	c, err := s.newCounter(t.Context(), opt.Cost, sh.Vector)
	if err != nil {
		t.Fatal(err)
	}
	err = s.confirm(t.Context(), opt, c, e, r, &finding{vector: p.Input, shape: sh, path: p})
	if err != nil || r.Cost.Worst == 0 || r.Solver != "" || !slices.Equal(r.vector, p.Input) {
		t.Fatalf("%+v, %v", r, err)
	}
	if count := fmt.Sprint(len(p.Condition)); len(r.Notes) != 1 || !strings.Contains(r.Notes[0], count) {
		t.Errorf("notes %q", r.Notes)
	}
}
