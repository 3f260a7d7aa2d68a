package dse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/term"
)

// signs has a branch for the sign of each slot, and 2^n paths.
func signs(m *toyMachine) {
	for i := range m.Len() {
		m.Branch(i, term.LT, m.Slot(i), m.Int(0))
	}
}

// sorted leaves at the first pair that is out of order: n paths.
func sorted(m *toyMachine) {
	for i := 1; i < m.Len(); i++ {
		if m.Branch(0, term.GT, m.Slot(i-1), m.Slot(i)) {
			return
		}
	}
	m.Branch(1, term.GT, m.Slot(0), m.Slot(m.Len()-1)) // never
}

var strategies = map[string]dse.Factory{
	"random": dse.Random, "breadth": dse.BreadthFirst, "depth": dse.DepthFirst,
}

func explore(t interface{ Fatal(...any) }, p *toyProgram, s dse.Factory, seed uint64, o dse.Options) *dse.Result {
	if o.Starts == nil {
		o.Starts = []input.Vector{make(input.Vector, 16)}
	}
	r, err := dse.Search(context.Background(), p, s, rand.New(rand.NewPCG(seed, 1)), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWholeTree asserts that every strategy takes each path once.
func TestWholeTree(t *testing.T) {
	for name, s := range strategies {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n, seed := rapid.IntRange(1, 7).Draw(t, "slots"), rapid.Uint64().Draw(t, "seed")
				paths := map[string]bool{}
				unique := func(r *dse.Run) bool {
					key := fmt.Sprint(r.Path.Condition)
					if paths[key] {
						t.Fatal("the same path twice")
					}
					paths[key] = true
					return true
				}
				r := explore(t, newToy(signs, n), s, seed, dse.Options{OnRun: unique})
				if r.Runs != 1<<n || !r.Complete || r.Status != search.Exhausted || r.Nodes != 1<<n-1 || r.Infeasible != 0 {
					t.Fatalf("signs of %d: %+v", n, r)
				}
				clear(paths)
				r = explore(t, newToy(sorted, n), s, seed, dse.Options{OnRun: unique})
				if r.Runs != n || !r.Complete || n > 2 && r.Infeasible != 1 || len(r.Unknown) > 0 || r.Diverged > 0 {
					t.Fatalf("sorted of %d: %+v", n, r)
				}
			})
		})
	}
}

// TestValues asserts that each value that is made concrete is a branch of its
// own.
func TestValues(t *testing.T) {
	code := func(m *toyMachine) {
		if m.Branch(0, term.LT, m.Slot(0), m.Int(0)) || m.Branch(1, term.GE, m.Slot(0), m.Int(5)) {
			return
		}
		for range m.Value(m.Slot(0)) {
			if m.Branch(2, term.EQ, m.Slot(1), m.Int(7)) {
				return
			}
		}
	}
	for name, s := range strategies {
		r := explore(t, newToy(code, 2), s, 1, dse.Options{})
		if r.Runs != 2+1+4*2 || !r.Complete || r.Diverged != 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestBounds asserts what each limit does.
func TestBounds(t *testing.T) {
	p := newToy(signs, 10)
	for _, c := range []struct {
		name string
		opt  dse.Options
		want search.Status
		ok   func(r *dse.Result) bool
	}{
		{"runs", dse.Options{Budget: dse.Budget{Runs: 7}}, search.Budget, func(r *dse.Result) bool { return r.Runs == 7 && !r.Complete }},
		{"queries", dse.Options{Budget: dse.Budget{Queries: 7}}, search.Budget, func(r *dse.Result) bool { return r.Queries == 7 && r.Runs == 8 }},
		{"instructions", dse.Options{Budget: dse.Budget{Instructions: 33}}, search.Budget, func(r *dse.Result) bool { return r.Runs == 4 && r.Instructions == 40 }},
		{"target", dse.Options{Targets: []uint32{7}}, search.Found, func(r *dse.Result) bool { return r.Covered[7] != nil && r.Covered[7].Number == r.Runs-1 }},
		{"nodes", dse.Options{Nodes: 3}, search.Exhausted, func(r *dse.Result) bool { return r.Nodes == 3 && r.Dropped > 0 && r.Runs == 4 }},
		{"stopped", dse.Options{OnRun: func(r *dse.Run) bool { return r.Number < 4 }}, search.Stopped, func(r *dse.Result) bool { return r.Runs == 5 }},
	} {
		for name, s := range strategies {
			if r := explore(t, p, s, 3, c.opt); r.Status != c.want || !c.ok(r) {
				t.Errorf("%s, %s: %+v", c.name, name, r)
			}
		}
	}
	s := dse.New(p, dse.DepthFirst, nil, dse.Options{})
	for part := range 3 { // each has so many for itself, and runs what it begins
		if r, err := s.Continue(context.Background(), dse.Budget{Instructions: 15}, make(input.Vector, 10)); err != nil || r.Runs != 2*(part+1) {
			t.Errorf("%d runs after %d parts: %v", r.Runs, part+1, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := dse.Search(ctx, p, dse.Random, rand.New(rand.NewPCG(1, 1)), dse.Options{Starts: []input.Vector{make(input.Vector, 16)}})
	if err != nil || r.Status != search.Stopped || r.Runs != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := dse.Search(ctx, p, dse.Random, nil, dse.Options{}); err == nil {
		t.Error("no start, no error")
	}
}

// TestContinue asserts that a search in parts is the same as one at once.
func TestContinue(t *testing.T) {
	start := make(input.Vector, 10)
	for name, s := range strategies {
		rapid.Check(t, func(t *rapid.T) {
			seed, parts := rapid.Uint64().Draw(t, "seed"), rapid.SliceOfN(rapid.IntRange(1, 20), 1, 6).Draw(t, "runs")
			var whole, cut []string
			note := func(list *[]string) func(*dse.Run) bool {
				return func(r *dse.Run) bool { *list = append(*list, fmt.Sprint(r.Path.Input)); return true }
			}
			c := dse.New(newToy(signs, 10), s, rand.New(rand.NewPCG(seed, 1)), dse.Options{OnRun: note(&cut)})
			starts, sum := []input.Vector{start}, 0
			for _, n := range parts {
				r, err := c.Continue(context.Background(), dse.Budget{Runs: n}, starts...)
				sum += n
				if err != nil || r.Runs != sum {
					t.Fatalf("%s: %d runs, want %d: %v", name, r.Runs, sum, err)
				}
				starts = nil
			}
			explore(t, newToy(signs, 10), s, seed, dse.Options{Starts: []input.Vector{start}, Budget: dse.Budget{Runs: sum}, OnRun: note(&whole)})
			if !slices.Equal(whole, cut) {
				t.Fatalf("%s: other runs when continued", name)
			}
		})
	}
}

// TestInterrupted asserts that a search whose context ends at any moment goes
// on as if nothing had been.
func TestInterrupted(t *testing.T) {
	for name, s := range strategies {
		for moment := range 40 {
			p := newToy(signs, 4)
			ctx, cancel := context.WithCancel(context.Background())
			p.Refuses = func(*term.Term) string {
				if p.Asked == moment {
					cancel()
					return "interrupted"
				}
				return ""
			}
			c := dse.New(p, s, rand.New(rand.NewPCG(7, 1)), dse.Options{})
			if _, err := c.Continue(ctx, dse.Budget{}, make(input.Vector, 4)); err != nil {
				t.Fatal(err)
			}
			r, err := c.Continue(context.Background(), dse.Budget{})
			if err != nil || r.Runs != 16 || !r.Complete || len(r.Unknown) > 0 {
				t.Fatalf("%s, interrupted at question %d: %+v, %v", name, moment, r, err)
			}
			cancel()
		}
	}
}
