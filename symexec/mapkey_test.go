package symexec

import (
	"math"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// TestMapKeys checks that a symbolic key is compared with the keys in its map: there is a path
// for each way in which the keys can be equal, and each path is the path of its input.
func TestMapKeys(t *testing.T) {
	p := program(t, "./testdata/words")
	for _, c := range []struct {
		fn     string
		vector input.Vector
		paths  int
	}{
		{"Count", ints(1, 2, 3), 5}, // 5 partitions of a set of three
		{"Count", ints(1, 2, 3, 4), 14},
		{"Forget", input.Vector{1, 2, 3}, 5},
		{"Keyword", input.Vector{3, 'x', 'y', 'z'}, 3},
		{"Keyword", input.Vector{4, 'f', 'u', 'n', 'c'}, 2},
		{"Zeros", input.Vector{0, 1 << 63}, 3},
	} {
		solver := embedded.New(embedded.Options{})
		e := executor(t, p, c.fn, Options{Vector: c.vector, Solver: solver, Fork: true})
		concrete := executor(t, p, c.fn, Options{Vector: c.vector, Concrete: true})
		paths := allPaths(t, e, 100)
		if len(paths) != c.paths {
			t.Errorf("%s: %d paths, not %d", c.fn, len(paths), c.paths)
		}
		for _, q := range paths {
			concrete.SetInput(q.Input)
			run, err := concrete.Explore(t.Context(), nil, Follow{})
			if err != nil {
				t.Fatal(err)
			}
			if q.Concrete > 0 || !slices.Equal(run.Output, q.Output) || native(run.Cost) != native(q.Cost) || run.End != q.End {
				t.Errorf("%s: %v gives %v, %v; its path says %v, %v, with %d concrete values", c.fn, q.Input, run.Output, run.End, q.Output, q.End, q.Concrete)
			}
		}
		solver.Close()
	}
	nan := math.Float64bits(math.NaN())
	e := executor(t, p, "Zeros", Options{Vector: input.Vector{nan, nan}, Fork: true})
	if path, err := e.Explore(t.Context(), nil, Follow{}); err != nil || !slices.Equal(path.Output, input.Vector{20}) {
		t.Errorf("%v, %v", path, err)
	}
}

// TestRunes checks that a string made of a symbolic one-byte rune stays symbolic.
func TestRunes(t *testing.T) {
	p := program(t, "./testdata/words")
	e := executor(t, p, "Reverse", Options{Vector: input.Vector{5, 'h', 'a', 'l', 'l', 'o'}})
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil || path.Concrete > 0 || path.End.Kind != Returned {
		t.Fatal(path, err)
	}
	last := path.Condition[len(path.Condition)-1]
	for slot := 1; slot <= 5; slot++ {
		if !last.Uses(slot) {
			t.Errorf("%v does not depend on byte %d", last, slot)
		}
	}
}
