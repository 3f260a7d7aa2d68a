package dse

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRank asserts the order of the steps of Splice.
func TestRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var steps []*jump
		var queue entries
		for i := range rapid.IntRange(1, 30).Draw(t, "steps") {
			j := &jump{run: &Run{Number: rapid.IntRange(0, 3).Draw(t, "run")}, cost: rapid.IntRange(0, 3).Draw(t, "cost")}
			steps = append(steps, j)
			queue.push(entry{j.rank(), int32(i)})
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
