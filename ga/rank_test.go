package ga

import (
	"math"
	"slices"
	"testing"

	"nearmiss/search"
)

func TestLinearRank(t *testing.T) {
	for i, want := range []float64{1.7, 1.42, 1.14, 0.86, 0.58, 0.3} {
		if got := linearRank(i, 6); math.Abs(got-want) > 1e-12 {
			t.Errorf("number %d of 6: %v, want %v", i, got, want)
		}
	}
	if got := linearRank(0, 1); got != 1 {
		t.Errorf("alone: %v", got)
	}
	for n := 1; n < 300; n++ {
		sum := 0.0
		for i := range n {
			sum += linearRank(i, n)
		}
		if math.Abs(sum-float64(n)) > 1e-9 {
			t.Errorf("%d together have %v", n, sum)
		}
	}
}

// TestSort: equals keep their order, and exact distances count if they are
// asked for.
func TestSort(t *testing.T) {
	ms := members(3, 1, math.Inf(1), 1, 2)
	ms[1].Fitness.N, ms[1].Fitness.Exact[0] = 1, 9
	ms[3].Fitness.N, ms[3].Fitness.Exact[0] = 1, 8
	published := slices.Clone(ms)
	(&model{}).sort(published)
	if got := names(published); !slices.Equal(got, []int{1, 3, 4, 0, 2}) {
		t.Errorf("published order %v", got)
	}
	(&model{exact: true}).sort(ms)
	if got := names(ms); !slices.Equal(got, []int{3, 1, 4, 0, 2}) {
		t.Errorf("exact order %v", got)
	}
	if ms[0].Fitness == (search.Fitness{}) {
		t.Error("lost its fitness")
	}
}
