package avm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

// chain is the run of
//
//	if x == 1234 { if y == x { target } }
//
// measured by the enhanced fitness: one path condition of two clauses.
type chain struct{}

func (chain) Evaluate(v input.Vector, f *search.Fitness) {
	x, y := int64(v[0]), int64(v[1])
	*f = search.Fitness{N: 2}
	f.Exact[0], f.Exact[1] = distance(x, 1234), distance(y, x)
	for _, d := range f.Exact[:2] {
		f.Value += float64(d) / (float64(d) + 1)
	}
}

// distance returns the distance of a == b with K = 1.
func distance(a, b int64) uint64 {
	if a == b {
		return 0
	}
	if d := diff(a, b); d < math.MaxUint64 {
		return d + 1
	}
	return math.MaxUint64
}

// nested is the same run measured by the standard fitness.
type nested struct{}

func (nested) Evaluate(v input.Vector, f *search.Fitness) {
	x, y := int64(v[0]), int64(v[1])
	d, level := distance(x, 1234), 1
	if d == 0 {
		d, level = distance(y, x), 0
	}
	*f = search.Fitness{Value: float64(level) + float64(d)/(float64(d)+1), Level: level, N: 1}
	f.Exact[0] = d
}

// found runs 30 seeds and returns how many found the target, and the mean and
// the most evaluations of those.
func found(e search.Evaluator, bits int, lexicographic bool, o avm.Options) (n int, mean float64, most uint64) {
	t := &input.Type{Kind: input.Int, Bits: bits}
	s := space(t, t)
	for seed := range uint64(30) {
		g := search.NewGate(e, search.GateOptions{Seed: seed, Evaluations: 100_000, Lexicographic: lexicographic})
		r := avm.Search(g, s, rand.New(rand.NewPCG(seed, 1)), o)
		if r.Status == search.Found {
			n++
			mean += float64(r.Evaluations)
			most = max(most, r.Evaluations)
		}
	}
	return n, mean / float64(n), most
}

// TestLexicographic is the design's measured example: x == 1234 && y == x,
// drawn over the whole domain. The published value alone is enough for 32
// bits and never for 64; exact distances compared clause by clause are enough
// for both, within 5 000 evaluations.
func TestLexicographic(t *testing.T) {
	for _, tt := range []struct {
		name   string
		eval   search.Evaluator
		bits   int
		lexi   bool
		finds  int
		within uint64
	}{
		{"symbolic published", chain{}, 32, false, 30, 100_000},
		{"symbolic published", chain{}, 64, false, 0, 0},
		{"symbolic lexicographic", chain{}, 32, true, 30, 5_000},
		{"symbolic lexicographic", chain{}, 64, true, 30, 5_000},
		{"standard lexicographic", nested{}, 32, true, 30, 5_000},
		{"standard lexicographic", nested{}, 64, true, 30, 5_000},
	} {
		for _, local := range []avm.Local{avm.Korel, avm.Geometric, avm.Lattice} {
			n, mean, most := found(tt.eval, tt.bits, tt.lexi, avm.Options{Local: local})
			t.Logf("%s, %d bits, %v: %d of 30, %.0f evaluations on average, %d at most", tt.name, tt.bits, local, n, mean, most)
			if local == avm.Korel && n != tt.finds || n < tt.finds || most > tt.within && tt.finds > 0 {
				t.Errorf("%s, %d bits, %v: %d of 30, at most %d evaluations; want %d within %d", tt.name, tt.bits, local, n, most, tt.finds, tt.within)
			}
		}
	}
}

// TestDeterminism: the same seed gives the same result and the same next draw.
func TestDeterminism(t *testing.T) {
	for _, o := range []avm.Options{{}, {Local: avm.Geometric}, {Local: avm.Lattice}, {Extended: true}} {
		run := func() (search.Result, uint64) {
			g := search.NewGate(nested{}, search.GateOptions{Evaluations: 700, Lexicographic: true, Cache: 64})
			rng := rand.New(rand.NewPCG(3, 4))
			r := avm.Search(g, space(tInt64, tInt64), rng, o)
			return r, rng.Uint64()
		}
		r1, next1 := run()
		r2, next2 := run()
		if r1.Evaluations != r2.Evaluations || r1.Restarts != r2.Restarts || next1 != next2 ||
			r1.Bests[0].Fitness != r2.Bests[0].Fitness || r1.Bests[0].Vector[1] != r2.Bests[0].Vector[1] {
			t.Errorf("%+v: %+v then %+v", o, r1, r2)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, local := range []avm.Local{avm.Korel, avm.Geometric, avm.Lattice} {
		b.Run(locals[local], func(b *testing.B) {
			g := search.NewGate(plateau{}, search.GateOptions{Evaluations: uint64(b.N), Lexicographic: true})
			b.ReportAllocs()
			avm.Search(g, space(tInt64, tInt64, tInt64), rand.New(rand.NewPCG(1, 1)), avm.Options{Local: local})
		})
	}
}

// plateau is never reached: |x-y| + |y-z| + 1.
type plateau struct{}

func (plateau) Evaluate(v input.Vector, f *search.Fitness) {
	f.Exact[0], f.Exact[1] = distance(int64(v[0]), int64(v[1])), distance(int64(v[1]), int64(v[2]))
	f.N, f.Level = 2, 0
	f.Value = 1 + float64(f.Exact[0]) + float64(f.Exact[1])
}
