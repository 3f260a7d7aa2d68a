package ga

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/testutil"
)

func TestRecombine(t *testing.T) {
	s := space(tInt32, tBool, tFloat64, tUint64)
	a, b := input.Vector{1, 0, 3, 4}, input.Vector{11, 1, 13, 14}
	testutil.Run(t, func(rng *rand.Rand) {
		m := newModel(s, rng, Options{})
		for _, want := range []input.Vector{{1, 0, 3, 4}, {11, 1, 13, 14}, {11, 0, 13, 4}, {1, 1, 3, 14}} {
			if got := m.recombine(a, b); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		}
	}, 0, 15, 0b0101, 0b1010)
	if a[0] != 1 || b[0] != 11 {
		t.Error("a parent has changed")
	}
}

// TestRecombineMany: the coins do not run out.
func TestRecombineMany(t *testing.T) {
	types := make([]*input.Type, 130)
	for i := range types {
		types[i] = tUint64
	}
	s := space(types...)
	a, b := s.Zero(), s.Zero()
	for i := range b {
		b[i] = 1
	}
	testutil.Run(t, func(rng *rand.Rand) {
		child := newModel(s, rng, Options{}).recombine(a, b)
		for i, w := range child {
			if want := uint64(i / 64 & 1); w != want {
				t.Fatalf("gene %d is %d", i, w)
			}
		}
	}, 0, ^uint64(0), 0)
}

// TestRecombineShapes: of inputs without a fixed layout the children are
// legal, and what both parents have they have too.
func TestRecombineShapes(t *testing.T) {
	s := space(tInts, tMap, tPointer, tString, tInt8)
	rng := rand.New(rand.NewPCG(3, 4))
	m := newModel(s, rng, Options{})
	if m.fixed != nil {
		t.Fatal("taken for a fixed layout")
	}
	for range 500 {
		a, b := s.Random(nil, rng), s.Random(nil, rng)
		if child := m.recombine(a, b); !s.Legal(child) {
			t.Fatalf("%v and %v have %v", a, b, child)
		}
		if child := m.recombine(a, a); len(child) > 2*len(a) || child[len(child)-1] != a[len(a)-1] {
			t.Fatalf("%v with itself has %v", a, child)
		}
	}
}
