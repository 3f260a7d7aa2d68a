package ga

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/testutil"
)

// TestCrossover asserts that each gene takes one random bit, and that the second child has the
// genes that the first did not take.
func TestCrossover(t *testing.T) {
	s := space(tInt32, tBool, tFloat64, tUint64)
	a, b := input.Vector{1, 0, 3, 4}, input.Vector{11, 1, 13, 14}
	testutil.Run(t, func(rng *rand.Rand) {
		o := NewBreeder(s)
		for _, want := range [][2]input.Vector{
			{{1, 0, 3, 4}, {11, 1, 13, 14}},
			{{11, 1, 13, 14}, {1, 0, 3, 4}},
			{{11, 0, 13, 4}, {1, 1, 3, 14}},
			{{1, 1, 3, 14}, {11, 0, 13, 4}},
		} {
			if c, d := o.Crossover(a, b, rng); !slices.Equal(c, want[0]) || !slices.Equal(d, want[1]) {
				t.Errorf("got %v and %v, want %v", c, d, want)
			}
		}
	}, 0, 15, 0b0101, 0b1010)
	if a[0] != 1 || b[0] != 11 {
		t.Error("a parent has changed")
	}
}

// TestCrossoverMany crosses vectors with more genes than a random word has bits.
func TestCrossoverMany(t *testing.T) {
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
		child, _ := NewBreeder(s).Crossover(a, b, rng)
		for i, w := range child {
			if want := uint64(i / 64 & 1); w != want {
				t.Fatalf("gene %d is %d", i, w)
			}
		}
	}, 0, ^uint64(0), 0)
}

// TestCrossoverShapes asserts for inputs without a fixed number of genes that the children are
// legal and have the genes that both parents have in common.
func TestCrossoverShapes(t *testing.T) {
	s := space(tInts, tMap, tPointer, tString, tInt8)
	rng := rand.New(rand.NewPCG(3, 4))
	o := NewBreeder(s)
	if o.fixedGenes != nil {
		t.Fatal("taken for a fixed layout")
	}
	for range 500 {
		a, b := s.Random(nil, rng), s.Random(nil, rng)
		c, d := o.Crossover(a, b, rng)
		if !s.Canonical(c) || !s.Canonical(d) {
			t.Fatalf("%v and %v have %v and %v", a, b, c, d)
		}
		if c, _ := o.Crossover(a, a, rng); len(c) > 2*len(a) || c[len(c)-1] != a[len(a)-1] {
			t.Fatalf("%v with itself has %v", a, c)
		}
	}
}

// TestNeighbour asserts that exactly one gene changes.
func TestNeighbour(t *testing.T) {
	for _, s := range []*input.Space{space(tInt32, tBool, tFloat64), space(tInts, tString, tInt8)} {
		o, rng := NewBreeder(s), generator(1)
		for range 500 {
			v := s.Random(nil, rng)
			was := slices.Clone(v)
			n := o.Neighbour(v, rng)
			if slices.Equal(n, v) || !s.Canonical(n) || !slices.Equal(v, was) {
				t.Fatalf("%v is the neighbour of %v, which was %v", n, v, was)
			}
			differ := 0
			for i := range min(len(n), len(v)) {
				if n[i] != v[i] {
					differ++
				}
			}
			if o.fixedGenes != nil && differ != 1 {
				t.Fatalf("%v and %v differ in %d genes", n, v, differ)
			}
		}
	}
}
