package smt

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/term"
)

// TestGroups checks that groups finds the clauses connected with a query, directly or through
// other clauses, and that Pop removes everything that Push added.
func TestGroups(t *testing.T) {
	const slots = 6
	rapid.Check(t, func(t *rapid.T) {
		b := term.NewBuilder()
		clause := func() *term.Term {
			slot := func() *term.Term {
				return b.Slot(rapid.IntRange(0, slots-1).Draw(t, "slot"), term.Signed(64), false)
			}
			return b.Compare(term.LT, b.Binary(term.Add, slot(), slot()), b.Int(term.Signed(64), 7))
		}
		var g groups
		var path []*term.Term
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if n := rapid.IntRange(0, 3).Draw(t, "pop"); n <= len(path) && n > 0 {
				g.Pop(n)
				path = path[:len(path)-n]
			}
			path = append(path, clause())
			g.Push(path[len(path)-1])
			question := clause()
			reached := slices.Clone(question.Slots())
			var want []int32
			for changed := true; changed; {
				changed = false
				for i, c := range path {
					meets := slices.ContainsFunc(c.Slots(), func(slot int32) bool { return slices.Contains(reached, slot) })
					if meets && !slices.Contains(want, int32(i)) {
						want, reached, changed = append(want, int32(i)), append(reached, c.Slots()...), true
					}
				}
			}
			slices.Sort(want)
			if got := g.connected(question.Slots()); !slices.Equal(got, want) {
				t.Fatalf("%v with %v: %v, want %v", question, path, got, want)
			}
		}
	})
}
