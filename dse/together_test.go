package dse_test

import (
	"context"
	"errors"
	"fmt"
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

// A batcher answers several questions at a time, one after the other.
type batcher struct {
	dse.Program
	largest int // number of questions of a batch
	twice   bool
}

// SatisfyAll implements dse.Batcher.
func (p *batcher) SatisfyAll(ctx context.Context, list []dse.Question) (replies []dse.Reply) {
	p.largest = max(p.largest, len(list))
	var asked []string
	for _, q := range list {
		text := fmt.Sprint(q.Prefix, q.Extra)
		p.twice = p.twice || slices.Contains(asked, text)
		asked = append(asked, text)
		a, v, err := p.Satisfy(ctx, q.Start, q.Prefix, q.Extra)
		replies = append(replies, dse.Reply{Answer: a, Input: v, Err: err})
	}
	return replies
}

var batched = map[string]dse.Factory{
	"random": dse.Random, "breadth": dse.BreadthFirst, "depth": dse.DepthFirst,
	"fifo": dse.FIFO, "tardis": dse.Tardis,
}

// TestTogether asserts that each path is taken once, however many conditions are asked for at a
// time, that no condition is in a batch twice, and that no batch exceeds a budget.
func TestTogether(t *testing.T) {
	for name, s := range batched {
		rapid.Check(t, func(t *rapid.T) {
			n, k := rapid.IntRange(3, 6).Draw(t, "slots"), rapid.IntRange(1, 9).Draw(t, "together")
			seed, most := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 1<<n).Draw(t, "most")
			for _, b := range []dse.Budget{{}, {Runs: most}, {Queries: uint64(most)}} {
				p, paths := &batcher{Program: newToy(signs, n)}, map[string]bool{}
				r := run(t, p, s, seed, dse.Options{
					Starts: []input.Vector{make(input.Vector, n)}, BatchSize: k, Budget: b,
					OnRun: func(r *dse.Run) bool {
						paths[fmt.Sprint(r.Path.Condition)] = true
						return true
					},
				})
				want := 1 << n
				if b.Runs > 0 {
					want = b.Runs
				} else if b.Queries > 0 {
					want = min(want, int(b.Queries)+1)
				}
				if r.Runs != want || len(paths) != want || r.Complete != (want == 1<<n) || r.Queries != uint64(want-1) {
					t.Fatalf("%s, %+v: %+v", name, b, r)
				}
				if p.twice || p.largest > k || k > 1 && b == (dse.Budget{}) && p.largest < 2 {
					t.Fatalf("%s: %d at a time, want %d; a condition twice: %v", name, p.largest, k, p.twice)
				}
			}
		})
	}
}

// faulty fails to answer the first question that it is asked.
type faulty struct {
	dse.Program
	failed bool
}

var errFaulty = errors.New("the solver is gone")

func (p *faulty) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	if !p.failed {
		p.failed = true
		return smt.Answer{}, nil, errFaulty
	}
	return p.Program.Satisfy(ctx, start, prefix, extra)
}

// TestFaultySolver: a question whose answer is an error is asked again when the search goes on.
func TestFaultySolver(t *testing.T) {
	for name, s := range batched {
		for _, size := range []int{1, 3} {
			f := &faulty{Program: newToy(signs, 4)}
			x := dse.New(&batcher{Program: f}, s, rand.New(rand.NewPCG(1, 0)), dse.Options{BatchSize: size})
			if _, err := x.Continue(t.Context(), dse.Budget{}, make(input.Vector, 4)); err != errFaulty {
				t.Fatal(err)
			}
			r, err := x.Continue(t.Context(), dse.Budget{})
			if err != nil || !r.Complete || r.Runs != 16 || r.Queries != uint64(15+size) {
				t.Errorf("%s, %d at a time: %v, complete %v after %d runs and %d queries, %d open", name, size, err, r.Complete, r.Runs, r.Queries, r.Open)
			}
		}
	}
}

// TestTogetherAgain: conditions that failed are asked for again, together too, up to three times.
func TestTogetherAgain(t *testing.T) {
	for after := 1; after <= 4; after++ {
		for seed := range uint64(20) {
			f := &forgetful{newToy(calls, 4), after, map[string]int{}}
			p := &batcher{Program: f}
			r := run(t, p, dse.Tardis, seed, dse.Options{Starts: []input.Vector{make(input.Vector, 4)}, BatchSize: 5})
			want := run(t, newToy(calls, 4), dse.FIFO, seed, dse.Options{Starts: []input.Vector{make(input.Vector, 4)}})
			checkTree(t, r)
			if done := after <= 3; r.Complete != done || done && (r.Runs != want.Runs || r.Infeasible != want.Infeasible || len(r.Unknown) > 0) || p.twice {
				t.Fatalf("answered at %d: %+v, want %+v", after, r, want)
			}
			for _, n := range f.asked {
				if n > 3 {
					t.Fatalf("answered at %d: asked %d times", after, n)
				}
			}
		}
	}
}

// TestTogetherInterrupted: a batch may be interrupted at any moment, by its context or by a run,
// and nothing of it is lost.
func TestTogetherInterrupted(t *testing.T) {
	for name, s := range batched {
		for moment := range 40 {
			toy := newToy(signs, 4)
			ctx, cancel := context.WithCancel(context.Background())
			toy.Refuses = func(*term.Term) string {
				if toy.Asked == moment {
					cancel()
				}
				if ctx.Err() != nil && toy.Asked < moment+5 {
					return "interrupted"
				}
				return ""
			}
			c := dse.New(&batcher{Program: toy}, s, rand.New(rand.NewPCG(7, 1)), dse.Options{
				BatchSize: 4, OnRun: func(r *dse.Run) bool { return r.Number != moment/2 },
			})
			r, err := c.Continue(ctx, dse.Budget{}, make(input.Vector, 4))
			toy.Refuses = nil
			for err == nil && r.Status == search.Stopped {
				r, err = c.Continue(context.Background(), dse.Budget{})
			}
			if err != nil || r.Runs != 16 || !r.Complete || len(r.Unknown) > 0 {
				t.Fatalf("%s, interrupted at question %d: %+v, %v", name, moment, r, err)
			}
			cancel()
		}
	}
}
