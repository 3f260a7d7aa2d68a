package dse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// A forgetful program has a solver that knows no answer to a question before it was asked so often.
type forgetful struct {
	*toyProgram
	after int
	asked map[string]int
}

func (p *forgetful) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	q := fmt.Sprint(prefix, extra)
	if p.asked[q]++; p.asked[q] < p.after {
		return smt.Answer{Verdict: smt.Unknown, Reason: fmt.Sprint("asked ", p.asked[q])}, nil, nil
	}
	return p.toyProgram.Satisfy(ctx, start, prefix, extra)
}

// TestAskedOnce: no strategy has a question asked again to which no answer was known, but the two
// of tardis, which give up after three times.
func TestAskedOnce(t *testing.T) {
	for _, name := range dse.Names() {
		for _, code := range []func(*toyMachine){calls, signs, sorted} {
			p := &forgetful{newToy(code, 5), 99, map[string]int{}}
			r, err := dse.Search(t.Context(), p, dse.ByName(name), rand.New(rand.NewPCG(1, 1)), dse.Options{
				Starts: []input.Vector{make(input.Vector, 5)}, Targets: []uint32{9},
			})
			if err != nil || r.Complete {
				t.Fatal(err)
			}
			again := strings.HasPrefix(name, "tardis")
			most, want := 0, 1
			if again {
				want = 3
			}
			for _, n := range p.asked {
				most = max(most, n)
			}
			sum := 0
			for _, n := range r.Unknown {
				sum += n
			}
			if most > want || again && (most != want || sum != len(p.asked) || r.Unknown["asked 3"] != sum) {
				t.Errorf("%s: a question was asked %d times; unknown: %v", name, most, r.Unknown)
			}
		}
	}
}

// TestAgain: what is answered the third time is a part of the tree like any other, and the
// search is complete.
func TestAgain(t *testing.T) {
	for after := 1; after <= 4; after++ {
		for seed := range uint64(20) {
			p := &forgetful{newToy(calls, 4), after, map[string]int{}}
			r := run(t, p, dse.Tardis, seed, dse.Options{Starts: []input.Vector{make(input.Vector, 4)}})
			want := run(t, newToy(calls, 4), dse.FIFO, seed, dse.Options{Starts: []input.Vector{make(input.Vector, 4)}})
			checkTree(t, r)
			if done := after <= 3; r.Complete != done || done && (r.Runs != want.Runs || r.Infeasible != want.Infeasible || len(r.Unknown) > 0) {
				t.Fatalf("answered at %d: %+v, want %+v", after, r, want)
			}
		}
	}
}

// TestFIFO: nodes are flipped in the order in which they arose.
func TestFIFO(t *testing.T) {
	var made []string
	explore(t, newToy(signs, 3), dse.FIFO, 1, dse.Options{OnRun: func(r *dse.Run) bool {
		made = append(made, fmt.Sprint(r.Path.Condition[max(0, len(r.Path.Condition)-3):]))
		return true
	}})
	want := []string{ // all of the first run, then those of its flips, the least deep first
		"[$0 >= 0 $1 >= 0 $2 >= 0]", "[$0 < 0 $1 >= 0 $2 >= 0]", "[$0 >= 0 $1 < 0 $2 >= 0]", "[$0 >= 0 $1 >= 0 $2 < 0]",
		"[$0 < 0 $1 < 0 $2 >= 0]", "[$0 < 0 $1 >= 0 $2 < 0]", "[$0 >= 0 $1 < 0 $2 < 0]", "[$0 < 0 $1 < 0 $2 < 0]",
	}
	if !slices.Equal(made, want) {
		t.Errorf("%q", made)
	}
}

// sample is the paper's method (Listing 1), with the list a in the slots from 1 on and b in those
// from 7 on.
func sample(m *toyMachine) {
	for i := range 5 {
		a := m.Slot(1 + i)
		if !m.Branch(0, term.GT, a, m.Int(int64(i)*1000)) {
			continue
		}
		for j := range 10 {
			m.Branch(1, term.LT, m.Add(m.Slot(7+j), a), m.Int(0)) // b[j] < -a[i]
		}
	}
}

// A kept program has the invariant that no element of b is negative. Where no input has it, no
// answer is known, as when a search over calls finds none.
type kept struct {
	*toyProgram
	tried int
}

func (p *kept) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	p.tried++
	bound := func(rel term.Rel, slot int, n uint64) *term.Term {
		return p.b.Compare(rel, p.b.Slot(slot, term.Signed(64), false), p.b.Int(term.Signed(64), n))
	}
	var legal []*term.Term
	for i := 1; i < 17; i++ { // no sum is too large
		legal = append(legal, bound(term.LE, i, 1<<20))
	}
	for j := range 10 {
		legal = append(legal, bound(term.GE, 7+j, 0))
	}
	a, v, err := p.toyProgram.Satisfy(ctx, start, slices.Concat(legal, prefix), extra)
	if a.Verdict == smt.Unsat {
		a = smt.Answer{Verdict: smt.Unknown, Reason: "no calls"}
	}
	return a, v, err
}

// TestSample counts how many path conditions are tried until half, and all, of the 32 legal paths
// of the paper's class are known, by median: Tardis tries fewer of those that no call satisfies,
// and half as few for half of the paths where last clauses count.
func TestSample(t *testing.T) {
	tried := func(strategy dse.Factory, paths int) int {
		var all []int
		for seed := range uint64(11) {
			p := &kept{toyProgram: newToy(sample, 17)}
			p.Lists = []toyList{{0, 5}, {6, 10}}
			r := run(t, p, strategy, seed, dse.Options{
				Starts: []input.Vector{make(input.Vector, 17)}, Inputs: p, Budget: dse.Budget{Runs: paths},
			})
			if r.Runs != paths {
				t.Fatalf("%d paths", r.Runs)
			}
			all = append(all, p.tried)
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	for _, c := range []struct {
		paths, fifo int
		most        float64 // share of fifo's
	}{{16, 55, 0.9}, {32, 291, 0.6}} {
		fifo, tardis := tried(dse.FIFO, c.paths), tried(dse.Tardis, c.paths)
		if fifo != c.fifo || float64(tardis) > c.most*float64(fifo) {
			t.Errorf("%d paths: tardis tries %d, fifo %d", c.paths, tardis, fifo)
		}
		t.Logf("%d paths: tardis tries %d, fifo %d", c.paths, tardis, fifo)
	}
}
