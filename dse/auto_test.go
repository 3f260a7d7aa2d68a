package dse_test

import (
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
)

// TestAutoComplete asserts that Auto leaves no node, whatever its targets are.
func TestAutoComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, slots := drawLoops(t), rapid.IntRange(1, 3).Draw(t, "slots")
		targets := append(l.targets(), 1000) // the last is none
		p := newToy(l.code, slots)
		p.Guards = l.chain()
		goals := rapid.SampledFrom([][]uint32{nil, {targets[0], 1000}, {1000}}).Draw(t, "goals")
		r := run(t, p, dse.Auto, rapid.Uint64().Draw(t, "seed"), dse.Options{Starts: drawStarts(t, slots), Targets: targets, Goals: goals})
		if !r.Complete {
			t.Fatalf("%d runs, %v, but not complete", r.Runs, r.Status)
		}
	})
}
