package ese

import (
	"testing"

	"pgregory.net/rapid"

	"nearmiss/search"
)

// TestAutoExhausts asserts that Auto takes all paths of a program with few paths and then ends
// with a complete archive.
func TestAutoExhausts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const slots = 3
		program := random(t, slots, 12, 6)
		all, err := Search(t.Context(), richTarget(program, slots), DFS{}, generator(1), Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Search(t.Context(), richTarget(program, slots), Auto{}, generator(rapid.Uint64().Draw(t, "seed")), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Complete || r.Cost != all.Cost || r.Status != search.Exhausted {
			t.Errorf("complete: %v, cost %d of %d, %v", r.Complete, r.Cost, all.Cost, r.Status)
		}
	})
}

// TestAutoBudget asserts that Auto uses up the budget exactly and leaves no coroutine behind.
func TestAutoBudget(t *testing.T) {
	for n := uint64(1); n < 400; n += 37 {
		r := find(t, richTarget(ToyMergeSort, 20), Auto{}, n, budget(n))
		if r.Explorations != n || r.Status != search.Budget {
			t.Errorf("%d explorations of %d, %v", r.Explorations, n, r.Status)
		}
	}
}

// TestAutoGoesOn asserts that Auto continues with paths when only one evaluation is left. If
// evaluations are the only limit, the search ends when they are used up.
func TestAutoGoesOn(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 50, 400} {
		tg, _ := withInputs(ToyMergeSort, 20)
		r := find(t, tg, Auto{}, n, Options{Budget: Budget{Explorations: 3000, Evaluations: n}})
		if r.Explorations != 3000 || r.Status != search.Budget || n > 2 && r.Evaluations != n-1 || n < 3 && r.Evaluations > 0 {
			t.Errorf("%d explorations, %d evaluations of %d, %v", r.Explorations, r.Evaluations, n, r.Status)
		}
	}
	tg, _ := withInputs(ToyMergeSort, 20)
	if r := find(t, tg, Auto{}, 1, Options{Budget: Budget{Evaluations: 400}}); r.Evaluations != 400 || r.Status != search.Budget {
		t.Errorf("%d evaluations, %v", r.Evaluations, r.Status)
	}
}
