package ga

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/evolve"
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

// apart is the distance of the first two numbers, normalised.
func apart(v input.Vector) float64 {
	d := math.Abs(float64(int64(v[0])) - float64(int64(v[1])))
	return d / (d + 1)
}

// never is a target that cannot be reached.
func never(v input.Vector) float64 { return 1 + apart(v) }

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }

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

// TestFinds: inputs of every shape are searched, and what is found is a hit.
func TestFinds(t *testing.T) {
	for seed := range uint64(10) {
		s := space(tInt32, tInt32)
		s.Paper = true
		r := run(t, &problem{fitness: apart}, s, seed, Options{Seed: seed, Evaluations: 200_000, Mode: search.Symbolic})
		if r.Status != search.Found || r.Seed != seed || r.Hit() == nil || r.Hit().At != r.Evaluations || apart(r.Hit().Vector) != 0 || r.Bests[0].Mode != search.Symbolic {
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
		if len(p.batches) != int(n+size-1)/size {
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
		if r.Status != search.Found || r.Evaluations != uint64(n) || r.Bests[0].At != uint64(n) {
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
		if want := uint64((n + size - 1) / size * size); err != nil || r.Status != search.Stopped || r.Evaluations != want || p.runs != int(want) {
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
	run(t, p, space(tInt64, tInt8), 1, Options{Evaluations: size, Starts: []input.Vector{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7000}}})
	for i, at := range []int{0, 50, 100, 150, 200, 250, 1} {
		if want := uint64(i + 1); first[at][0] != want {
			t.Errorf("individual %d is %v, want %d", at, first[at], want)
		}
	}
	if first[1][1] != 127 {
		t.Errorf("not normalised: %v", first[1])
	}
}

// watched is a model that is looked at after every generation.
type watched struct {
	*model
	look func([]*evolve.Member)
}

func (w watched) Survive(children []*evolve.Member) []*evolve.Member {
	all := w.model.Survive(children)
	w.look(all)
	return all
}

// TestNoStaleFitness: after every generation each individual has the fitness
// of its vector, the best is kept, and the sub-populations hold together what
// the population holds.
func TestNoStaleFitness(t *testing.T) {
	for _, types := range [][]*input.Type{{tInt32, tInt64, tFloat64}, {tInt32, tInt32, tInts, tString, tMap}} {
		s := space(types...)
		m := newModel(s, generator(5), Options{})
		generations, best := 0, math.Inf(1)
		sizes := map[[subPopulations]int]bool{}
		fitness := func(v input.Vector) float64 { return never(v) + float64(search.Hash(v)%1000) }
		look := func(all []*evolve.Member) {
			generations++
			now, sum := math.Inf(1), 0
			for i, x := range all {
				if got := fitness(x.Vector); x.Fitness.Value != got {
					t.Fatalf("generation %d: individual %d has %v and is worth %v", generations, i, x.Fitness.Value, got)
				}
				if !s.Legal(x.Vector) {
					t.Fatalf("generation %d: %v", generations, x.Vector)
				}
				now = min(now, x.Fitness.Value)
			}
			for _, n := range m.sizes() {
				sum += n
			}
			if sum != size || len(all) != size || now > best {
				t.Fatalf("generation %d: %d individuals, %v after %v", generations, sum, now, best)
			}
			best = now
			sizes[m.sizes()] = true
		}
		_, err := evolve.Run(t.Context(), watched{m, look}, &problem{fitness: fitness}, evolve.Options{Size: size, Evaluations: 100 * size, Source: m.rng})
		if err != nil || generations != 99 || len(sizes) < 5 {
			t.Errorf("%d generations, sizes %v, %v", generations, sizes, err)
		}
	}
}

// TestDeterminism: the generator alone decides.
func TestDeterminism(t *testing.T) {
	for _, types := range [][]*input.Type{{tInt64, tInt64, tFloat32}, {tInt32, tInts, tMap}} {
		var runs [3][]input.Vector
		for i := range runs {
			p := &problem{fitness: func(v input.Vector) float64 {
				runs[i] = append(runs[i], slices.Clone(v))
				return never(append(v, 0, 0))
			}}
			run(t, p, space(types...), uint64(i/2), Options{Evaluations: 30_000})
		}
		if !reflect.DeepEqual(runs[0], runs[1]) {
			t.Error("one seed, two searches")
		}
		if reflect.DeepEqual(runs[0], runs[2]) {
			t.Error("two seeds, one search")
		}
	}
}

// TestSane: whatever the evaluator says, the search goes on.
func TestSane(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, math.MaxFloat64} {
		r := run(t, &problem{fitness: func(input.Vector) float64 { return bad }}, space(tInt64, tBool), 1, Options{Evaluations: 10_000})
		if r.Status != search.Budget || math.IsNaN(r.Bests[0].Fitness.Value) {
			t.Errorf("%v: %+v", bad, r)
		}
	}
}

// flat gives no evaluation any time.
type flat struct{ fs []search.Fitness }

func (f *flat) Evaluate(_ context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	for i, v := range vectors {
		f.fs[i].Value = 1 + float64(v[0]&0xffff)
	}
	return f.fs[:len(vectors)], nil
}

// BenchmarkBreeding is all of a search but its evaluations, by individual.
func BenchmarkBreeding(b *testing.B) {
	for name, s := range map[string]*input.Space{
		"8ints":  space(tInt32, tInt32, tInt32, tInt32, tInt64, tInt64, tInt64, tInt64),
		"floats": space(tFloat64, tFloat64, tFloat64),
		"mixed":  space(tInt32, tString),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			f := &flat{make([]search.Fitness, size)}
			_, err := Search(b.Context(), f, s, generator(1), Options{Evaluations: uint64(b.N)})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
