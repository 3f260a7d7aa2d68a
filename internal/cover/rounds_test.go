package cover

import (
	"context"
	"testing"
)

// TestBatches: each open goal that was picked is in one batch, the goals of
// small functions first; a batch is short where their analysis takes long, though not so
// short that there is nothing to do beside each other.
func TestBatches(t *testing.T) {
	for slices, most := range []int{goalBatch, analysts} { // of the goals of the largest function
		u := &unit{}
		s := &session{picked: map[*goal]uint64{}}
		want := 0
		for _, n := range []int{400, 2, 90, 30, 8, 220} {
			fn := &function{unit: u}
			for i := range n {
				g := &goal{fn: fn, slices: slices}
				fn.goals, u.goals = append(fn.goals, g), append(u.goals, g)
				switch {
				case i%7 == 3: // not picked
				case i%5 == 0:
					g.found = &find{}
					s.picked[g] = 1
				default:
					s.picked[g] = 1
					want++
				}
			}
		}
		seen := map[*goal]bool{}
		size, longest := 0, 0
		for _, batch := range s.batches(u) {
			work := 0
			for _, g := range batch {
				if seen[g] || !g.open() || s.picked[g] == 0 {
					t.Fatal("a goal is there that should not be")
				}
				seen[g] = true
				n := len(g.fn.goals)
				if n < size {
					t.Errorf("%d branches come after %d", n, size)
				}
				if size = n; slices > 0 || n < roughFrom {
					n *= n
				}
				work += n
			}
			if len(batch) == 0 || len(batch) > goalBatch || len(batch) > analysts && work > batchWork {
				t.Errorf("a batch of %d goals with %d of work", len(batch), work)
			}
			if len(batch[0].fn.goals) == 400 {
				longest = max(longest, len(batch))
			}
		}
		if len(seen) != want || longest != most {
			t.Errorf("%d goals are in batches, and of the largest function up to %d in one, want %d and %d", len(seen), longest, want, most)
		}
	}
}

// TestLarger: slices grow up to the budget of a branch, and never to nothing, which would
// be no bound at all.
func TestLarger(t *testing.T) {
	for _, evals := range []int{1, 999, 5_000, 100_000} {
		s := &session{opt: Options{Evals: evals}}
		size := uint64(min(firstSlice, evals))
		for round := range 100 {
			was := size
			if size = s.larger(size); size < was || size > uint64(evals) {
				t.Fatalf("round %d: %d behind %d, of %d", round, size, was, evals)
			}
		}
		if size != uint64(evals) {
			t.Errorf("%d, want %d", size, evals)
		}
	}
}

// TestAnalyseAside: what has been found meanwhile is not analysed.
func TestAnalyseAside(t *testing.T) {
	fn := &function{unit: &unit{}}
	goals := []*goal{{fn: fn, found: &find{}}, {fn: fn, infeasible: "a proof"}}
	s := &session{opt: Options{Parallel: 1}}
	<-s.analyseAside(context.Background(), goals)
	for _, g := range goals {
		if g.target != nil {
			t.Error("a goal that is not open was analysed")
		}
	}
}
