package dse_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
)

// TestPolished: what a run can be polished by is no farther from the target than the run,
// and as near as is said, or nearer in another evaluation, when it is run.
func TestPolished(t *testing.T) {
	set, program := prepared(t, "./testdata/law")
	var targets []uint32
	for b := range uint32(2 * set.Conditions) {
		targets = append(targets, b)
	}
	better := 0
	for entry, sig := range program.Entries {
		p, err := dse.NewConcolic(t.Context(), program, entry, dse.ConcolicOptions{Bound: 8})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		space := input.NewSpace(sig, input.Limits{Len: 5})
		rng := rand.New(rand.NewPCG(5, uint64(entry)))
		run := func(v input.Vector) *dse.Run {
			r, err := p.Run(t.Context(), v, targets)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		for range 40 {
			r := run(space.Random(nil, rng))
			polished := make([]*dse.Polished, len(targets))
			for i := range targets {
				if !p.Rough(i) {
					continue
				}
				if !r.Near[i].Reached || r.Near[i].Distance == 0 {
					t.Fatalf("%s: %v can be polished, being %+v", sig.Name, r.Path.Input, r.Near[i])
				}
				got, err := p.Polish(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				polished[i] = &got
			}
			was := slices.Clone(r.Near)
			for i, got := range polished {
				if got == nil {
					continue
				}
				if got.Distance > was[i].Distance {
					t.Errorf("%s(%v): %v away from %d, and %v when polished", sig.Name, r.Path.Input, was[i].Distance, targets[i], got.Distance)
				}
				if got.Distance < was[i].Distance {
					better++
				}
				if now := run(got.Input).Near[i]; now.Distance > got.Distance {
					t.Errorf("%s(%v): polished to %v and %v, and it is %v", sig.Name, r.Path.Input, got.Input, got.Distance, now.Distance)
				}
			}
		}
	}
	if better < 100 {
		t.Errorf("%d runs were polished: that says little", better)
	}
}
