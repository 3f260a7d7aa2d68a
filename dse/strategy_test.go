package dse

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestOpenTargets asserts that those targets are open that no run took, also when they were
// asked for before.
func TestOpenTargets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &World{Targets: rapid.SliceOfN(rapid.Uint32Range(0, 200), 0, 9).Draw(t, "targets")}
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "covers") {
				w.covered.add(rapid.Uint32Range(0, 200).Draw(t, "branch"))
				if len(w.Targets) > 0 {
					w.covered.add(rapid.SampledFrom(w.Targets).Draw(t, "target"))
				}
			}
			var want []int32
			for i, b := range w.Targets {
				if !w.Covered(b) {
					want = append(want, int32(i))
				}
			}
			if got := w.open(); !slices.Equal(got, want) {
				t.Fatalf("%v, not %v", got, want)
			}
		}
	})
}

// TestRank asserts the order of the steps of Splice.
func TestRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var steps []*jump
		var queue entries
		for i := range rapid.IntRange(1, 30).Draw(t, "steps") {
			j := &jump{run: &Run{Number: rapid.IntRange(0, 3).Draw(t, "run")}, cost: rapid.IntRange(0, 3).Draw(t, "cost")}
			steps = append(steps, j)
			queue.push(entry{rank(j.cost, j.run), int32(i)})
		}
		want := slices.Clone(steps)
		slices.SortStableFunc(want, func(a, b *jump) int {
			if a.cost != b.cost {
				return a.cost - b.cost
			}
			return b.run.Number - a.run.Number
		})
		for i, j := range want {
			if got := steps[queue.pop().id]; got != j {
				t.Fatalf("step %d: %+v, not %+v", i, got, j)
			}
		}
	})
}
