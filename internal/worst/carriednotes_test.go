package worst

import (
	"strings"
	"testing"

	"nearmiss/ese"
)

// TestCarriedNotes: there is a note on the queries, and there are notes on the branches that the
// policy did not know.
func TestCarriedNotes(t *testing.T) {
	of := func(tallies ...ese.Tally) string {
		return strings.Join(carriedNotes(&ese.Archive{Counts: ese.Counts{Tallies: tallies}}), "\n")
	}
	if notes := of(); notes != "" {
		t.Errorf("of another strategy: %s", notes)
	}
	sides, asked := ese.Tally{Name: ese.CarriedSides, N: 100}, ese.Tally{Name: ese.CarriedQuestions, N: 1}
	if notes := of(sides, asked, ese.Tally{Name: ese.CarriedKept, N: 100}); strings.Count(notes, "\n") != 0 || !strings.Contains(notes, "100 sides that the policy took unasked at this size took 1 question") {
		t.Errorf("all is known: %s", notes)
	}
	notes := of(sides, asked, ese.Tally{Name: ese.CarriedKept, N: 7}, ese.Tally{Name: ese.Unfamiliar, N: 8}, ese.Tally{Name: ese.Unlearned, N: 9})
	for _, want := range []string{"only the first 7;", " 8 came after a history", " 9 were at places", "-train"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not in %s", want, notes)
		}
	}
}
