package ese

import (
	"math"
	"math/rand/v2"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/search"
)

// TestRandSides asserts that one draw chooses a side, and that an infeasible side is replaced by the
// other without another draw.
func TestRandSides(t *testing.T) {
	// site 1 is infeasible on its true side after site 0 was taken so
	p := func(m *ToyMachine) {
		m.Branch(0, m.Eq(m.Slot(0), m.Int(1)))
		m.Branch(1, m.Eq(m.Slot(0), m.Int(2)))
	}
	for _, test := range []struct {
		draws []uint64
		want  string
	}{
		{[]uint64{0, 0}, "FF"}, {[]uint64{0, 1}, "FT"}, {[]uint64{1, 0}, "TF"}, {[]uint64{1, 1}, "TF"},
	} {
		testutil.Run(t, func(rng *rand.Rand) {
			r, err := Search(t.Context(), target(p, 1), Rand{}, rng, budget(1))
			if got := sidesOf(r.Best); err != nil || got != test.want {
				t.Errorf("draws %v: %s, %v", test.draws, got, err)
			}
		}, test.draws...)
	}
}

// TestRandUniform asserts the probability of each of the three paths through the palindrome: 1/2 for
// each decision with two feasible sides.
func TestRandUniform(t *testing.T) {
	const n = 4000
	count := map[string]float64{}
	g := gateOf(target(ToyPalindrome, 5))
	for range n {
		p, _ := g.Explore(nil, coin{g.Rand()})
		count[sidesOf(p)]++
	}
	for path, share := range map[string]float64{"T": 1. / 2, "FT": 1. / 4, "FFFF": 1. / 4} {
		if d := math.Abs(count[path] - n*share); d > 6*math.Sqrt(n*share*(1-share)) {
			t.Errorf("%s: %v of %v", path, count[path], n)
		}
	}
}

func TestRandAgain(t *testing.T) {
	again(t, func() Target { return target(ToyInsertionSort, 6) }, Rand{}, budget(50))
}

// TestRandBudget: the budget is used up exactly, in explorations.
func TestRandBudget(t *testing.T) {
	r := find(t, target(ToyAlternate, 8), Rand{}, 1, budget(37))
	if r.Paths != 37 || r.Status != search.Budget || r.Lost != 0 || r.Decisions != 37*8 {
		t.Errorf("%+v", r)
	}
}
