package ese

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/symexec"
	"nearmiss/term"
)

// seen returns the weight indices that an observer computes for a branch.
func seen(o *observer, b *symexec.Branch) (at [maxFeatures]uint32) {
	var s step
	o.observe(b, &s)
	return s.weights
}

// compare returns a branch with the condition that one slot is less than another.
func compare(b *term.Builder, site, x, y int) *symexec.Branch {
	slot := func(i int) *term.Term { return b.Slot(i, term.Signed(64), false) }
	return &symexec.Branch{Site: symexec.Site{Cond: site}, Cond: b.Compare(term.LT, slot(x), slot(y))}
}

// TestAtPast asserts that the feature depends on the last decision on each input, its side and
// the position of the input in it, but not on the identity of the inputs.
func TestAtPast(t *testing.T) {
	b := term.NewBuilder()
	after := func(last *symexec.Branch, side bool, then *symexec.Branch) [maxFeatures]uint32 {
		o := observer{features: []Feature{AtPast}, tableMask: 1<<20 - 1}
		o.begin()
		o.advance(compare(b, 1, 0, 1), true)
		o.advance(last, side)
		return seen(&o, then)
	}
	same := after(compare(b, 2, 4, 5), true, compare(b, 3, 4, 6))
	if got := after(compare(b, 2, 7, 8), true, compare(b, 3, 7, 3)); got != same {
		t.Error("other inputs with the same past are not alike")
	}
	for what, other := range map[string][maxFeatures]uint32{
		"another side":           after(compare(b, 2, 4, 5), false, compare(b, 3, 4, 6)),
		"another place before":   after(compare(b, 1, 4, 5), true, compare(b, 3, 4, 6)),
		"another place":          after(compare(b, 2, 4, 5), true, compare(b, 2, 4, 6)),
		"the other operand then": after(compare(b, 2, 4, 5), true, compare(b, 3, 5, 6)),
		"the other operand now":  after(compare(b, 2, 4, 5), true, compare(b, 3, 6, 4)),
		"no past":                after(compare(b, 2, 4, 5), true, compare(b, 3, 8, 6)),
	} {
		if other == same {
			t.Errorf("%s: alike", what)
		}
	}
}

// TestAfterRuns asserts that the feature depends on the last runs of equal decisions, but not on
// their lengths.
func TestAfterRuns(t *testing.T) {
	b := term.NewBuilder()
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOfN(rapid.IntRange(0, 5), numRuns, 8).Draw(t, "decisions")
		kinds = slices.Compact(kinds)
		if len(kinds) < numRuns {
			return
		}
		after := func(kinds []int, most int) [maxFeatures]uint32 {
			o := observer{features: []Feature{AfterRuns}, tableMask: 1<<20 - 1}
			o.begin()
			for _, k := range kinds {
				for range rapid.IntRange(1, most).Draw(t, "times") {
					o.advance(compare(b, k/2, 0, 1), k%2 == 1)
				}
			}
			return seen(&o, compare(b, 9, 0, 1))
		}
		want := after(kinds, 1)
		if after(kinds, 5) != want || after(kinds[len(kinds)-numRuns:], 5) != want {
			t.Fatalf("%v: told apart", kinds)
		}
		last := slices.Clone(kinds)
		last[len(last)-numRuns] = 7
		if after(last, 1) == want {
			t.Fatalf("%v and %v: alike", kinds, last)
		}
	})
}

// TestObserverForgets asserts that the features of a path do not depend on the path before it.
func TestObserverForgets(t *testing.T) {
	b := term.NewBuilder()
	o := observer{features: []Feature{AtPast, AfterRuns, AfterSix}, tableMask: 1<<20 - 1}
	o.begin()
	first := seen(&o, compare(b, 3, 0, 1))
	o.advance(compare(b, 3, 0, 1), true)
	if seen(&o, compare(b, 3, 0, 1)) == first {
		t.Error("a decision leaves nothing")
	}
	o.begin()
	if seen(&o, compare(b, 3, 0, 1)) != first {
		t.Error("something is left of another path")
	}
}

// TestLadder asserts that the learning sizes double from the least size to half of the target.
func TestLadder(t *testing.T) {
	for size := range 2000 {
		sizes := learningSizes(size)
		if (len(sizes) > 0) != (size >= 2*minLearningSize) {
			t.Fatalf("%d: %v", size, sizes)
		}
		for i, s := range append(sizes, size)[:len(sizes)] {
			next := append(sizes, size)[i+1]
			if s < minLearningSize || s != next/2 || i == 0 && s >= 2*minLearningSize {
				t.Fatalf("%d: %v", size, sizes)
			}
		}
	}
}

// TestSchooling asserts that the learning sizes take at most their share of the budget, and that
// each size is used.
func TestSchooling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 8 * minLearningSize
		rungs := uint64(len(learningSizes(size)))
		b := Budget{Explorations: rapid.Uint64Range(1, 500).Draw(t, "budget")}
		g := newGate(t.Context(), target(ToyInsertionSort, size), generator(rapid.Uint64().Draw(t, "seed")), Options{Budget: b})
		sizes := map[int]bool{}
		part := g.Within(Budget{})
		part.target.Sizes = noting{part.target.Sizes, sizes}
		policy := learnOnSmallSizes(part)
		each := b.scaled(learningShare / float64(rungs)).Explorations
		if n := g.archive.Training; n > rungs*each || n < min(rungs, b.Explorations) {
			t.Errorf("%d of %d explorations, %d for each of %d sizes", n, b.Explorations, each, rungs)
		}
		if b.Explorations > rungs && len(sizes) != int(rungs) {
			t.Errorf("%v", sizes)
		}
		if policy == nil || g.archive.Best != nil {
			t.Error("nothing was learned, or a path of another size is the best")
		}
	})
}

// noting records the sizes that a strategy requests.
type noting struct {
	Sizes
	sizes map[int]bool
}

func (n noting) At(size int) (Explorer, error) {
	n.sizes[size] = true
	return n.Sizes.At(size)
}
