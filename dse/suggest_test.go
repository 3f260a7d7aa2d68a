package dse_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
	"nearmiss/search"
)

// suggesting suggests inputs, one whenever it likes to.
type suggesting struct {
	dse.Frontier
	list  []input.Vector
	likes func() bool
}

func (s *suggesting) Suggest() (v input.Vector) {
	if len(s.list) > 0 && s.likes() {
		v, s.list = s.list[0], s.list[1:]
	}
	return v
}

// TestSuggest asserts that inputs are run that the front suggests, in its order
// and none twice, that they count as runs that no flip made, and that nodes are
// flipped as they would be with these inputs to start from.
func TestSuggest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "slots")
		vectors := rapid.SliceOfN(rapid.SliceOfN(rapid.Uint64Range(0, 1), n, n), 0, 9).Draw(t, "inputs")
		likes := func() bool { return rapid.Bool().Draw(t, "likes") }
		var suggested []input.Vector
		for _, v := range vectors {
			for i := range v {
				v[i] = -v[i] // 0 or -1
			}
			suggested = append(suggested, v)
		}
		s := &suggesting{list: suggested, likes: likes}
		strategy := func(w *dse.World) dse.Frontier { s.Frontier = dse.BreadthFirst(w); return s }
		var made, ran []input.Vector
		r := run(t, toy.New(signs, n), strategy, 1, dse.Options{
			Starts: []input.Vector{make(input.Vector, n)},
			Ran: func(r *dse.Run) bool {
				v := r.Path.Input
				if r.Number > 0 && r.Flipped == nil {
					if slices.ContainsFunc(ran, func(w input.Vector) bool { return slices.Equal(v, w) }) {
						t.Fatalf("%v is run again", v)
					}
					made = append(made, v)
				}
				ran = append(ran, v)
				return true
			},
		})
		if !r.Complete || r.Status != search.Exhausted || r.Runs != len(ran) || r.Nodes != 1<<n-1 || r.Infeasible != 0 {
			t.Fatalf("%+v", r)
		}
		for _, v := range made { // in order, and new
			i := slices.IndexFunc(suggested, func(w input.Vector) bool { return slices.Equal(v, w) })
			if i < 0 {
				t.Fatalf("%v was not suggested", v)
			}
			suggested = suggested[i+1:]
		}
	})
}
