package symexec

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// drawn is a Chooser that draws its sides at random.
type drawn struct {
	rng   *rand.Rand
	sides []bool
}

func (c *drawn) Choose(*Branch) bool {
	c.sides = append(c.sides, c.rng.IntN(2) == 1)
	return c.sides[len(c.sides)-1]
}

func (*drawn) Took(*Branch, bool, SideReason) {}

// retaken is a Chooser that takes given sides and then follows the witness.
type retaken []bool

func (a retaken) Choose(b *Branch) bool {
	if b.Depth < len(a) {
		return a[b.Depth]
	}
	return b.Witness
}

func (retaken) Took(*Branch, bool, SideReason) {}

// TestUncheckedLaw checks that sides that are feasible together lead ExploreUnchecked to the same
// path as Explore, with at most one query and one more for each number made concrete. Of
// infeasible sides the longest feasible prefix is kept, and the input takes it.
func TestUncheckedLaw(t *testing.T) {
	type function struct {
		pattern, name string
		vector        input.Vector
	}
	feasible, infeasible := 0, 0
	for _, f := range []function{
		{"./testdata/sorting", "Quick", ints(1, 2, 3, 4, 5)},
		{"./testdata/sorting", "Sum", ints(1, 2, 3, 4)},
		{"../bench/subjects/triangle", "Triangle", input.Vector{3, 4, 5}},
		{"./testdata/ends", "Pick", input.Vector{2}},
		{"./testdata/ends", "Class", input.Vector{'x'}},
	} {
		solver := embedded.New(embedded.Options{})
		e := executor(t, program(t, f.pattern), f.name, Options{Vector: f.vector, Solver: solver})
		rng := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			c := &drawn{rng: rng}
			asked, err := e.Explore(t.Context(), nil, c)
			if err != nil {
				t.Fatal(err)
			}
			var taken retaken
			for _, d := range asked.Decisions {
				taken = append(taken, d.Side)
			}
			u, err := e.ExploreUnchecked(t.Context(), f.vector, taken)
			if err != nil {
				t.Fatal(err)
			}
			if asked.Concrete == 0 && (u.Kept != u.Sides || trace(u.Path) != trace(asked) || u.Cost != asked.Cost || u.End != asked.End) {
				t.Fatalf("%s: unasked %d of %d sides of\n%s are\n%s", f.name, u.Kept, u.Sides, trace(asked), trace(u.Path))
			}
			if u.Queries > 1+u.Concrete {
				t.Errorf("%s: %d questions with %d concrete numbers", f.name, u.Queries, u.Concrete)
			}
			feasible++
			wanted := retaken(c.sides)
			u, err = e.ExploreUnchecked(t.Context(), f.vector, wanted)
			if err != nil {
				t.Fatal(err)
			}
			forced := slices.IndexFunc(asked.Decisions, func(d Decision) bool { return d.Why != Wanted && !d.Known })
			if asked.Concrete == 0 && forced >= 0 {
				infeasible++
				if u.Kept != forced || u.Sides <= forced {
					t.Fatalf("%s: %d of %d sides are kept, not %d of %v", f.name, u.Kept, u.Sides, forced, wanted)
				}
			}
			run, err := e.ExploreFrom(t.Context(), u.Input, nil, Follow{})
			if err != nil || trace(run) != trace(u.Path) || !slices.Equal(run.Output, u.Output) {
				t.Fatalf("%s: the input takes\n%s, and not\n%s (%v)", f.name, trace(run), trace(u.Path), err)
			}
		}
		solver.Close()
	}
	if feasible == 0 || infeasible == 0 {
		t.Errorf("%d feasible paths, %d infeasible ones", feasible, infeasible)
	}
}

// always is a Chooser that wants the true side.
type always struct{}

func (always) Choose(*Branch) bool            { return true }
func (always) Took(*Branch, bool, SideReason) {}

// BenchmarkUnasked takes the worst path of insertion sort: n(n-1)/2 comparisons and one query.
func BenchmarkUnasked(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			solver := embedded.New(embedded.Options{})
			defer solver.Close()
			e := executor(b, program(b, "../bench/subjects/pyse"), "InsertionSort", Options{Vector: ints(make([]int, n)...), Solver: solver, Limits: Limits{Statements: 1 << 22}})
			for b.Loop() {
				u, err := e.ExploreUnchecked(b.Context(), nil, always{})
				if err != nil || u.Kept != n*(n-1)/2 || u.Queries != 1 {
					b.Fatal(u, err)
				}
			}
		})
	}
}
