package dse_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/term"
)

// A spy watches what a strategy is told, and what it provides.
type spy struct {
	dse.Strategy
	t        *rapid.T
	announce map[*dse.Node]bool // whether it was closed since
	part     bool               // of the nodes; all of one code location
}

func (s *spy) ObserveRun(r *dse.Run, fresh []*dse.Node) {
	for _, n := range fresh {
		if _, ok := s.announce[n]; ok || n.State() != dse.Open {
			s.t.Fatalf("announced twice, or not open: %v", n.State())
		}
		s.announce[n] = false
		for m := range s.announce {
			if s.part && m.Branch() != n.Branch() {
				s.t.Fatal("a node of another class")
			}
		}
	}
	if n := r.Flipped; n != nil && n.State() == dse.Open {
		s.t.Fatal("a run was made for a node that is open still")
	}
	s.Strategy.ObserveRun(r, fresh)
}

func (s *spy) ObserveClosed(n *dse.Node) {
	if done, ok := s.announce[n]; done || !ok || n.State() == dse.Open {
		s.t.Fatalf("closed twice, or not known, or open: %v", n.State())
	}
	s.announce[n] = true
	s.Strategy.ObserveClosed(n)
}

// spies makes strategies with spies at all joints.
type spies struct {
	t   *rapid.T
	all []*spy
}

func (s *spies) on(strategy dse.Factory, part bool) dse.Factory {
	return func(w *dse.World) dse.Strategy {
		f := &spy{strategy(w), s.t, map[*dse.Node]bool{}, part}
		s.all = append(s.all, f)
		return f
	}
}

// parts are strategies that others are made of.
var parts = map[string]dse.Factory{
	"shortest": dse.Shortest, "graded": dse.Graded(dse.GradedOptions{}),
	"count": dse.CountFrontier, "context": dse.ContextFrontier, "discovery": dse.DiscoveryFrontier,
}

// compose draws a strategy of strategies, and whether it is complete: whether it
// declines only when no node of its share is open. What it is made of is what on makes
// of it, which is told whether that sees a part of the nodes alone.
func compose(t *rapid.T, depth int, part bool, on func(s dse.Factory, part bool) dse.Factory) (strategy dse.Factory, complete bool) {
	kind := 0
	if depth > 0 {
		kind = rapid.IntRange(0, 4).Draw(t, "kind")
	}
	switch kind {
	case 0:
		name := rapid.SampledFrom(append(dse.Names(), slices.Sorted(maps.Keys(parts))...)).Draw(t, "name")
		if strategy = parts[name]; strategy == nil {
			strategy = dse.ByName(name)
		}
		complete = name != "shortest" && name != "fitnex" && name != "graded"
	case 1:
		strategy, complete = compose(t, depth-1, true, on)
		strategy = dse.CodeLocationPrioritized(strategy)
	default:
		var list []dse.Factory
		for range rapid.IntRange(1, 3).Draw(t, "strategies") {
			one, c := compose(t, depth-1, part, on)
			list, complete = append(list, one), complete || c
		}
		if strategy = dse.ShortCircuit(list...); kind == 3 {
			strategy = dse.RoundRobin(list...)
		}
		if kind == 4 {
			strategy = dse.ProgressBoost(list[0], list[1:]...)
		}
	}
	return on(strategy, part), complete
}

// calls is a loop with calls from two places, and a condition that it comes
// nearer to and never reaches.
func calls(m *toyMachine) {
	callee := func() { m.Branch(1, term.GT, m.Slot(1), m.Int(3)) }
	i := 0
	for ; i < 3 && m.Branch(0, term.LT, m.Int(int64(i)), m.Slot(0)); i++ {
		m.Call(0, callee)
		m.Branch(2, term.EQ, m.Slot(i), m.Int(9))
	}
	m.Branch(4, term.GT, m.Int(int64(i)), m.Int(5))
	m.Call(1, func() { m.Branch(3, term.LT, m.Slot(2), m.Slot(1)) })
}

// TestCompositions asserts of any composition that each part is told of each
// node once, and of its end once; and that a complete one takes each path once.
func TestCompositions(t *testing.T) {
	for name, p := range map[string]struct {
		code   func(*toyMachine)
		slots  int
		target uint32 // that no run takes
	}{"signs": {signs, 4, 90}, "sorted": {sorted, 6, 3}, "calls": {calls, 4, 9}} {
		want := explore(t, newToy(p.code, p.slots), dse.BreadthFirst, 0, dse.Options{})
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := &spies{t: t}
				strategy, complete := compose(t, 3, false, s.on)
				paths := map[string]bool{}
				r := explore(t, newToy(p.code, p.slots), strategy, rapid.Uint64().Draw(t, "seed"), dse.Options{Targets: []uint32{p.target}, OnRun: func(r *dse.Run) bool {
					paths[fmt.Sprint(r.Path.Condition)] = true
					return true
				}})
				if len(paths) != r.Runs || r.Status != search.Exhausted {
					t.Fatalf("%d paths: %+v", len(paths), r)
				}
				if complete && (!r.Complete || r.Runs != want.Runs || r.Infeasible != want.Infeasible || r.Nodes != want.Nodes) {
					t.Fatalf("%+v, not %+v", r, want)
				}
				s.check(r)
			})
		})
	}
}

// An unsure program has a solver that now and then knows no answer, or one that
// leaves the prefix.
type unsure struct {
	*toyProgram
	refuse, leave int // every so many; 0: never
	asked         int
}

func (p *unsure) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	p.asked++
	if p.refuse > 0 && p.asked%p.refuse == 0 {
		return smt.Answer{Verdict: smt.Unknown, Reason: "tired"}, nil, nil
	}
	a, v, err := p.toyProgram.Satisfy(ctx, start, prefix, extra)
	if p.leave > 0 && p.asked%p.leave == 0 && v != nil {
		v = start
	}
	return a, v, err
}

// TestEnds asserts what TestCompositions does where flips fail: that a complete
// strategy has each node flipped, however it ends.
func TestEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &spies{t: t}
		strategy, complete := compose(t, 3, false, s.on)
		p := &unsure{newToy(calls, 4), rapid.IntRange(0, 5).Draw(t, "refuse"), rapid.IntRange(0, 5).Draw(t, "leave"), 0}
		r, err := dse.Search(t.Context(), p, strategy, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), dse.Options{
			Starts: []input.Vector{make(input.Vector, 4)}, Targets: []uint32{9},
		})
		if err != nil || r.Status != search.Exhausted || complete && r.Open > 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		s.check(r)
		checkTree(t, r)
	})
}

// check asserts that all that share all nodes know all, and their ends.
func (s *spies) check(r *dse.Result) {
	for _, f := range s.all {
		settled := 0
		for _, done := range f.announce {
			if done {
				settled++
			}
		}
		if !f.part && len(f.announce) != r.Nodes || r.Open == 0 && settled != len(f.announce) {
			s.t.Fatalf("told of %d nodes of %d, and the end of %d", len(f.announce), r.Nodes, settled)
		}
	}
}

// moody declines every other request.
type moody struct {
	dse.Strategy
	requests, provided int
}

func (f *moody) Next() dse.Step {
	if f.requests++; f.requests%2 == 0 {
		return dse.Step{}
	}
	n := f.Strategy.Next()
	if !n.Declines() {
		f.provided++
	}
	return n
}

// TestAskedAgain asserts that a strategy that has declined is asked again.
func TestAskedAgain(t *testing.T) {
	for name, combine := range map[string]func(...dse.Factory) dse.Factory{
		"ShortCircuit": dse.ShortCircuit, "RoundRobin": dse.RoundRobin,
	} {
		var first *moody
		s := func(w *dse.World) dse.Strategy {
			first = &moody{Strategy: dse.BreadthFirst(w)}
			return first
		}
		r := explore(t, newToy(signs, 6), combine(s, dse.DepthFirst), 1, dse.Options{})
		if !r.Complete || r.Runs != 64 || first.provided < 10 || first.requests-first.provided < 10 {
			t.Errorf("%s: provided %d of %d, %+v", name, first.provided, first.requests, r)
		}
	}
}

// unbounded has a branch beside a loop with as many rounds as the input says.
func unbounded(m *toyMachine) {
	m.Branch(1, term.EQ, m.Slot(1), m.Int(7))
	for i := 0; i < 1000 && m.Branch(0, term.LT, m.Int(int64(i)), m.Slot(0)); i++ {
	}
}

// TestUnrolling asserts what the paper says of depth-first search: it unrolls
// the last loop instead of covering the target; and that a fair choice among
// code locations, and all borders, do not.
func TestUnrolling(t *testing.T) {
	o := dse.Options{Targets: []uint32{3}, Budget: dse.Budget{Runs: 200}}
	if r := explore(t, newToy(unbounded, 2), dse.DepthFirst, 1, o); r.Status != search.Budget || r.Root.State() != dse.Open {
		t.Errorf("depth-first: %+v", r)
	}
	for name, c := range map[string]struct {
		strategy dse.Factory
		runs     int
	}{
		"shortest of each location": {dse.CodeLocationPrioritized(dse.Shortest), 5},
		"deepest of each location":  {dse.CodeLocationPrioritized(dse.DepthFirst), 150}, // a third each time
		"pex-without-fitnex":        {dse.PexWithoutFitnex, 5},
		"pex":                       {dse.Pex, 5},
		"context":                   {dse.ContextFrontier, 5},
		"discovery":                 {dse.DiscoveryFrontier, 5},
	} {
		for seed := range uint64(10) {
			if r := explore(t, newToy(unbounded, 2), c.strategy, seed, o); r.Status != search.Found || r.Runs > c.runs {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}

// TestSameRuns asserts that the same seed gives the same runs, and leaves the
// generator where it was left before.
func TestSameRuns(t *testing.T) {
	for _, name := range dse.Names() {
		var inputs [2][]input.Vector
		var next [2]uint64
		for i := range inputs {
			rng := rand.New(rand.NewPCG(3, 4))
			ran := func(r *dse.Run) bool { inputs[i] = append(inputs[i], r.Path.Input); return true }
			_, err := dse.Search(t.Context(), newToy(calls, 4), dse.ByName(name), rng, dse.Options{
				Starts: []input.Vector{make(input.Vector, 4)}, Targets: []uint32{7}, Budget: dse.Budget{Runs: 20}, OnRun: ran,
			})
			if err != nil {
				t.Fatal(err)
			}
			next[i] = rng.Uint64()
		}
		if next[0] != next[1] || !slices.EqualFunc(inputs[0], inputs[1], slices.Equal[input.Vector]) {
			t.Errorf("%s: %v, %v", name, inputs[0], inputs[1])
		}
	}
}
