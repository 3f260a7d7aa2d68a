package ga

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/testutil"
)

func TestEta(t *testing.T) {
	const none = 0x1111111111111111
	for _, tt := range []struct {
		bits uint64
		want float64
	}{
		{none, 0},
		{none &^ 0xf, 1},                       // α0
		{none &^ 0xf0, 0.5},                    // α1
		{none &^ 0xff, 1.5},                    // both
		{none &^ (0xf << 60), 1.0 / (1 << 15)}, // α15
		{0, 2 - 1.0/(1<<15)},
		{^uint64(0), 0},
	} {
		if got := eta(tt.bits); got != tt.want {
			t.Errorf("%#x: %v, want %v", tt.bits, got, tt.want)
		}
	}
}

const (
	etaNone = 0x1111111111111111
	etaOne  = 0x1111111111111110
	etaHalf = 0x1111111111111101
	down    = 1
	up      = 0
)

// word gives a float's bits.
func word(f float64) uint64 { return math.Float64bits(f) }

func TestBreed(t *testing.T) {
	neg := func(x int64) uint64 { return uint64(x) }
	for _, tt := range []struct {
		typ       *input.Type
		w         uint64
		scale     float64
		eta, side uint64
		want      uint64
	}{
		{tInt32, 7, 1e-1, etaNone, up, 7},
		{tInt32, 7, 1e-1, etaOne, up, 7 + 429496730}, // 2^32/10, rounded
		{tInt32, 7, 1e-1, etaOne, down, neg(7 - 429496730)},
		{tInt32, 7, 1e-1, etaHalf, up, 7 + 214748365},
		{tInt32, 7, 1e-6, etaOne, up, 7 + 4295},
		{tInt32, math.MaxInt32 - 5, 1e-1, etaOne, up, math.MaxInt32},
		{tInt8, 7, 1e-6, etaOne, up, 8}, // a mutation moves
		{tInt8, 7, 1e-1, etaOne, down, neg(7 - 26)},
		{tInt64, 0, 1e-1, etaOne, up, 1844674407370955264},
		{tInt64, neg(math.MinInt64), 1e-1, 0, down, neg(math.MinInt64)},
		{tUint16, 10, 1e-3, etaOne, down, 0},
		{tUint64, math.MaxUint64, 1e-1, 0, up, math.MaxUint64},
		{tBool, 0, 1e-6, etaOne, down, 1},
		{tBool, 1, 1e-1, etaOne, up, 0},
		{tBool, 1, 1e-1, etaNone, up, 1},
		{tFloat64, word(1), 1e-1, etaOne, up, word(1 + 1759218604441.6)}, // 2^44/10
		{tFloat64, word(1), 1e-6, etaOne, down, word(1 - 17592186.044)},
		{tFloat64, word(1 << 43), 1e-1, 0, up, word(1 << 43)},
		{tFloat32, word(0.5), 1e-4, etaHalf, up, word(float64(float32(0.5 + 209.715)))},
		{tFloat32, word(0.5), 1e-1, etaNone, up, word(0.5)},
	} {
		testutil.Run(t, func(rng *rand.Rand) {
			b := NewBreeder(finiteSpace(tt.typ))
			if got := mutateWord(&b.fixedGenes[0], tt.w, tt.scale, rng); got != tt.want {
				t.Errorf("%s %#x, scale %v, η %v: %#x, want %#x", tt.typ.Go, tt.w, tt.scale, eta(tt.eta), got, tt.want)
			}
		}, tt.eta, tt.side)
	}
}

// TestScales: the mutation step of sub-population pop is 10^-pop.
func TestScales(t *testing.T) {
	m := Wegener{}.Config().Model.(*wegener)
	for i, want := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6} {
		if got := m.steps[i]; math.Abs(got/want-1) > 1e-12 {
			t.Errorf("sub-population %d: %v", i+1, got)
		}
	}
}

// TestMutate asserts that each of n genes is mutated with probability 1/n, the last gene first.
func TestMutate(t *testing.T) {
	s := finiteSpace(tInt32, tInt32, tInt32)
	testutil.Run(t, func(rng *rand.Rand) {
		b := NewBreeder(s)
		if got := b.Mutate(input.Vector{10, 20, 30}, 1e-6, rng); !slices.Equal(got, input.Vector{10, 20 + 4295, 30}) {
			t.Errorf("got %v", got)
		}
		if got := b.Mutate(input.Vector{10, 20, 30}, 1e-6, rng); !slices.Equal(got, input.Vector{10 + 2147, 20, ^uint64(4264)}) {
			t.Errorf("got %v", got)
		}
	}, testutil.Share(1, 3), testutil.Share(0, 3), etaOne, up, testutil.Share(2, 3),
		testutil.Share(0, 3), etaOne, down, testutil.Share(1, 3), testutil.Share(0, 3), etaHalf, up)
	rng := rand.New(rand.NewPCG(5, 6))
	b := NewBreeder(s)
	changed := 0
	for range 30_000 {
		for i, w := range b.Mutate(input.Vector{0, 0, 0}, 1e-1, rng) {
			_ = i
			if w != 0 {
				changed++
			}
		}
	}
	// One of three genes each, where η is not 0: 1-(15/16)^16 = 0.644.
	if want := 0.644 * 30_000; math.Abs(float64(changed)-want) > 5*math.Sqrt(want) {
		t.Errorf("%d genes changed, want about %.0f", changed, want)
	}
}

// TestMutateShapes asserts that mutated inputs without a fixed number of genes are legal, and that
// lengths and pointers are mutated too.
func TestMutateShapes(t *testing.T) {
	s := space(tInts, tMap, tPointer, tString)
	rng := rand.New(rand.NewPCG(7, 8))
	b := NewBreeder(s)
	longer, shorter := 0, 0
	for range 3000 {
		v := s.Random(nil, rng)
		n := len(v)
		got := b.Mutate(v, 1e-1, rng)
		if !s.Canonical(got) {
			t.Fatalf("%v became %v", v, got)
		}
		if len(got) > n {
			longer++
		} else if len(got) < n {
			shorter++
		}
	}
	if longer < 30 || shorter < 30 {
		t.Errorf("%d grew, %d shrank", longer, shorter)
	}
}
