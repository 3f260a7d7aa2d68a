package ga

import (
	"math"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
)

// crowded returns sub-populations with the given sizes and fitness.
func crowded(sizes [subPopulations]int, fitness [subPopulations]float64) eaopt.Populations {
	pops := make(eaopt.Populations, subPopulations)
	for i := range pops {
		pops[i].Individuals = crowd(1000*i, sizes[i], fitness[i])
	}
	return pops
}

func sizes(pops eaopt.Populations) (n [subPopulations]int) {
	for i := range pops {
		n[i] = len(pops[i].Individuals)
	}
	return n
}

func TestProgress(t *testing.T) {
	pops := crowded([...]int{5, 5, 5, 5, 5, 5}, [...]float64{4, 2, math.Inf(1), 2, 1, 3})
	a := &archipelago{}
	a.updateProgress(pops)
	check := func(want [subPopulations]float64) {
		t.Helper()
		for i, w := range want {
			if got := a.progress[i]; math.Abs(got-w) > 1e-12 {
				t.Errorf("sub-population %d: %v, want %v", i, got, w)
			}
		}
	}
	check([...]float64{.058, .142, .03, .114, .17, .086})
	pops[2].Individuals[0].Fitness = 0.5 // the others are as bad as ever
	a.updateProgress(pops)
	check([...]float64{.058*.9 + .058, .142*.9 + .142, .03*.9 + .03, .114*.9 + .114, .17*.9 + .17, .086*.9 + .086})
	for i := range pops[2].Individuals {
		pops[2].Individuals[i].Fitness = 0.5
	}
	a.updateProgress(pops)
	if got := a.progress[2]; math.Abs(got-(.057*.9+.17)) > 1e-12 {
		t.Errorf("the new best: %v", got)
	}
}

func TestMean(t *testing.T) {
	if got := meanFitness(members(1, 2, 6)); math.Abs(got-3) > 1e-12 {
		t.Errorf("got %v", got)
	}
	if got := meanFitness(members(math.Inf(1), math.Inf(1), math.Inf(1))); got > math.MaxFloat64 || got < 1e308 {
		t.Errorf("infinite ones: %v", got)
	}
}

func TestCompete(t *testing.T) {
	pops := crowded([...]int{50, 50, 50, 50, 50, 50}, [...]float64{6, 5, 4, 3, 2, 1})
	a := &archipelago{}
	a.updateProgress(pops)
	pops[0].Individuals[7].Fitness = 9 // the worst of the worst goes first
	a.compete(pops)
	// The three weak ones give 5 each; the strong ones get shares of 15 as
	// 0.7 to 0.42 to 0.14 (D'Hondt).
	if got := sizes(pops); got != [...]int{45, 45, 45, 51, 55, 59} {
		t.Errorf("sizes %v", got)
	}
	if got := names(pops[0].Individuals); slices.Contains(got, 7) {
		t.Error("the worst stayed")
	}
	for range 200 {
		before := sizes(pops)
		a.compete(pops)
		sum := 0
		for i, n := range sizes(pops) {
			sum += n
			if n < minMembers || i < 3 && n > before[i] || i >= 3 && n < before[i] {
				t.Fatalf("from %v to %v", before, sizes(pops))
			}
		}
		if sum != 300 {
			t.Fatalf("%d individuals", sum)
		}
	}
	if got := sizes(pops); got[0] != minMembers || got[1] != minMembers || got[2] != minMembers {
		t.Errorf("in the end %v", got)
	}
}
