package evolve

import (
	"context"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"

	"nearmiss/input"
	"nearmiss/search"
)

// counting breeds the numbers from 0 on, and has all children survive.
type counting struct {
	size int
	next uint64
	seen [][]*Member
}

func (c *counting) Breed() (vs []input.Vector) {
	for range c.size {
		vs = append(vs, input.Vector{c.next})
		c.next++
	}
	return vs
}

func (c *counting) Survive(children []*Member) []*Member {
	c.seen = append(c.seen, children)
	return children
}

type function func(uint64) float64

func (f function) Evaluate(_ context.Context, vectors []input.Vector) (fs []search.Fitness, _ error) {
	for _, v := range vectors {
		fs = append(fs, search.Fitness{Value: f(v[0])})
	}
	return fs, nil
}

func options(size int, evaluations uint64) Options {
	return Options{Size: size, Evaluations: evaluations, Source: randv2.NewPCG(1, 2)}
}

// TestGenerations: each generation is one batch, survives with its fitness,
// and the best of all is the result.
func TestGenerations(t *testing.T) {
	m := &counting{size: 10}
	r, err := Run(t.Context(), m, function(func(x uint64) float64 { return 1 + math.Abs(float64(x)-33) }), options(10, 95))
	if err != nil || r.Status != search.Budget || r.Evaluations != 95 {
		t.Fatalf("%+v, %v", r, err)
	}
	if b := r.Bests[0]; b.Vector[0] != 33 || b.Fitness.Value != 1 || b.At != 34 {
		t.Errorf("best %+v", b)
	}
	if len(m.seen) != 9 { // the last one was cut short
		t.Errorf("%d generations", len(m.seen))
	}
	for _, members := range m.seen {
		for _, x := range members {
			if x.Fitness.Value != 1+math.Abs(float64(x.Vector[0])-33) {
				t.Errorf("%+v", x)
			}
		}
	}
}

// TestHitWithoutStop: an evaluator that goes on behind a hit has its
// evaluations counted, and the search ends.
func TestHitWithoutStop(t *testing.T) {
	r, err := Run(t.Context(), &counting{size: 10}, function(func(x uint64) float64 { return math.Abs(float64(x) - 33) }), options(10, 0))
	if err != nil || r.Status != search.Found || r.Evaluations != 40 || r.Bests[0].At != 34 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestEngine: eaopt holds the members as they are, and what it must not do
// panics.
func TestEngine(t *testing.T) {
	m := &counting{size: 4}
	e := &engine{ctx: t.Context(), model: m, opt: options(4, 0), eval: function(func(x uint64) float64 {
		return []float64{math.NaN(), math.Inf(1), 5, 1e300}[x%4]
	})}
	pop := eaopt.Population{Individuals: make(eaopt.Individuals, 4)}
	if err := (adapter{e}).Apply(&pop); err != nil {
		t.Fatal(err)
	}
	for i, in := range pop.Individuals {
		again, err := in.Genome.Evaluate()
		if want := []float64{math.MaxFloat64, math.MaxFloat64, 5, 1e300}[i]; in.Fitness != want || again != want || err != nil || !in.Evaluated {
			t.Errorf("individual %d: %+v, evaluated again %v, %v", i, in, again, err)
		}
		if in.Genome != eaopt.Genome((*genome)(m.seen[0][i])) || in.Genome.Clone() != in.Genome {
			t.Errorf("individual %d is not the member", i)
		}
	}
	rng := rand.New(source{randv2.NewPCG(1, 2)})
	for what, do := range map[string]func(){
		"mutation":  func() { pop.Individuals[0].Mutate(rng) },
		"crossover": func() { pop.Individuals[0].Crossover(pop.Individuals[1], rng) },
		"seed":      func() { rng.Seed(1) },
		"size":      func() { e.opt.Size = 5; e.generation() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", what)
				}
			}()
			do()
		}()
	}
}

// TestSource: the generator of math/rand/v2 is what eaopt draws from.
func TestSource(t *testing.T) {
	a, b := rand.New(source{randv2.NewPCG(7, 8)}), randv2.NewPCG(7, 8)
	for range 100 {
		if x, y := a.Uint64(), b.Uint64(); x != y {
			t.Fatalf("%d is not %d", x, y)
		}
		if x, y := a.Int63(), int64(b.Uint64()>>1); x != y || x < 0 {
			t.Fatalf("%d is not %d", x, y)
		}
	}
}

// TestLexicographic: the result is the best by exact distances if those count.
func TestLexicographic(t *testing.T) {
	eval := exactly(func(x uint64) uint64 { return x ^ 5 })
	for exact, want := range map[bool]uint64{false: 0, true: 5} {
		o := options(8, 8)
		o.Lexicographic = exact
		r, err := Run(t.Context(), &counting{size: 8}, eval, o)
		if err != nil || !slices.Equal(r.Bests[0].Vector, input.Vector{want}) {
			t.Errorf("exact %v: %+v, %v", exact, r, err)
		}
	}
}

type exactly func(uint64) uint64

func (f exactly) Evaluate(_ context.Context, vectors []input.Vector) (fs []search.Fitness, _ error) {
	for _, v := range vectors {
		fs = append(fs, search.Fitness{Value: 1, N: 1, Exact: [search.MaxExact]uint64{f(v[0])}})
	}
	return fs, nil
}
