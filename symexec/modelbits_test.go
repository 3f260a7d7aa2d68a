package symexec

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"nearmiss/term"
)

// TestBitTerms: the terms of the models of math/bits have the values that the
// functions give, for words of every length.
func TestBitTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	m := &machine{b: term.NewBuilder()}
	for _, width := range []int{8, 16, 32, 64} {
		s := term.Unsigned(width)
		x := m.b.Slot(0, s, false)
		var w uint64
		eval := func(f *term.Term) uint64 {
			n, _ := term.NewWordEvaluator(func(int) uint64 { return w }).Bits(f)
			return n
		}
		length, trailing, ones, reverse := lenTerm(m, x), trailingTerm(m, x), onesTerm(m, x), reverseTerm(m, x)
		for range 500 {
			w = s.Wrap(rng.Uint64()>>rng.IntN(64)) & s.Wrap(^uint64(0)<<rng.IntN(width+1))
			for _, c := range []struct {
				name string
				f    *term.Term
				want int
			}{
				{"length", length, bits.Len64(w)},
				{"trailing zeros", trailing, min(bits.TrailingZeros64(w), width)},
				{"ones", ones, bits.OnesCount64(w)},
				{"reverse", reverse, int(bits.Reverse64(w) >> (64 - width))},
			} {
				if got := int(eval(c.f)); got != c.want {
					t.Fatalf("%d bits, %s of %#x: %d, want %d", width, c.name, w, got, c.want)
				}
			}
		}
	}
}

// TestBitPaths: on a path with symbolic words these functions are no branches.
func TestBitPaths(t *testing.T) {
	e := executor(t, program(t, "./testdata/words"), "Positions", Options{Vector: []uint64{40, 3}})
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil || path.End.Kind != Returned {
		t.Fatal(err, path.End)
	}
	if len(path.Decisions) != 0 || path.Concrete != 0 {
		t.Errorf("%d decisions, %d values made concrete", len(path.Decisions), path.Concrete)
	}
}
