package worker

import (
	"slices"
	"testing"

	"nearmiss/internal/probe"
	"nearmiss/search"
)

// TestBoundary: a search for equal operands of 5 < y ends where y is 5, with either outcome
// to start from, and the smaller input keeps them equal.
func TestBoundary(t *testing.T) {
	const cond = 5 // of Wrap
	for seed := range uint64(20) {
		for _, start := range [][]uint64{{0, 0}, {0, 900}} {
			answers := talk(t, &SearchJob{
				ID: 7, Entry: eWrap, Signature: signature(tInt64, tInt64), Seed: seed, Evaluations: 2000, Starts: [][]uint64{start},
				Modes: []search.Mode{search.Standard},
				Target: Target{Branch: 2 * cond, Boundary: true, Nodes: []Node{
					{Cond: cond, Away: probe.AwayFalse | probe.AwayTrue}}},
			})
			r := answers[len(answers)-1].(*SearchResult)
			if r.Status != search.Found || r.Bests[0].Vector[1] != 5 || r.Evaluations > 200 {
				t.Errorf("seed %d from %v: %+v", seed, start, r)
			}
		}
	}
	r := talk(t, &ShrinkJob{Entry: eWrap, Signature: signature(tInt64, tInt64), Evaluations: 1000, Vector: []uint64{77, 5}, Boundary: cond + 1})[0].(*RunResult)
	if !slices.Equal(r.Vector, []uint64{0, 5}) {
		t.Errorf("%+v", r)
	}
	// What is not on the boundary is left as it is, and so is the next job without one.
	r = talk(t, &ShrinkJob{Entry: eWrap, Signature: signature(tInt64, tInt64), Evaluations: 1000, Vector: []uint64{77, 6}, Boundary: cond + 1})[0].(*RunResult)
	if !slices.Equal(r.Vector, []uint64{77, 6}) {
		t.Errorf("%+v", r)
	}
}
