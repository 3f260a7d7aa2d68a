package ese

import (
	"slices"
	"testing"

	"nearmiss/symexec"
	"nearmiss/term"
)

// TestUnion: of paths with the same condition the first stays; those whose
// hashes alone are the same are different.
func TestUnion(t *testing.T) {
	b := term.NewBuilder()
	x, y := b.Slot(0, term.BoolSort, false), b.Slot(1, term.BoolSort, false)
	of := func(cost uint64, condition ...*term.Term) individual {
		return newIndividual(&symexec.Path{Condition: condition}, cost)
	}
	alike := of(5, y)
	alike.hash = of(0, x).hash
	got := union([]individual{of(1, x), of(2, x, y)}, of(3, y, x), of(4, x), alike, of(6), of(7), of(8, x, y))
	if want := []uint64{1, 2, 3, 5, 6}; !slices.Equal(costsOf(got), want) {
		t.Errorf("%v, want %v", costsOf(got), want)
	}
}
