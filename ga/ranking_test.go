package ga

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
)

func TestLinearRank(t *testing.T) {
	for i, want := range []float64{1.7, 1.42, 1.14, 0.86, 0.58, 0.3} {
		if got := linearRank(i, 6, 1.7); math.Abs(got-want) > 1e-12 {
			t.Errorf("number %d of 6: %v, want %v", i, got, want)
		}
	}
	if got := linearRank(0, 1, 1.7); got != 1 {
		t.Errorf("alone: %v", got)
	}
	for n := 1; n < 300; n++ {
		sum := 0.0
		for i := range n {
			sum += linearRank(i, n, 1.7)
		}
		if math.Abs(sum-float64(n)) > 1e-9 {
			t.Errorf("%d together have %v", n, sum)
		}
	}
}

// TestBetter asserts that exact distances break ties if the limits say so.
func TestBetter(t *testing.T) {
	for _, exact := range []bool{false, true} {
		is := members(3, 1, math.Inf(1), 1, 2)
		for i := range is {
			is[i].Genome.(*Genome[input.Vector]).run.limits.Lexicographic = exact
		}
		for i, d := range map[int]uint64{1: 9, 3: 8} {
			f := &traitsOf(&is[i]).fitness
			f.N, f.Exact[0] = 1, d
		}
		sortFittest(is)
		want := []int{1, 3, 4, 0, 2}
		if exact {
			want = []int{3, 1, 4, 0, 2}
		}
		if got := names(is); !slices.Equal(got, want) {
			t.Errorf("exact %v: %v, want %v", exact, got, want)
		}
	}
}

func TestSample(t *testing.T) {
	// Four have 1.7, 1.233, 0.767 and 0.3: their slices end at 1.7, 2.933,
	// 3.7 and 4.
	ranked := func(i int) float64 { return linearRank(i, 4, 1.7) }
	for _, tt := range []struct {
		start float64
		want  []int
	}{
		{0, []int{0, 0, 1, 2}},
		{0.69, []int{0, 0, 1, 2}},
		{0.71, []int{0, 1, 1, 3}},
		{0.94, []int{0, 1, 2, 3}},
	} {
		if got := universalSample(4, 4, tt.start, ranked); !slices.Equal(got, tt.want) {
			t.Errorf("from %v: %v, want %v", tt.start, got, tt.want)
		}
	}
}

// TestSampleIsFair asserts that each index is picked as often as its share, rounded up or down.
func TestSampleIsFair(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + rng.IntN(90)
		picks := universalSample(n, n, rng.Float64(), func(i int) float64 { return linearRank(i, n, 1.7) })
		if len(picks) != n || !slices.IsSorted(picks) {
			t.Fatalf("%d: %v", n, picks)
		}
		count := make([]int, n)
		for _, i := range picks {
			count[i]++
		}
		for i, c := range count {
			if share := linearRank(i, n, 1.7); float64(c) < share-1 || float64(c) > share+1 {
				t.Fatalf("%d of %d with share %v was picked %d times", i, n, share, c)
			}
		}
	}
}
