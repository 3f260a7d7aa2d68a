package ga

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/internal/testutil"
)

func TestMigrate(t *testing.T) {
	pops := crowded([...]int{8, 5, 5, 5, 5, 16}, [subPopulations]float64{})
	testutil.Run(t, func(rng *rand.Rand) {
		migrate(pops, toV1(rng))
	},
		3,                                                                                      // of 8: the one with number 3
		testutil.Share(1, 5), testutil.Share(0, 5), testutil.Share(4, 5), testutil.Share(2, 5), // of 5
		2, testutil.Share(14, 15), // of 16, and of the 15 behind the first
		// The pool 3, 1001, 2000, 3004, 4002, 5002, 5015 is shuffled.
		testutil.Share(0, 7), testutil.Share(1, 6), testutil.Share(2, 5), 3, testutil.Share(2, 3), 1)
	var got [][]int
	for i := range pops {
		k := tenth(len(pops[i].Individuals))
		got = append(got, names(pops[i].Individuals[:k]))
	}
	want := [][]int{{5015}, {5002}, {4002}, {3004}, {2000}, {1001, 3}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestMigrateKeeps asserts that no individual is lost or duplicated, and that sizes do not change.
func TestMigrateKeeps(t *testing.T) {
	want := [...]int{5, 92, 50, 51, 49, 53}
	pops := crowded(want, [subPopulations]float64{})
	rng := toV1(rand.New(rand.NewPCG(1, 1)))
	var before []int
	for i := range pops {
		before = append(before, names(pops[i].Individuals)...)
	}
	for range 20 {
		migrate(pops, rng)
	}
	if sizes(pops) != want {
		t.Errorf("sizes %v", sizes(pops))
	}
	var after []int
	moved := 0
	for i := range pops {
		for _, n := range names(pops[i].Individuals) {
			after = append(after, n)
			if n/1000 != i {
				moved++
			}
		}
	}
	slices.Sort(after)
	slices.Sort(before)
	if !slices.Equal(before, after) || moved < 100 {
		t.Errorf("%d moved; %v", moved, after)
	}
}
