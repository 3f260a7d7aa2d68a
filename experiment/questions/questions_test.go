package questions

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/term"
)

var limits = Limits{Question: time.Minute, All: time.Hour}

// The order graph decides all comparisons, as often as it is asked, and is not wrong.
func TestComparisons(t *testing.T) {
	for name, want := range map[string]int{"random pairs": 496, "sort": 500, "stable sort": 307} {
		recordings, err := Comparisons(t.Context(), name, rand.New(rand.NewPCG(1, 0)))
		if err != nil || len(recordings) != 1 {
			t.Fatal(err)
		}
		for range 2 {
			r := Replay(t.Context(), order.New(), recordings[0], limits)
			if r.Asked != want || r.Decided != r.Asked || r.Wrong != 0 || r.Taken <= 0 {
				t.Errorf("%s: %+v, want %d questions", name, r, want)
			}
		}
	}
	if _, err := Comparisons(t.Context(), "bogo sort", nil); err == nil {
		t.Error("it is a program")
	}
}

// A liar changes some answers of a solver.
type liar struct {
	smt.Solver
	lie          func(*smt.Answer)
	asked, found int // questions, and those with an answer that can be changed
	verdict      smt.Verdict
}

func (l *liar) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	a := l.Solver.Check(ctx, extra, w)
	if l.asked++; l.asked > 1 && a.Verdict == l.verdict { // the first one starts the solver
		l.found++
		l.lie(&a)
	}
	return a
}

// Each wrong answer is counted, and each that is not there.
func TestLies(t *testing.T) {
	recordings, err := Comparisons(t.Context(), "random pairs", rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]*liar{
		"a model for none":     {verdict: smt.Unsat, lie: func(a *smt.Answer) { a.Verdict = smt.Sat }},
		"none for a model":     {verdict: smt.Sat, lie: func(a *smt.Answer) { a.Verdict = smt.Unsat }},
		"the witness as model": {verdict: smt.Sat, lie: func(a *smt.Answer) { a.Changes = nil }},
	} {
		l.Solver = order.New()
		if r := Replay(t.Context(), l, recordings[0], limits); r.Wrong != l.found || l.found < 10 {
			t.Errorf("%s: %d of %d are found", name, r.Wrong, l.found)
		}
	}
	shy := &liar{Solver: order.New(), verdict: smt.Sat, lie: func(a *smt.Answer) { a.Verdict = smt.Unknown }}
	r := Replay(t.Context(), shy, recordings[0], Limits{Question: time.Hour, All: time.Hour})
	if r.Wrong != 0 || r.Decided != r.Asked-shy.found || r.Taken < time.Duration(shy.found)*time.Hour {
		t.Errorf("%d unknown: %+v", shy.found, r)
	}
}

// A replay ends with its time.
func TestReplayEnds(t *testing.T) {
	recordings, err := Random(t.Context(), "bits", 8, 3, rand.New(rand.NewPCG(1, 0)))
	if err != nil || len(recordings) != 4 {
		t.Fatal(err)
	}
	for _, steps := range recordings {
		asked := 0
		for _, s := range steps {
			if s.check != nil {
				asked++
			}
		}
		if r := Replay(t.Context(), order.New(), steps, Limits{Question: time.Second}); r.Asked > 1 || asked != 3 {
			t.Errorf("%d of %d", r.Asked, asked)
		}
	}
	if _, err := Random(t.Context(), "bits", 7, 1, nil); err == nil {
		t.Error("7 bits")
	}
}

// A local search without a limit of steps ends with the time of its question, wherever a descent has come to.
func TestReplayEndsDescents(t *testing.T) {
	for seed := range uint64(2) {
		recordings, err := Random(t.Context(), "linear", 64, 1, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		for _, steps := range recordings {
			climb := smt.NewLocalSearch(smt.LocalSearchOptions{Steps: math.MaxInt})
			if r := Replay(t.Context(), climb, steps, Limits{Question: 200 * time.Millisecond, All: time.Second}); r.Asked == 0 {
				t.Errorf("seed %d: %+v", seed, r)
			}
		}
	}
}
