package symexec

import (
	"slices"
	"testing"
	"unicode/utf8"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// TestRuneForks checks that a rune of several bytes stays symbolic with Options.Fork, and its
// value at the bounds of all UTF-8 classes.
func TestRuneForks(t *testing.T) {
	p := program(t, "./testdata/words")
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	both := func(fn string) func(v input.Vector) {
		e := executor(t, p, fn, Options{Vector: input.Vector{0, 0, 0}, Fork: true, Solver: solver})
		concrete := executor(t, p, fn, Options{Vector: input.Vector{0, 0, 0}, Concrete: true})
		return func(v input.Vector) {
			t.Helper()
			e.SetInput(v)
			concrete.SetInput(v)
			a, err1 := e.Explore(t.Context(), nil, Follow{})
			b, err2 := concrete.Explore(t.Context(), nil, Follow{})
			if err1 != nil || err2 != nil || a.Concrete > 0 || a.End != b.End || !slices.Equal(a.Output, b.Output) {
				t.Errorf("%s(%x): %v, %x, %v; without symbols %v, %x", fn, v, a.End, a.Output, a.Concrete, b.End, b.Output)
			}
		}
	}
	first := both("First")
	following := []uint64{0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0}
	for _, lead := range []uint64{0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff} {
		first(input.Vector{1, lead})
		for _, b := range following {
			first(input.Vector{2, lead, b})
			first(input.Vector{3, lead, b, 0x85})
			for _, last := range following {
				first(input.Vector{4, lead, b, 0x80, last})
				first(input.Vector{5, lead, b, last, 0xbf, 0x20})
			}
		}
	}
	encode := both("Encode")
	for _, r := range []rune{-1, 0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xffff, 0x10000, utf8.MaxRune, utf8.MaxRune + 1} {
		n := uint64(int64(r))
		encode(input.Vector{n, n & 0xffff, n})
		encode(input.Vector{n, n & 0xff, n << 32})
	}

	e := executor(t, p, "First", Options{Vector: input.Vector{3, 'a', 'b', 'c'}, Fork: true, Solver: solver})
	found := false
	for _, q := range allPaths(t, e, 100) {
		found = found || slices.Equal(q.Input, input.Vector{3, 0xe2, 0x82, 0xac})
	}
	if !found {
		t.Error("no path to the rune")
	}
}
