package dse

import (
	"slices"
	"testing"
)

// TestRounds asserts how many steps parts have in each round, and that progress and news
// let them go on.
func TestRounds(t *testing.T) {
	a, b := supply(1000), supply(1000)
	progress := false
	never := func(*Run) bool { return false }
	f := &auto{w: newWorld(nil, nil, Options{}), first: &stub{}, grantedSteps: initialSteps, strategies: []*turnTaker{
		{Strategy: a, progress: func(*Run) bool { return progress }}, {Strategy: b, progress: never},
	}}
	turns := func(n int, r *Run) (list []int) { // of a and b, by their lengths
		for range n {
			before := a.given
			f.Next()
			f.ObserveRun(r, nil)
			of := b
			if a.given > before {
				of = a
			}
			if last := len(list) - 1; last >= 0 && (list[last] > 0) == (of == a) {
				list[last] += sideIndex(of == a) - sideIndex(of != a)
			} else {
				list = append(list, sideIndex(of == a)-sideIndex(of != a))
			}
		}
		return list
	}
	if got, want := turns(6+12+24, &Run{}), []int{3, -3, 6, -6, 12, -12}; !slices.Equal(got, want) {
		t.Errorf("turns %v, want %v", got, want)
	}
	progress = true // 24 steps each, and three times as many of what makes progress without news
	if got, want := turns(3*24+24+5, &Run{}), []int{72, -24, 5}; !slices.Equal(got, want) {
		t.Errorf("turns %v with progress, want %v", got, want)
	}
	if got := turns(200, &Run{NewSide: true}); !slices.Equal(got, []int{200}) {
		t.Errorf("turns %v with news", got)
	}
}
