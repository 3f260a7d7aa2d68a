package ese

import (
	"slices"
	"testing"

	"nearmiss/symexec"
)

func unsettled([]*symexec.Path) bool { return false }

// TestPartForTraining asserts that a share of the budget, or a number of explorations, is for training.
func TestPartForTraining(t *testing.T) {
	// sizes 1 to 4 of alternate_0 have 2 to 16 paths, 30 together
	for _, test := range []struct {
		part                      float64
		budget, trained, training uint64
	}{
		{0.25, 120, 4, 30}, {0.25, 119, 3, 29}, {0.75, 40, 4, 30}, {30, 40, 4, 30}, {29, 400, 3, 29}, {1, 400, 0, 1}, {0.001, 400, 0, 0}, {50, 40, 4, 40},
	} {
		for _, s := range []Strategy{WISE{}, SPFWCA{}} {
			r, err := Search(t.Context(), target(ToyAlternate, 10), s, generator(1), Options{Train: test.part, Budget: Budget{Explorations: test.budget}})
			if err != nil || r.Training != test.training || r.Tally(trained) != test.trained || (r.Best != nil) != (test.training < test.budget) {
				t.Errorf("%v of %d: %d sizes with %d explorations, best %v, %v", test.part, test.budget, r.Tally(trained), r.Training, r.Best, err)
			}
		}
	}
}

// TestSettled asserts that training ends at the first size whose worst path has the policy of the size before. The worst
// paths of insertion sort take one side everywhere, of one decision at size 2, of three at size 3.
func TestSettled(t *testing.T) {
	for name, s := range map[string]Strategy{"wise": WISE{}, "spfwca": SPFWCA{History: 2}} {
		o := Options{Metric: Decisions, Settled: true, Budget: Budget{Explorations: 400}}
		r := find(t, target(ToyInsertionSort, 12), s, 1, o)
		training := map[string]uint64{"wise": 1 + 2 + 6, "spfwca": 1 + 2 + 6 + 24}[name] // a history of two decisions is new at size 3
		if r.Cost != 66 || r.Training != training || r.History[0].Cost != r.Cost {
			t.Errorf("%s: cost %d after %d explorations, %d for training", name, r.Cost, r.History[0].Explorations, r.Training)
		}
		if o.Settled = false; find(t, target(ToyInsertionSort, 12), s, 1, o).Training != 200 {
			t.Errorf("%s: training ends before half of the budget", name)
		}
	}
}

// TestPretraining asserts that training at small sizes leaves the network that a search at these sizes leaves, that it
// counts, and that the search goes on at the target.
func TestPretraining(t *testing.T) {
	trained := func(size int, o Options) *pyseSearch {
		l, err := newLearning(newGate(t.Context(), target(ToyMergeSort, size), generator(3), o), quick.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	small := trained(4, byDecisions(20))
	small.iterate(small.gate)
	o := byDecisions(100)
	o.Training, o.Train = []int{4}, 0.2
	large := trained(8, o)
	if err := large.train(); err != nil || !slices.Equal(small.network.weights, large.network.weights) {
		t.Errorf("the networks differ, %v", err)
	}
	if r := find(t, target(ToyMergeSort, 8), quick, 3, o); r.Training != 20 || r.Explorations != 100 || r.Best == nil || len(r.Best.Input) != 8 {
		t.Errorf("%+v", r)
	}
	o.Training = []int{4, 5, 8, 9} // of these two are smaller
	if r := find(t, target(ToyMergeSort, 8), quick, 3, o); r.Training != 20 || r.Explorations != 100 {
		t.Errorf("%d of %d for training", r.Training, r.Explorations)
	}
	again(t, func() Target { return target(ToyMergeSort, 8) }, quick, o)
}
