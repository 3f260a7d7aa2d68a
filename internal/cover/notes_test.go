package cover

import (
	"strings"
	"testing"
)

// TestPlural: one is one.
func TestPlural(t *testing.T) {
	for n, want := range map[int]string{
		1: "1 branch was taken once and not when the same input was run again; it counts as not covered",
		2: "2 branches were taken once and not when the same input was run again; they count as not covered",
	} {
		u, f := branches(n)
		for _, g := range u.goals {
			g.take(f, nil, false)
		}
		u.settle()
		if len(u.notes) != 1 || u.notes[0].Text != want {
			t.Errorf("%d: %+v", n, u.notes)
		}
	}
	for n, want := range map[int]string{1: "1 branch was taken, but there was no time to run its input again;", 2: "2 branches were taken, but there was no time to run their inputs again;"} {
		u, f := branches(n)
		late := &testCase{fn: f, unrun: true}
		for _, g := range u.goals {
			g.take(f, nil, false)
			late.keep = append(late.keep, g.branch)
		}
		u.drops = dropAll([]*testCase{late}, selecting, noTime)
		if u.settle(); len(u.notes) != 1 || !strings.HasPrefix(u.notes[0].Text, want) {
			t.Errorf("%d late: %+v", n, u.notes)
		}
	}
}
