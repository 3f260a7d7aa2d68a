package ga

import (
	"math"
	"slices"
	"testing"

	"nearmiss/search"
)

// crowded is a model whose sub-populations have these sizes and this fitness.
func crowded(sizes [subPopulations]int, fitness [subPopulations]float64) *model {
	m := &model{}
	for i := range m.pops {
		m.pops[i].members = crowd(1000*i, sizes[i], fitness[i])
	}
	return m
}

func (m *model) sizes() (n [subPopulations]int) {
	for i := range m.pops {
		n[i] = len(m.pops[i].members)
	}
	return n
}

func TestProgress(t *testing.T) {
	m := crowded([...]int{5, 5, 5, 5, 5, 5}, [...]float64{4, 2, math.Inf(1), 2, 1, 3})
	m.rankPopulations()
	check := func(want [subPopulations]float64) {
		t.Helper()
		for i, w := range want {
			if got := m.pops[i].progress; math.Abs(got-w) > 1e-12 {
				t.Errorf("sub-population %d: %v, want %v", i, got, w)
			}
		}
	}
	check([...]float64{.058, .142, .03, .114, .17, .086})
	m.pops[2].members[0].Fitness = search.Fitness{Value: 0.5} // the others are as bad as ever
	m.rankPopulations()
	check([...]float64{.058*.9 + .058, .142*.9 + .142, .03*.9 + .03, .114*.9 + .114, .17*.9 + .17, .086*.9 + .086})
	for _, x := range m.pops[2].members {
		x.Fitness = search.Fitness{Value: 0.5}
	}
	m.rankPopulations()
	if got := m.pops[2].progress; math.Abs(got-(.057*.9+.17)) > 1e-12 {
		t.Errorf("the new best: %v", got)
	}
}

func TestMean(t *testing.T) {
	if got := mean(members(1, 2, 6)); math.Abs(got-3) > 1e-12 {
		t.Errorf("got %v", got)
	}
	if got := mean(members(math.Inf(1), math.Inf(1), math.Inf(1))); got > math.MaxFloat64 || got < 1e308 {
		t.Errorf("infinite ones: %v", got)
	}
}

func TestCompete(t *testing.T) {
	m := crowded([...]int{50, 50, 50, 50, 50, 50}, [...]float64{6, 5, 4, 3, 2, 1})
	m.rankPopulations()
	m.pops[0].members[7].Fitness.Value = 9 // the worst of the worst goes first
	m.compete()
	// The three weak ones give 5 each; the strong ones get shares of 15 as
	// 0.7 to 0.42 to 0.14 (D'Hondt).
	if got := m.sizes(); got != [...]int{45, 45, 45, 51, 55, 59} {
		t.Errorf("sizes %v", got)
	}
	if got := names(m.pops[0].members); slices.Contains(got, 7) {
		t.Error("the worst stayed")
	}
	for range 200 {
		before := m.sizes()
		m.compete()
		sum := 0
		for i, n := range m.sizes() {
			sum += n
			if n < leastMembers || i < 3 && n > before[i] || i >= 3 && n < before[i] {
				t.Fatalf("from %v to %v", before, m.sizes())
			}
		}
		if sum != size {
			t.Fatalf("%d individuals", sum)
		}
	}
	if got := m.sizes(); got[0] != leastMembers || got[1] != leastMembers || got[2] != leastMembers {
		t.Errorf("in the end %v", got)
	}
}
