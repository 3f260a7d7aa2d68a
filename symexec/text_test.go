package symexec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// TestFormat checks that fmt keeps a text symbolic that a verb copies, and that it formats
// everything as without symbols.
func TestFormat(t *testing.T) {
	p := program(t, "./testdata/words")
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	e := executor(t, p, "Wrapped", Options{Vector: input.Vector{2, 'x', 'y'}, Solver: solver})
	yes := 0
	for _, q := range allPaths(t, e, 10) {
		if q.Concrete > 0 || q.End.Kind != Returned {
			t.Errorf("%v, %v", q.Concrete, q.End)
		}
		if q.Output[0] == 1 {
			yes++
		}
	}
	if yes != 1 {
		t.Errorf("%d paths to the text", yes)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	e = executor(t, p, "Message", Options{Vector: input.Vector{0, 0}})
	concrete := executor(t, p, "Message", Options{Vector: input.Vector{0, 0}, Concrete: true})
	for range 100 {
		v := input.NewSpace(p.Entries[p.Entry("Message")], input.Limits{Len: 4}).Random(nil, rng)
		e.SetInput(v)
		concrete.SetInput(v)
		a, err1 := e.Explore(t.Context(), nil, Follow{})
		b, err2 := concrete.Explore(t.Context(), nil, Follow{})
		if err1 != nil || err2 != nil || a.End != b.End || a.End.Kind != Returned || !slices.Equal(a.Output, b.Output) {
			t.Errorf("%v: %v, %v; without symbols %v, %v", v, a.End, a.Output, b.End, b.Output)
		}
	}
}
