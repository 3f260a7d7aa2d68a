package search_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/search"

	"pgregory.net/rapid"
)

// counting is an evaluator that counts and answers by a function.
type counting struct {
	f    func(v input.Vector) search.Fitness
	n    int
	mode search.Mode
}

func (c *counting) SetMode(m search.Mode) { c.mode = m }
func (c *counting) Evaluate(v input.Vector, f *search.Fitness) {
	c.n++
	*f = c.f(v)
}

// first returns the first word as the fitness.
func first(v input.Vector) search.Fitness { return search.Fitness{Value: float64(v[0])} }

func anyFitness(t *rapid.T) search.Fitness {
	f := search.Fitness{Value: rapid.SampledFrom([]float64{0, 0.5, 0.75, 1, math.Inf(1)}).Draw(t, "value")}
	f.N = rapid.IntRange(0, 3).Draw(t, "n")
	for i := range f.N {
		f.Exact[i] = rapid.Uint64Range(0, 2).Draw(t, "exact")
	}
	f.Exact[7] = rapid.Uint64().Draw(t, "beyond N") // means nothing
	return f
}

// TestLess: both orders are strict weak orders, the lexicographic one refines
// the published one.
func TestLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyFitness(t), anyFitness(t), anyFitness(t)
		for _, lexicographic := range []bool{false, true} {
			less := func(x, y search.Fitness) bool { return x.Less(&y, lexicographic) }
			same := func(x, y search.Fitness) bool { return !less(x, y) && !less(y, x) }
			switch {
			case less(a, a):
				t.Fatal("less than itself")
			case less(a, b) && less(b, a):
				t.Fatal("both less")
			case less(a, b) && less(b, c) && !less(a, c):
				t.Fatal("not transitive")
			case same(a, b) && same(b, c) && !same(a, c):
				t.Fatal("sameness is not transitive")
			}
		}
		if a.Less(&b, false) && !a.Less(&b, true) {
			t.Fatal("the tie-break overrules the published value")
		}
	})
}

func TestLessTieBreak(t *testing.T) {
	a := search.Fitness{Value: 2, N: 2, Exact: [search.MaxExact]uint64{1 << 60, 5}}
	b := search.Fitness{Value: 2, N: 2, Exact: [search.MaxExact]uint64{1<<60 + 1, 0}}
	if !a.Less(&b, true) || b.Less(&a, true) || a.Less(&b, false) || b.Less(&a, false) {
		t.Error("the first clause that differs decides, with the tie-break only")
	}
}

// TestGateEnds asserts the exact evaluation at which each limit ends a
// search.
func TestGateEnds(t *testing.T) {
	asked := 0
	tests := []struct {
		name   string
		o      search.GateOptions
		values []uint64 // fitness of the evaluations, in order
		n      int      // evaluations made
		status search.Status
	}{
		{"budget", search.GateOptions{Evaluations: 3}, []uint64{9, 8, 7, 6, 5}, 3, search.Budget},
		{"found", search.GateOptions{Evaluations: 3}, []uint64{9, 0, 7}, 2, search.Found},
		{"found with the last evaluation", search.GateOptions{Evaluations: 3}, []uint64{9, 8, 0}, 3, search.Found},
		{"stopped", search.GateOptions{Stop: func() bool { asked++; return asked > 2 }}, []uint64{9, 8, 7, 6}, 2, search.Stopped},
		{"no limit", search.GateOptions{}, []uint64{9, 8, 7}, 3, search.Running},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &counting{f: first}
			g := search.NewGate(e, tt.o)
			var f search.Fitness
			for i, x := range tt.values {
				over := !g.Evaluate(input.Vector{x, uint64(i)}, &f)
				if over != g.Over() {
					t.Errorf("Evaluate says %v, Over %v", over, g.Over())
				}
				if i < e.n && f.Value != float64(x) || i >= e.n && !math.IsInf(f.Value, 1) {
					t.Errorf("evaluation %d gave %v", i, f.Value)
				}
			}
			r := g.Result()
			if e.n != tt.n || r.Evaluations != uint64(tt.n) || r.Status != tt.status {
				t.Errorf("%d evaluations, counted %d, %v; want %d, %v", e.n, r.Evaluations, r.Status, tt.n, tt.status)
			}
			if best := slices.Min(tt.values[:tt.n]); r.Bests[0].Fitness.Value != float64(best) || r.Bests[0].Vector[0] != best {
				t.Errorf("best %+v", r.Bests[0])
			}
		})
	}
}

// TestGateSane asserts that the gate replaces invalid fitness by the worst fitness.
func TestGateSane(t *testing.T) {
	for _, bad := range []float64{math.NaN(), -1, math.Inf(-1)} {
		g := search.NewGate(&counting{f: func(input.Vector) search.Fitness { return search.Fitness{Value: bad} }}, search.GateOptions{})
		var f search.Fitness
		if !g.Evaluate(input.Vector{1}, &f) || !math.IsInf(f.Value, 1) {
			t.Errorf("%v became %v", bad, f.Value)
		}
	}
}

// TestCacheIsTransparent asserts for caches of all sizes that each fitness is the evaluator's,
// and that evaluations and hits add up to the number of calls.
func TestCacheIsTransparent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := &counting{}
		e.f = func(v input.Vector) search.Fitness {
			x := 1.0 + float64(e.mode)
			for i, w := range v {
				x += float64(w) * float64(i+1)
			}
			return search.Fitness{Value: x, N: 1, Exact: [search.MaxExact]uint64{uint64(x)}}
		}
		g := search.NewGate(e, search.GateOptions{Cache: rapid.SampledFrom([]int{1, 2, 3, 64}).Draw(t, "size")})
		vectors := rapid.SliceOfN(rapid.SliceOfN(rapid.Uint64Range(0, 2), 0, 3), 1, 40).Draw(t, "vectors")
		for i, v := range vectors {
			g.SetMode(search.Mode(i / 7 % 2))
			var f search.Fitness
			g.Evaluate(v, &f)
			if want := e.f(v); f.Value != want.Value || f.Exact[0] != want.Exact[0] {
				t.Fatalf("%v in mode %v gave %v, want %v", v, e.mode, f, want)
			}
		}
		r := g.Result()
		if int(r.Evaluations) != e.n || int(r.Evaluations+r.CacheHits) != len(vectors) {
			t.Fatalf("%d evaluations, %d hits of %d", r.Evaluations, r.CacheHits, len(vectors))
		}
	})
}

func TestCacheCounts(t *testing.T) {
	e := &counting{f: first}
	g := search.NewGate(e, search.GateOptions{Cache: 8, Evaluations: 100})
	var f search.Fitness
	for range 5 {
		g.Evaluate(input.Vector{7}, &f)
	}
	g.SetMode(search.Symbolic)
	g.Evaluate(input.Vector{7}, &f)
	long := make(input.Vector, 65) // too long for the cache
	long[0] = 1
	g.Evaluate(long, &f)
	g.Evaluate(long, &f)
	if r := g.Result(); r.Evaluations != 4 || r.CacheHits != 4 || e.n != 4 {
		t.Errorf("%d evaluations, %d hits, %d made", r.Evaluations, r.CacheHits, e.n)
	}
}

// TestModes: each mode has its own best, and only modes in use are reported.
func TestModes(t *testing.T) {
	e := &counting{f: first}
	g := search.NewGate(e, search.GateOptions{})
	var f search.Fitness
	g.SetMode(search.Symbolic)
	g.Evaluate(input.Vector{5}, &f)
	if r := g.Result(); len(r.Bests) != 1 || r.Best(search.Standard) != nil || r.Best(search.Symbolic).Fitness.Value != 5 || r.Hit() != nil {
		t.Errorf("%+v", r)
	}
	g.SetMode(search.Standard)
	g.Evaluate(input.Vector{9}, &f)
	g.Evaluate(input.Vector{0}, &f)
	r := g.Result()
	if len(r.Bests) != 2 || r.Hit() != r.Best(search.Standard) || r.Hit().FoundAt != 3 || r.Best(search.Symbolic).Vector[0] != 5 {
		t.Errorf("%+v", r)
	}
}

func boolSpace() *input.Space {
	return input.NewSpace(&input.Signature{Params: []input.Field{{Type: &input.Type{Kind: input.Bool, Go: "bool"}}}}, input.Limits{})
}

// TestExhausted: a search over two inputs ends, though the budget does not.
func TestExhausted(t *testing.T) {
	e := &counting{f: func(input.Vector) search.Fitness { return search.Fitness{Value: 1} }}
	g := search.NewGate(e, search.GateOptions{Cache: 64, Evaluations: 1000})
	r := search.Random(g, boolSpace(), rand.New(rand.NewPCG(1, 1)))
	if r.Status != search.Exhausted || r.Evaluations != 2 {
		t.Errorf("%v after %d", r.Status, r.Evaluations)
	}
}

// TestRandom: it runs what the space draws, in order, and the same seed gives
// the same result and the same next draw.
func TestRandom(t *testing.T) {
	s := input.NewSpace(&input.Signature{Params: []input.Field{{Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}}}}, input.Limits{})
	var want []uint64
	rng := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		want = append(want, s.Random(nil, rng)[0])
	}
	next := rng.Uint64()
	var got []uint64
	e := &counting{f: func(v input.Vector) search.Fitness {
		got = append(got, v[0])
		return search.Fitness{Value: 1}
	}}
	rng = rand.New(rand.NewPCG(5, 6))
	r := search.Random(search.NewGate(e, search.GateOptions{Evaluations: 50, Seed: 5}), s, rng)
	if !slices.Equal(got, want) || rng.Uint64() != next || r.Seed != 5 || r.Status != search.Budget {
		t.Errorf("ran %v, want %v", got, want)
	}
}

func TestStrings(t *testing.T) {
	seen := map[string]bool{}
	for s := search.Running; s < search.NumStatus; s++ {
		if seen[s.String()] || s.String() == "unknown" {
			t.Errorf("status %d is %q", s, s)
		}
		seen[s.String()] = true
	}
	if search.Standard.String() != "standard" || search.Symbolic.String() != "symbolic" {
		t.Error("names of modes")
	}
}
