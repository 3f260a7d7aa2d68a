package dse_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/smt"
)

// TestRepeat: an element that is new gets the value that paid, and the solver
// mends what clauses do not allow.
func TestRewards(t *testing.T) {
	set, program := prepared(t, "./testdata/law")
	entry := program.Entry("Count")
	conds := set.Graph.Func("Count").Conds
	targets := []uint32{conds[2].Branch(true), conds[3].Branch(true)} // an element is 7, three count
	for _, repeat := range []bool{false, true} {
		length := conds[0].ID // that decides how long the list is
		p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 8, Rewards: repeat})
		if err != nil {
			t.Fatal(err)
		}
		run := func(v input.Vector) *dse.Run {
			r, err := p.Run(t.Context(), v, targets)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		// flip flips the last decision of a condition that leads to an input of
		// a length.
		flip := func(r *dse.Run, cond, least int) *dse.Run {
			for _, d := range slices.Backward(r.Path.Decisions) {
				if d.Site.Cond != cond || d.Known {
					continue
				}
				a, v, err := p.Satisfy(t.Context(), r.Path.Input, r.Path.Condition[r.Path.Assumed:d.At], p.Builder().Not(d.Clause))
				if err != nil {
					t.Fatal(err)
				}
				if a.Verdict == smt.Sat && len(v) >= least {
					return run(v)
				}
			}
			t.Fatal("no such decision")
			return nil
		}
		r := flip(run(input.Vector{100, 2, 1}), conds[2].ID, 3) // list[0] == 7
		if v := r.Path.Input; !slices.Equal(v, input.Vector{100, 2, 7}) {
			t.Fatalf("flipped to 7: %v", v)
		}
		v := flip(r, length, 4).Path.Input // a longer list
		if v[2] != 7 {
			t.Fatalf("grown to %v", v)
		}
		want := uint64(0)
		if repeat {
			want = 7
		}
		for _, w := range v[3:] {
			if w != want {
				t.Errorf("repeat %v: grown to %v", repeat, v)
			}
		}
	}
}

// TestRepeatLaw: runs with repeated values never leave the path that they were
// made for.
func TestRewardsLaw(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	for entry, sig := range program.Entries {
		p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 8, Rewards: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := dse.Search(t.Context(), p, dse.Random, rand.New(rand.NewPCG(1, 2)), dse.Options{
			Starts: []input.Vector{p.Zero()}, Budget: dse.Budget{Runs: 60},
		})
		if err != nil || r.Diverged > 0 {
			t.Errorf("%s: %d of %d runs diverged, %v", sig.Name, r.Diverged, r.Runs, err)
		}
	}
}
