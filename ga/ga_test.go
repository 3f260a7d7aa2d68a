package ga

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/MaxHalford/eaopt"

	"nearmiss/input"
	"nearmiss/search"
)

// problem is an evaluator of a fitness function. It stops behind a hit.
type problem struct {
	fitness func(input.Vector) float64
	runs    int
	batches []int
	after   func(runs int) error // called after each run
}

func (p *problem) Evaluate(_ context.Context, vectors []input.Vector) (fs []search.Fitness, err error) {
	p.batches = append(p.batches, len(vectors))
	for _, v := range vectors {
		fs = append(fs, search.Fitness{Value: p.fitness(v)})
		p.runs++
		if p.after != nil {
			err = p.after(p.runs)
		}
		if fs[len(fs)-1].Reached() || err != nil {
			break
		}
	}
	return fs, err
}

// apart returns the normalised distance of the first two numbers.
func apart(v input.Vector) float64 {
	d := math.Abs(float64(int64(v[0])) - float64(int64(v[1])))
	return d / (d + 1)
}

// never is a target that cannot be reached.
func never(v input.Vector) float64 { return 1 + apart(v) }

func run(t *testing.T, p *problem, s *input.Space, seed uint64, o Options) search.Result {
	t.Helper()
	r, err := Search(t.Context(), p, s, generator(seed), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Evaluations != uint64(p.runs) {
		t.Errorf("%d evaluations, %d runs", r.Evaluations, p.runs)
	}
	return r
}

// TestFinds asserts that the search finds inputs of every shape that reach the target.
func TestFinds(t *testing.T) {
	for seed := range uint64(10) {
		s := space(tInt32, tInt32)
		s.Paper = true
		r := run(t, &problem{fitness: apart}, s, seed, Options{Seed: seed, Evaluations: 200_000, Mode: search.Symbolic})
		if r.Status != search.Found || r.Seed != seed || r.Hit() == nil || r.Hit().FoundAt != r.Evaluations || apart(r.Hit().Vector) != 0 || r.Bests[0].Mode != search.Symbolic {
			t.Errorf("seed %d: %+v", seed, r)
		}
		lists := space(tInts, tString)
		r = run(t, &problem{fitness: func(v input.Vector) float64 {
			if int(v[0]) > len(v)-1 {
				t.Fatalf("not canonical: %v", v)
			}
			return math.Abs(float64(v[0])-41) + math.Abs(float64(len(v))-70)
		}}, lists, seed, Options{Evaluations: 100_000})
		if r.Status != search.Found {
			t.Errorf("lists, seed %d: %+v", seed, r)
		}
	}
}

// TestBudget: the count is exact, whether a generation ends with it or not.
func TestBudget(t *testing.T) {
	for _, n := range []uint64{1, 299, 300, 301, 600, 12_345} {
		p := &problem{fitness: never}
		r := run(t, p, space(tInt64, tInt64), n, Options{Evaluations: n})
		if r.Status != search.Budget || r.Evaluations != n {
			t.Errorf("%d: %v after %d", n, r.Status, r.Evaluations)
		}
		if len(p.batches) != int(n+299)/300 {
			t.Errorf("%d: batches of %v", n, p.batches)
		}
		if b := r.Best(search.Standard); b == nil || never(b.Vector) != b.Fitness.Value {
			t.Errorf("%d: best %+v", n, b)
		}
	}
}

// TestHit: the run that hits is the last, in the first generation and later.
func TestHit(t *testing.T) {
	for _, n := range []int{1, 77, 300, 301, 1000, 1500} {
		p := &problem{}
		p.fitness = func(v input.Vector) float64 {
			if p.runs == n-1 {
				return 0
			}
			return never(v)
		}
		r := run(t, p, space(tInt64, tInt64), 1, Options{Evaluations: 5000})
		if r.Status != search.Found || r.Evaluations != uint64(n) || r.Bests[0].FoundAt != uint64(n) {
			t.Errorf("hit at %d: %v after %d", n, r.Status, r.Evaluations)
		}
	}
}

// TestCancelled: a context that ends is noticed before another batch, and an
// evaluator that stops short ends the search where it does.
func TestCancelled(t *testing.T) {
	for _, n := range []int{1, 450, 900} {
		ctx, cancel := context.WithCancel(t.Context())
		p := &problem{fitness: never, after: func(runs int) error {
			if runs == n {
				cancel()
			}
			return nil
		}}
		r, err := Search(ctx, p, space(tInt64, tInt64), generator(1), Options{})
		if want := uint64((n + 299) / 300 * 300); err != nil || r.Status != search.Stopped || r.Evaluations != want || p.runs != int(want) {
			t.Errorf("cancelled at %d: %v after %d, %v", n, r.Status, r.Evaluations, err)
		}
		broken := errors.New("broken")
		for _, fault := range []error{context.Canceled, broken} {
			p = &problem{fitness: never, after: func(runs int) error {
				if runs == n {
					return fault
				}
				return nil
			}}
			r, err = Search(t.Context(), p, space(tInt64, tInt64), generator(1), Options{})
			if err != fault || r.Status != search.Stopped || r.Evaluations != uint64(n) || len(r.Bests) != 1 {
				t.Errorf("error at %d: %+v, %v", n, r, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := &problem{fitness: never}
	if r, err := Search(ctx, p, space(tInt64), generator(1), Options{}); err != nil || r.Status != search.Stopped || p.runs != 0 {
		t.Errorf("cancelled before: %+v, %v", r, err)
	}
}

// TestExhausted: a function without inputs is run once.
func TestExhausted(t *testing.T) {
	r := run(t, &problem{fitness: func(input.Vector) float64 { return 1 }}, space(), 1, Options{Evaluations: 1000})
	if r.Status != search.Exhausted || r.Evaluations != 1 {
		t.Errorf("%+v", r)
	}
	r = run(t, &problem{fitness: func(input.Vector) float64 { return 0 }}, space(), 1, Options{})
	if r.Status != search.Found || r.Evaluations != 1 {
		t.Errorf("%+v", r)
	}
}

// TestStarts: vectors to start from are in the first generation, one for each
// sub-population in turn.
func TestStarts(t *testing.T) {
	var first []input.Vector
	p := &problem{fitness: func(v input.Vector) float64 {
		first = append(first, slices.Clone(v))
		return never(v)
	}}
	run(t, p, space(tInt64, tInt8), 1, Options{Evaluations: 300, Starts: []input.Vector{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7000}}})
	for i, at := range []int{0, 50, 100, 150, 200, 250, 1} {
		if want := uint64(i + 1); first[at][0] != want {
			t.Errorf("individual %d is %v, want %d", at, first[at], want)
		}
	}
	if first[1][1] != 127 {
		t.Errorf("not normalised: %v", first[1])
	}
}

// watched is an algorithm whose populations are looked at after every generation.
type watched struct {
	Algorithm
	look func(*eaopt.Population)
}

func (w watched) Config() eaopt.GAConfig {
	c := w.Algorithm.Config()
	c.Model = looking{c.Model, w.look}
	return c
}

type looking struct {
	eaopt.Model
	look func(*eaopt.Population)
}

func (l looking) Apply(pop *eaopt.Population) error {
	err := l.Model.Apply(pop)
	if err == nil {
		l.look(pop)
	}
	return err
}

// algorithms are the algorithms that the laws are tested on.
var algorithms = []Algorithm{Wegener{}, Memetic{}, LocalSearch{Algorithm: Wegener{}, Period: 3, Attempts: 4}}

// TestNoStaleFitness: after every generation of every algorithm each individual
// has the fitness of its genes, and Evaluate says so too; the best is kept.
func TestNoStaleFitness(t *testing.T) {
	for _, a := range algorithms {
		for _, types := range [][]*input.Type{{tInt32, tInt64, tFloat64}, {tInt32, tInt32, tInts, tString, tMap}} {
			s := space(types...)
			fitness := func(v input.Vector) float64 { return 1 / (1 + float64(search.Hash(v)%1000)) }
			var mu sync.Mutex
			best := map[*eaopt.Population]float64{}
			sizes := map[int]bool{}
			generations := uint(0)
			look := func(pop *eaopt.Population) {
				mu.Lock()
				defer mu.Unlock()
				generations = max(generations, pop.Generations+1)
				sizes[len(pop.Individuals)] = true
				now := math.Inf(1)
				for i := range pop.Individuals {
					x := &pop.Individuals[i]
					again, err := x.Genome.Evaluate()
					if want := fitness(vector(x)); !x.Evaluated || x.Fitness != want || again != want || err != nil {
						t.Fatalf("%T, generation %d: individual %d has %v, says %v, and is worth %v; %v", a, pop.Generations, i, x.Fitness, again, want, err)
					}
					if !s.Canonical(vector(x)) {
						t.Fatalf("%T, generation %d: %v", a, pop.Generations, vector(x))
					}
					now = min(now, x.Fitness)
				}
				if was, ok := best[pop]; ok && now > was && len(best) == 1 {
					t.Fatalf("%T, generation %d: %v after %v", a, pop.Generations, now, was)
				}
				best[pop] = now
			}
			p := &problem{fitness: fitness}
			r := run(t, p, s, 5, Options{Evaluations: 9_600, Algorithm: watched{a, look}})
			if generations < 30 || r.Bests[0].Fitness.Value != fitness(r.Bests[0].Vector) {
				t.Errorf("%T: %d generations, %+v", a, generations, r)
			}
			if _, one := a.(Memetic); one == (len(best) == 6) || !one && len(sizes) < 5 {
				t.Errorf("%T: %d populations of sizes %v", a, len(best), sizes)
			}
		}
	}
}

// TestDeterminism: the generator alone decides, and is left in the same state.
func TestDeterminism(t *testing.T) {
	for _, a := range algorithms {
		for _, types := range [][]*input.Type{{tInt64, tInt64, tFloat32}, {tInt32, tInts, tMap}} {
			var runs [3][]input.Vector
			for i := range runs {
				p := &problem{fitness: func(v input.Vector) float64 {
					runs[i] = append(runs[i], slices.Clone(v))
					return never(append(v, 0, 0))
				}}
				rng := generator(uint64(i / 2))
				if _, err := Search(t.Context(), p, space(types...), rng, Options{Evaluations: 10_000, Algorithm: a}); err != nil {
					t.Fatal(err)
				}
				runs[i] = append(runs[i], input.Vector{rng.Uint64()})
			}
			if !reflect.DeepEqual(runs[0], runs[1]) {
				t.Errorf("%T: one seed, two searches", a)
			}
			if reflect.DeepEqual(runs[0], runs[2]) {
				t.Errorf("%T: two seeds, one search", a)
			}
		}
	}
}

// TestSane asserts that infinite fitness is the worst, and that the error for an invalid fitness
// has the genes.
func TestSane(t *testing.T) {
	for _, a := range algorithms {
		for _, much := range []float64{math.Inf(1), math.MaxFloat64} {
			r := run(t, &problem{fitness: func(input.Vector) float64 { return much }}, space(tInt64, tBool), 1, Options{Evaluations: 5_000, Algorithm: a})
			if r.Status != search.Budget || r.Bests[0].Fitness.Value != much {
				t.Errorf("%T, %v: %+v", a, much, r)
			}
		}
		for _, bad := range []float64{math.NaN(), math.Inf(-1), -1} {
			p := &problem{}
			p.fitness = func(input.Vector) float64 {
				if p.runs == 1000 {
					return bad
				}
				return 1 + float64(p.runs)
			}
			r, err := Search(t.Context(), p, space(tInt64, tBool), generator(1), Options{Algorithm: a})
			if err == nil || !strings.Contains(err.Error(), "fitness of [") || !strings.Contains(err.Error(), fmt.Sprint(bad)) || r.Evaluations != 1001 || r.Status != search.Stopped {
				t.Errorf("%T, %v: %+v, %v", a, bad, r, err)
			}
		}
	}
}

// flat is an evaluator that takes no time.
type flat struct{ fs []search.Fitness }

func (f *flat) Evaluate(_ context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	for i, v := range vectors {
		f.fs[i].Value = 1 + float64(v[0]&0xffff)
	}
	return f.fs[:len(vectors)], nil
}

// BenchmarkBreeding measures the time of a search without evaluations, for each individual.
func BenchmarkBreeding(b *testing.B) {
	for name, s := range map[string]*input.Space{
		"8ints":  space(tInt32, tInt32, tInt32, tInt32, tInt64, tInt64, tInt64, tInt64),
		"floats": space(tFloat64, tFloat64, tFloat64),
		"mixed":  space(tInt32, tString),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			f := &flat{make([]search.Fitness, 300)}
			_, err := Search(b.Context(), f, s, generator(1), Options{Evaluations: uint64(b.N)})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
