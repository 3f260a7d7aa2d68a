package ga

import (
	"slices"
	"testing"
)

func TestReinsert(t *testing.T) {
	m := &model{}
	// Twenty parents from 0 to 19 in order, twenty children between them.
	parents, children := members(), members()
	for i := range 20 {
		parents = append(parents, crowd(i, 1, float64(i))...)
		children = append(children, crowd(100+i, 1, 19.5-float64(i))...)
	}
	got := names(m.reinsert(parents, children))
	want := []int{0, 1, 119, 118, 117, 116, 115, 114, 113, 112, 111, 110, 109, 108, 107, 106, 105, 104, 103, 102}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestElite(t *testing.T) {
	for n, want := range map[int]int{5: 1, 10: 1, 11: 2, 50: 5, 51: 6, 85: 9} {
		if got := elite(n); got != want {
			t.Errorf("of %d: %d, want %d", n, got, want)
		}
	}
}
