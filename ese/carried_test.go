package ese_test

import (
	"math/rand/v2"
	"testing"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/ese"
)

// carry runs Carried on a program at a size, with a greatest number of paths.
func carry(t *testing.T, fn string, size int, o ese.Options) ese.Result {
	t.Helper()
	m, ok := manual.Find(fn)
	if !ok {
		t.Fatalf("no %s", fn)
	}
	s := subject{t, programs(t), m}
	r, err := ese.Search(t.Context(), s.target(size), ese.Carried{SmallPaths: 300}, rand.New(rand.NewPCG(1, 2)), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCarried asserts that the policy of small sizes is followed at 300 numbers with one query
// and one path, and again without training by the policy that the first search returned.
func TestCarried(t *testing.T) {
	for _, fn := range []string{"Alternate0", "KMP"} {
		m, _ := manual.Find(fn)
		best, _ := m.Optimum(300)
		r := carry(t, fn, 300, ese.Options{Keep: true})
		own := r.Explorations - r.Training
		if r.Cost+1 < best || own != 1 || r.Tally(ese.CarriedQuestions) != 1 || r.Tally(ese.CarriedKept) != r.Tally(ese.CarriedSides) {
			t.Errorf("%s: cost %d of %d, %d paths, %v", fn, r.Cost, best, own, r.Tallies)
		}
		again := carry(t, fn, 300, ese.Options{Policy: r.Policy})
		if again.Cost != r.Cost || again.Explorations != 1 || again.Queries != 1 {
			t.Errorf("%s: with its policy cost %d, %d paths, %d questions; it was %d", fn, again.Cost, again.Explorations, again.Queries, r.Cost)
		}
	}
}

// TestCarriedNothing asserts that decisions unknown from small sizes are tallied.
func TestCarriedNothing(t *testing.T) {
	r := carry(t, "MemoryFill", 30, ese.Options{})
	if r.Tally(ese.Unlearned) != 30 || r.Best == nil {
		t.Errorf("%v", r.Tallies)
	}
	if r = carry(t, "MemoryFill", 60, ese.Options{Training: []int{20, 24}}); r.Tally(ese.Unlearned) != 0 {
		t.Errorf("trained where it matters: %v", r.Tallies)
	}
}

// TestCarriedMends asserts that the feasible prefix of a path with a contradiction is kept, and
// that the returned input takes the path.
func TestCarriedMends(t *testing.T) {
	r := carry(t, "QuicksortJDK", 60, ese.Options{})
	sides, kept := r.Tally(ese.CarriedSides), r.Tally(ese.CarriedKept)
	if kept >= sides || kept == 0 || r.Tally(ese.CarriedRepairs) == 0 || r.Lost > 0 && r.Explorations == r.Lost {
		t.Errorf("%d of %d sides, %v", kept, sides, r.Tallies)
	}
}
