package ese

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/symexec"
	"nearmiss/term"
)

var noContext = context.Background()

// unknown is a solver whose Check decides nothing; Solve still works.
type unknown struct{ smt.Solver }

func (unknown) Check(context.Context, *term.Term, term.Env) smt.Answer { return smt.Answer{} }

// TestConditionless asserts that every strategy takes the single path of a function without
// conditions and is then complete.
func TestConditionless(t *testing.T) {
	for _, s := range overPaths() {
		r := find(t, target(ToyMemoryFill, 3), s.Strategy, 1, budget(100))
		if !r.Complete || r.Status != search.Exhausted || r.Best == nil || r.Cost != 10 {
			t.Errorf("%s: %+v", s.Name, r)
		}
	}
}

// TestStrategiesByName asserts that ByName finds exactly the names in the table.
func TestStrategiesByName(t *testing.T) {
	for _, s := range Strategies() {
		if got, err := ByName(s.Name); err != nil || !reflect.DeepEqual(got, s) || s.Doc == "" {
			t.Errorf("%s: %v", s.Name, got)
		}
	}
	if _, err := ByName(""); err == nil {
		t.Error("there is a strategy without a name")
	}
}

// TestMetric asserts that the metric determines the cost.
func TestMetric(t *testing.T) {
	for i, m := range Metrics() {
		r := find(t, target(ToyAlternate, 4), DFS{}, 1, Options{Metric: m.Metric})
		if want := []uint64{4*4 + 4, 4, 4}[i]; r.Cost != want || r.Cost != m.Metric(r.Best.Cost) {
			t.Errorf("%s: %d, want %d", m.Name, r.Cost, want)
		}
	}
}

// TestEveryStrategy asserts that each strategy keeps to the budget, repeats itself, and finds the
// longest of a few paths.
func TestEveryStrategy(t *testing.T) {
	for _, s := range overPaths() {
		t.Run(s.Name, func(t *testing.T) {
			make := func() Target { return target(ToyPalindrome, 5) }
			again(t, make, s.Strategy, budget(150))
			for _, b := range []uint64{1, 2, 149} {
				find(t, make(), s.Strategy, 3, budget(b))
			}
			if r := find(t, make(), s.Strategy, 3, budget(150)); r.Cost != 11 {
				t.Errorf("cost %d", r.Cost)
			}
		})
	}
}

// TestStopped asserts that a search with an ended context returns its results and the reason.
func TestStopped(t *testing.T) {
	for _, s := range lasting() {
		ctx, cancel := context.WithCancel(t.Context())
		o := Options{Progress: func(a *Archive) {
			if a.Explorations-a.Training == 5 {
				cancel()
			}
		}}
		r, err := Search(ctx, target(ToyMemoryFill, 17), s.Strategy, generator(1), o)
		if !errors.Is(err, context.Canceled) || r.Status != search.Stopped || r.Best == nil || r.Explorations-r.Training != 5 {
			t.Errorf("%s: %+v, %v", s.Name, r, err)
		}
		cancel()
	}
}

// TestStoppedInPath asserts that a path that was cut short becomes the best only if there is no
// whole path.
func TestStoppedInPath(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stop := 1
	p := func(m *ToyMachine) {
		m.Branch(0, m.Eq(m.Slot(0), m.Int(0)))
		if stop--; stop == 0 {
			cancel()
		}
		m.Cost(10)
		m.Branch(1, m.Eq(m.Slot(1), m.Int(0)))
	}
	r, _ := Search(ctx, target(p, 2), Rand{}, generator(1), Options{})
	if r.Cost != 12 || r.Best.End.Kind != symexec.Stopped || r.Paths != 1 {
		t.Errorf("%+v", r)
	}
}

// TestKeep asserts that the best path is the first of the costliest paths, and a path that was cut
// short only if there is no other.
func TestKeep(t *testing.T) {
	a := Archive{}
	for i, test := range []struct {
		end        symexec.EndKind
		cost, want uint64
		kept       bool
	}{
		{symexec.Contradicted, 10, 0, false},
		{symexec.Stopped, 9, 9, true},
		{symexec.OutOfFuel, 5, 5, true},
		{symexec.Stopped, 50, 5, false},
		{symexec.Unsupported, 6, 6, true},
		{symexec.Returned, 3, 3, true},
		{symexec.Panicked, 4, 4, true},
		{symexec.Returned, 4, 4, false},
		{symexec.OutOfFuel, 60, 4, false},
		{symexec.Undetermined, 60, 4, false},
		{symexec.Unbuilt, 60, 4, false},
	} {
		p := &symexec.Path{End: symexec.End{Kind: test.end}}
		history := len(a.History)
		a.updateBest(p, test.cost, 0)
		if kept := a.Best == p; kept != test.kept || a.Cost != test.want || len(a.History) > history != kept {
			t.Errorf("%d: best %v of cost %d", i, a.Best, a.Cost)
		}
	}
}

// open is a solver whose Check and Solve decide nothing.
type open struct{ smt.Solver }

func (open) Check(context.Context, *term.Term, term.Env) smt.Answer { return smt.Answer{} }
func (open) Solve(context.Context, term.Env) smt.Answer             { return smt.Answer{} }

// TestNoAnswers asserts that without answers of the solver, the path of the first witness is
// found, and the lost explorations are counted.
func TestNoAnswers(t *testing.T) {
	for _, s := range overPaths() {
		tg := Target{Explorer: NewToy(ToyAlternate, 6, open{order.New()}), Size: 6, Sizes: toySizes{ToyAlternate}}
		r := find(t, tg, s.Strategy, 1, budget(300))
		if sidesOf(r.Best) != "TTTTTT" || r.End(symexec.Contradicted) > 0 || r.Complete {
			t.Errorf("%s: %+v", s.Name, r)
		}
	}
}

// checking is a solver whose Solve decides nothing; Check still works.
type checking struct{ smt.Solver }

func (checking) Solve(context.Context, term.Env) smt.Answer { return smt.Answer{} }

// TestHalfAnswers asserts that paths that no solver can decide are left out, and that such a
// walk is not complete.
func TestHalfAnswers(t *testing.T) {
	for _, s := range []Strategy{DFS{}, Auto{}} {
		r := find(t, Target{Explorer: NewToy(ToyAlternate, 6, checking{order.New()}), Size: 6}, s, 1, budget(300))
		if r.End(symexec.Undetermined) == 0 || r.Complete {
			t.Errorf("%T: %+v", s, r)
		}
	}
}

// TestQueries asserts that a search ends after the exploration that used up the budget of queries.
func TestQueries(t *testing.T) {
	const b = 40
	for _, s := range lasting() {
		var before, last uint64
		o := Options{Budget: Budget{Queries: b}, Progress: func(a *Archive) { before, last = last, a.Queries }}
		r := find(t, target(ToyMemoryFill, 18), s.Strategy, 1, o)
		if before >= b || last < b || r.Queries != last || r.Status != search.Budget {
			t.Errorf("%s: %d queries, then %d, %v", s.Name, before, last, r.Status)
		}
	}
	o := Options{Budget: Budget{Queries: 18}} // each path after the first asks once
	if r := find(t, target(ToyMemoryFill, 18), DFS{First: FalseFirst}, 1, o); r.Queries != 18 || r.Explorations != 19 {
		t.Errorf("%d queries, %d explorations", r.Queries, r.Explorations)
	}
}

// TestTime asserts that the clock ends a search, and also a part of a search.
func TestTime(t *testing.T) {
	now := time.Duration(0)
	o := Options{Budget: Budget{Time: 100 * time.Second}, Clock: func() time.Duration { return now },
		Progress: func(*Archive) { now += 20 * time.Second }}
	r, err := Search(t.Context(), target(ToyAlternate, 8), Rand{}, generator(1), o)
	if err != nil || r.Status != search.Budget || r.Paths != 5 {
		t.Errorf("%+v, %v", r, err)
	}
	for _, p := range r.History {
		if p.Elapsed != time.Duration(p.Explorations-1)*20*time.Second {
			t.Errorf("%+v", p)
		}
	}
	now = 30 * time.Second
	g := newGate(noContext, target(ToyAlternate, 8), generator(1), o)
	part := g.Within(Budget{Time: 60 * time.Second})
	n := 1
	for _, more := part.Explore(nil, coin{g.Rand()}); more; n++ {
		_, more = part.Explore(nil, coin{g.Rand()})
	}
	if over := now >= 100*time.Second; n != 3 || part.Status() != search.Budget || g.Over() || over {
		t.Errorf("%d paths, %v", n, part.Status())
	}
	if _, err := Search(t.Context(), Target{}, Rand{}, nil, Options{Budget: Budget{Time: 1}}); err == nil {
		t.Error("a budget of time without a clock")
	}
}

// slow is an explorer whose last path takes longer than the remaining time.
type slow struct {
	Explorer
	quick *int
}

func (s slow) Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	if *s.quick--; *s.quick >= 0 {
		return s.Explorer.Explore(ctx, pre, c)
	}
	<-ctx.Done()
	return &symexec.Path{End: symexec.End{Kind: symexec.Stopped}}, ctx.Err()
}

// TestTimeInPath asserts that the end of the time also ends a path, without an error.
func TestTimeInPath(t *testing.T) {
	quick := 3
	tg := target(ToyAlternate, 8)
	tg.Explorer = slow{tg.Explorer, &quick}
	var looks atomic.Int64 // a clock that advances with each reading
	o := Options{Budget: Budget{Time: 20 * time.Second}, Clock: func() time.Duration { return time.Duration(looks.Add(1)) * time.Second }}
	r, err := Search(t.Context(), tg, Rand{}, generator(1), o)
	if err != nil || r.Status != search.Budget || r.Explorations > 4 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestLeft asserts the remaining budget of a gate.
func TestLeft(t *testing.T) {
	now := 7 * time.Second
	o := Options{Budget: Budget{Explorations: 10, Queries: 100, Time: time.Minute}, Clock: func() time.Duration { return now }}
	g := newGate(noContext, target(ToyMemoryFill, 17), generator(1), o)
	part := g.Within(Budget{Queries: 40, Time: time.Minute})
	part.Explore(nil, sequence("TTTT"))
	now += 3 * time.Second
	if got, want := g.remaining(), (Budget{Explorations: 9, Queries: 96, Time: 50 * time.Second}); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	if got, want := part.remaining(), (Budget{Explorations: 0, Queries: 36, Time: 57 * time.Second}); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// TestEndless asserts that a function without conditions that runs out of fuel has one path and no
// proven cost.
func TestEndless(t *testing.T) {
	tg := target(ToyMemoryFill, 3)
	tg.Explorer.(*ToyExplorer).Fuel = 5
	if r := find(t, tg, Rand{}, 1, Options{}); r.Complete || r.Status != search.Exhausted || r.Best.End.Kind != symexec.OutOfFuel {
		t.Errorf("%+v", r)
	}
}

// TestOnePathNotAll asserts that a single path does not make the search complete if it depends on
// more than the input, since another input may have another cost.
func TestOnePathNotAll(t *testing.T) {
	p := func(m *ToyMachine) { m.Outside("the order of a map") }
	for _, s := range overPaths() {
		if r := find(t, target(p, 1), s.Strategy, 1, budget(100)); r.Complete || r.Status != search.Exhausted {
			t.Errorf("%s: %+v", s.Name, r)
		}
	}
}

// broken is an explorer that fails after a while.
type broken struct {
	Explorer
	after *int
}

var errBroken = errors.New("broken")

func (b broken) Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	if *b.after--; *b.after < 0 {
		return nil, errBroken
	}
	return b.Explorer.Explore(ctx, pre, c)
}

// TestFails asserts that an error of the explorer ends any search, and that the best path is kept.
func TestFails(t *testing.T) {
	for _, s := range lasting() {
		after := 4
		tg := target(ToyMemoryFill, 17)
		tg.Explorer = broken{tg.Explorer, &after}
		r, err := Search(t.Context(), tg, s.Strategy, generator(1), Options{})
		if !errors.Is(err, errBroken) || r.Explorations-r.Training != 4 || r.Best == nil || r.Status != search.Stopped {
			t.Errorf("%s: %+v, %v", s.Name, r, err)
		}
	}
}

// TestPart asserts that the work of a part counts for the whole search, and that the end of the
// whole search ends the part.
func TestPart(t *testing.T) {
	g := newGate(noContext, target(ToyAlternate, 8), generator(1), budget(10))
	a, b := g.Within(Budget{Explorations: 4}), g.Within(Budget{Explorations: 100})
	run := func(g *Gate) (n int) {
		for more := true; more; n++ {
			_, more = g.Explore(nil, coin{g.Rand()})
		}
		return n
	}
	if n := run(a); n != 4 || g.Over() || a.Status() != search.Budget {
		t.Errorf("%d of 4", n)
	}
	small, _ := toySizes{ToyAlternate}.At(3)
	if p, more := g.AtSize(small, 3).Explore(nil, coin{g.Rand()}); len(p.Decisions) != 3 || !more || g.Archive().Training != 1 {
		t.Error("no path at another size")
	}
	if n := run(b); n != 5 || b.Status() != search.Budget {
		t.Errorf("%d of 5", n)
	}
	if p, more := g.Explore(nil, coin{g.Rand()}); p != nil || more || g.Archive().Explorations != 10 {
		t.Error("a path after the end")
	}
}
