package mosa

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// problem evaluates by a function: the fitness of a vector under an objective,
// which is covered where that is 0.
type problem struct {
	t        *testing.T
	fitness  func(v input.Vector, objective int) float64
	all      int // objectives
	runs     int
	batches  []int
	asked    [][]int
	vectors  []input.Vector
	stopAt   int // run behind which it stops
	err      error
	announce bool // tells of objectives that were not asked for
}

func (p *problem) Evaluate(_ context.Context, vectors []input.Vector, objectives []int) (a Answer, err error) {
	p.batches = append(p.batches, len(vectors))
	p.asked = append(p.asked, objectives)
	for i, v := range vectors {
		if p.stopAt > 0 && p.runs == p.stopAt {
			return a, p.err
		}
		p.runs++
		p.vectors = append(p.vectors, slices.Clone(v))
		var row []search.Fitness
		hit := false
		for _, o := range objectives {
			row = append(row, search.Fitness{Value: p.fitness(v, o)})
			hit = hit || row[len(row)-1].Reached()
		}
		a.Fitness = append(a.Fitness, row)
		for o := range p.all {
			if p.announce && !slices.Contains(objectives, o) && p.fitness(v, o) == 0 {
				a.Taken = append(a.Taken, Taken{i, o})
			}
		}
		if hit && len(objectives) == 1 {
			break
		}
	}
	return a, nil
}

func (p *problem) search(s *input.Space, seed uint64, o Options) Result {
	p.t.Helper()
	p.all = len(o.Objectives)
	r, err := Search(p.t.Context(), p, s, generator(seed), o)
	if err != p.err {
		p.t.Fatal(err)
	}
	if r.Evaluations != uint64(p.runs) {
		p.t.Errorf("%d evaluations, %d runs", r.Evaluations, p.runs)
	}
	for _, c := range r.Covered {
		if p.fitness(c.Vector, c.Objective) != 0 || !slices.Equal(p.vectors[c.At-1], c.Vector) {
			p.t.Errorf("%+v covers nothing at that run", c)
		}
	}
	for _, n := range r.Nearest {
		if p.fitness(n.Vector, n.Objective) != n.Fitness.Value || !slices.Equal(p.vectors[n.At-1], n.Vector) {
			p.t.Errorf("%+v is not what was measured", n)
		}
	}
	return r
}

func normal(d float64) float64 { return d / (d + 1) }

// nested is the function of the package documentation: objectives 0 and 1 are
// a == 7 and its opposite; below the first b == a+10 and its opposite.
func nested(v input.Vector, objective int) float64 {
	a, b := float64(int64(v[0])), float64(int64(v[1]))
	first := normal(math.Abs(a - 7))
	if first > 0 {
		switch objective {
		case 0:
			return first
		case 1:
			return 0
		}
		return 1 + first
	}
	switch objective {
	case 0:
		return 0
	case 1:
		return 0.5
	case 2:
		return normal(math.Abs(b - a - 10))
	}
	if b == a+10 {
		return 0.5
	}
	return 0
}

var nestedObjectives = []Objective{{}, {}, {Needs: []int{0}}, {Needs: []int{0}}}

// TestCoversAll: everything is covered, with every seed, and that ends it; with
// news of objectives that were not asked for and without.
func TestCoversAll(t *testing.T) {
	for seed := range uint64(10) {
		for _, announce := range []bool{false, true} {
			p := &problem{t: t, fitness: nested, announce: announce}
			r := p.search(space(tInt32, tInt32), seed, Options{Objectives: nestedObjectives, Seed: seed, Evaluations: 100_000})
			if r.Status != search.Found || len(r.Covered) != 4 || r.Nearest != nil || r.Seed != seed {
				t.Errorf("seed %d: %+v", seed, r)
			}
			// The last one stands alone: its run is the last.
			if last := r.Covered[3]; last.At != r.Evaluations {
				t.Errorf("seed %d: the last was covered at %d of %d", seed, last.At, r.Evaluations)
			}
		}
	}
}

// TestAsked: it begins with what needs nothing and what that may release, and
// asks for nothing that is covered.
func TestAsked(t *testing.T) {
	p := &problem{t: t, fitness: func(_ input.Vector, o int) float64 { return float64(1 + o) }}
	chain := []Objective{{Covered: true}, {Needs: []int{0}}, {Needs: []int{1}}, {Needs: []int{2}}, {Closed: true}}
	r := p.search(space(tInt32), 1, Options{Objectives: chain, Evaluations: 120})
	if !reflect.DeepEqual(p.asked, [][]int{{1, 2}, {1, 2}, {1, 2}}) || len(r.Nearest) != 2 {
		t.Errorf("asked %v; %+v", p.asked, r.Nearest)
	}
}

// TestMeasuredLater: a run that takes a chain at once releases what nobody was
// measured against; all members are then run again, once, for that alone.
func TestMeasuredLater(t *testing.T) {
	p := &problem{t: t, announce: true}
	p.fitness = func(v input.Vector, o int) float64 {
		if o < 3 && v[0] == 77 {
			return 0
		}
		return 1
	}
	chain := []Objective{{}, {Needs: []int{0}}, {Needs: []int{1}}, {Needs: []int{2}}}
	r := p.search(space(tInt32), 1, Options{Objectives: chain, Evaluations: 220, Starts: []input.Vector{{5}, {77}}})
	if !reflect.DeepEqual(p.asked, [][]int{{0, 1}, {3}, {3}, {3}, {3}}) || !slices.Equal(p.batches, []int{50, 50, 50, 50, 20}) {
		t.Errorf("asked %v in batches of %v", p.asked, p.batches)
	}
	if len(r.Covered) != 3 || r.Covered[2].At != 2 || !slices.EqualFunc(p.vectors[:50], p.vectors[50:100], slices.Equal) {
		t.Errorf("%+v", r)
	}
}

// TestLimits: counts are exact, whether a generation ends with them or not.
func TestLimits(t *testing.T) {
	never := func(v input.Vector, o int) float64 { return 1 + normal(float64(v[0]^v[1]+uint64(o))) }
	two := make([]Objective, 2)
	for _, n := range []uint64{1, 49, 50, 51, 100, 1234} {
		p := &problem{t: t, fitness: never}
		r := p.search(space(tInt32, tInt32), n, Options{Objectives: two, Evaluations: n})
		if r.Status != search.Budget || r.Evaluations != n || len(p.batches) != int(n+size-1)/size || len(r.Nearest) != 2 {
			t.Errorf("%d: %+v in batches of %v", n, r, p.batches)
		}
	}
	wrong := errors.New("no worker")
	for _, err := range []error{nil, wrong} {
		p := &problem{t: t, fitness: never, stopAt: 77, err: err}
		if r := p.search(space(tInt32, tInt32), 1, Options{Objectives: two}); r.Status != search.Stopped || r.Evaluations != 77 {
			t.Errorf("stopped with %v: %+v", err, r)
		}
	}
	flat := &problem{t: t, fitness: func(input.Vector, int) float64 { return 3 }}
	if r := flat.search(space(tInt32), 1, Options{Objectives: two, Stagnation: 175}); r.Status != search.Stagnated || r.Evaluations != 200 {
		t.Errorf("flat: %+v", r)
	}
	only := &problem{t: t, fitness: func(input.Vector, int) float64 { return 3 }}
	if r := only.search(space(), 1, Options{Objectives: two}); r.Status != search.Exhausted || r.Evaluations != 1 || len(r.Nearest) != 2 {
		t.Errorf("one input: %+v", r)
	}
	none := &problem{t: t}
	if r := none.search(space(tInt32), 1, Options{Objectives: []Objective{{Covered: true}, {Closed: true}}}); r.Status != search.Found || r.Evaluations != 0 {
		t.Errorf("nothing open: %+v", r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Search(ctx, none, space(tInt32), generator(1), Options{Objectives: two}); err != nil || r.Status != search.Stopped || r.Evaluations != 0 {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}

// TestSane: what no fitness may be counts as the worst.
func TestSane(t *testing.T) {
	p := &problem{t: t, fitness: func(_ input.Vector, o int) float64 { return []float64{math.NaN(), -1}[o] }}
	r, err := Search(t.Context(), p, space(tInt32), generator(1), Options{Objectives: make([]Objective, 2), Evaluations: 120})
	if err != nil || len(r.Nearest) != 2 || !math.IsInf(r.Nearest[0].Fitness.Value, 1) || !math.IsInf(r.Nearest[1].Fitness.Value, 1) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestDeterminism: the same seed makes the same runs and leaves the generator
// the same; another seed does not.
func TestDeterminism(t *testing.T) {
	run := func(seed uint64) ([]input.Vector, Result, uint64) {
		p := &problem{t: t, fitness: nested}
		rng := generator(seed)
		r, err := Search(t.Context(), p, space(tInt32, tInt32, tString), rng, Options{Objectives: nestedObjectives, Evaluations: 5_000})
		if err != nil {
			t.Fatal(err)
		}
		return p.vectors, r, rng.Uint64()
	}
	v1, r1, n1 := run(1)
	v2, r2, n2 := run(1)
	if !reflect.DeepEqual(v1, v2) || !reflect.DeepEqual(r1, r2) || n1 != n2 {
		t.Error("not the same again")
	}
	if v3, _, _ := run(2); reflect.DeepEqual(v1, v3) {
		t.Error("two seeds, one search")
	}
}

// TestElitism: from generation to generation no objective's nearest member gets
// worse.
func TestElitism(t *testing.T) {
	p := &problem{t: t, fitness: func(v input.Vector, o int) float64 {
		return 0.1 + normal(math.Abs(float64(int64(v[0]))-float64(1000*o)))
	}}
	e := newEngine(t.Context(), p, space(tInt32), generator(4), Options{Objectives: make([]Objective, 7), Evaluations: 3_000})
	members, _ := e.measure(e.first())
	for e.status == search.Running {
		e.members = e.survive(members)
		for _, n := range e.nearest {
			held := slices.ContainsFunc(e.members, func(m *member) bool { return m.fitness[n.Objective].Value == n.Fitness.Value })
			if !held {
				t.Fatalf("the nearest of objective %d, %v, is lost after %d", n.Objective, n.Fitness.Value, e.evaluations)
			}
		}
		children, _ := e.measure(e.breed())
		members = append(e.members, children...)
	}
}
