package dse

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/input"
	"nearmiss/symexec"
)

// TestNearer compares what runs came nearer to with a look at all runs before them.
func TestNearer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &World{Targets: []uint32{3, 5, 8}}
		best := slices.Repeat([]fitness{{grade: unknown, value: worst}}, len(w.Targets))
		taken := make([]bool, len(w.Targets))
		for range rapid.IntRange(1, 20).Draw(t, "runs") {
			r := &Run{Near: make([]Near, len(w.Targets))}
			var want []int32
			var first []int32
			for i := range r.Near {
				n := &r.Near[i]
				n.Away = math.Inf(1)
				switch rapid.IntRange(0, 2).Draw(t, "grade") {
				case reached:
					n.Reached, n.Distance = true, float64(rapid.IntRange(0, 3).Draw(t, "distance"))
				case away:
					n.Away = float64(rapid.IntRange(1, 3).Draw(t, "away"))
				}
				if !taken[i] && closeness(r, i).less(best[i]) {
					best[i] = closeness(r, i)
					want = append(want, int32(i))
				}
				if n.Reached && n.Distance == 0 && !taken[i] {
					taken[i], first = true, append(first, int32(i))
				}
			}
			w.open()
			for _, i := range first {
				w.covered.add(w.Targets[i])
			}
			r.took = first
			got := slices.Clone(w.nearer(r))
			slices.Sort(got)
			if !slices.Equal(got, want) || len(w.nearer(r)) != len(want) {
				t.Fatalf("%v: %v, want %v", r.Near, got, want)
			}
		}
	})
}

// TestMemo asserts that inputs that were run are known, and their runs as long as they
// belong to the tree.
func TestMemo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m memo
		want := map[uint64]*Run{}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			v := input.Vector{uint64(rapid.IntRange(0, 9).Draw(t, "input"))}
			h := hash(v)
			switch rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				r := &Run{Path: &symexec.Path{Input: v}}
				m.add(r)
				want[h] = r
			case 1:
				r := &Run{Path: &symexec.Path{Input: v}}
				m.add(r)
				m.leave(r)
				want[h] = nil
			}
			r, ran := m.of(h)
			if x, ok := want[h]; r != x || ran != ok {
				t.Fatalf("%v: %p, %v, want %p, %v", v, r, ran, x, ok)
			}
		}
	})
}
