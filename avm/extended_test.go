package avm_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

// solve searches one problem with one seed.
func solve(p *problem, seed, budget uint64, o avm.Options) search.Result {
	s := space(p.types...)
	s.Paper = false
	e := &evaluator{p: p}
	g := search.NewGate(e, search.GateOptions{Seed: seed, Evaluations: budget, Lexicographic: true, Cache: 1 << 10})
	return avm.Search(g, s, rand.New(rand.NewPCG(seed, 7)), o)
}

var both = []search.Mode{search.Symbolic, search.Standard}

// hard has the problems that moves of one variable do not always solve, and the least number of
// seeds that solve them. Their solutions lie far from each other or along a curve.
var hard = map[string]int{"right angle": 20, "low byte": 15, "x/4096 == 77 && x%4096 == 5": 12, "circle": 3}

// TestExtended asserts the quality of the algorithm auto: it solves every problem that is not hard
// with every seed within 10 000 evaluations.
func TestExtended(t *testing.T) {
	for _, p := range problems {
		finds, sum, most := 0, 0.0, uint64(0)
		for seed := range uint64(30) {
			r := solve(p, seed, 10_000, avm.Options{Extended: true, Modes: both, Local: avm.Lattice})
			if r.Status == search.Found {
				finds++
			}
			sum += float64(r.Evaluations)
			most = max(most, r.Evaluations)
		}
		want := 30
		if n, ok := hard[p.name]; ok {
			want = n
		}
		t.Logf("%-28s %2d of 30, %6.0f evaluations on average, %6d at most", p.name, finds, sum/30, most)
		if finds < want {
			t.Errorf("%s: found with %d of 30 seeds, want %d", p.name, finds, want)
		}
	}
}

// TestExtendedHits asserts that each vector found is a solution.
func TestExtendedHits(t *testing.T) {
	for _, p := range problems {
		r := solve(p, 1, 10_000, avm.Options{Extended: true, Modes: both})
		if h := r.Hit(); h != nil {
			for _, c := range p.clauses(h.Vector) {
				if c.d != 0 {
					t.Errorf("%s: %v is no solution", p.name, h.Vector)
				}
			}
		}
	}
}

// TestExtendedExact asserts the evaluations of each kind of escape after the local optimum, from a
// start where no single small move improves.
func TestExtendedExact(t *testing.T) {
	tests := []struct {
		name  string
		space *input.Space
		start input.Vector
		f     func(input.Vector) search.Fitness
		want  []string
	}{
		{"whole floats", space(tFloat64), fwords(0), func(v input.Vector) search.Fitness {
			return value(uint64(math.Abs(math.Trunc(math.Float64frombits(v[0])) - 2)))
		}, []string{"0", "-0.001", "0.001", "-1", "1", "3", "0", "2"}},
		{"representable floats", space(tFloat64), fwords(1), func(v input.Vector) search.Fitness {
			return value(diff(int64(v[0]), int64(math.Float64bits(1)+2)))
		}, []string{"1", "0.999", "1.001", "0", "2", "0.9999999999999999", "1.0000000000000002", "1.0000000000000007", "1", "1.0000000000000004"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &script{f: tt.f, float: strings.Contains(tt.name, "floats")}
			g := search.NewGate(s, search.GateOptions{Evaluations: 100})
			o := avm.Options{Extended: true, Starts: []input.Vector{tt.start}}
			avm.Search(g, tt.space, rand.New(forbidden{t}), o)
			if !slices.Equal(s.asked, tt.want) {
				t.Errorf("asked\n%q\nwant\n%q", s.asked, tt.want)
			}
		})
	}
}

func fwords(xs ...float64) input.Vector {
	v := make(input.Vector, len(xs))
	for i, x := range xs {
		v[i] = math.Float64bits(x)
	}
	return v
}

// TestPerturb: after a local optimum most climbs start near it.
func TestPerturb(t *testing.T) {
	var starts []input.Vector
	e := &script{f: func(v input.Vector) search.Fitness { return search.Fitness{Value: 1} }}
	e.f = func(v input.Vector) search.Fitness {
		starts = append(starts, slices.Clone(v))
		if v[1] == 1<<40 {
			return search.Fitness{Value: 1}
		}
		return search.Fitness{Value: 2}
	}
	g := search.NewGate(e, search.GateOptions{Evaluations: 5000})
	avm.Search(g, space(tInt64, tInt64, tInt64, tInt64), rand.New(rand.NewPCG(1, 2)),
		avm.Options{Extended: true, Starts: []input.Vector{words(5, 1<<40, 6, 7)}})
	near := 0
	for _, v := range starts {
		if v[1] == 1<<40 {
			near++
		}
	}
	if near < len(starts)/4 {
		t.Errorf("%d of %d evaluations near the optimum", near, len(starts))
	}
}

// TestFlat asserts that a climb without any slope is short: the start, six exploratory moves and
// fourteen mutations.
func TestFlat(t *testing.T) {
	e := &script{f: func(input.Vector) search.Fitness { return search.Fitness{Value: 1} }}
	g := search.NewGate(e, search.GateOptions{Evaluations: 10 * (1 + 6 + 14)})
	start := []input.Vector{words(5, 6, 7)}
	for range 9 {
		start = append(start, start[0])
	}
	r := avm.Search(g, space(tInt64, tInt64, tInt64), rand.New(rand.NewPCG(1, 2)), avm.Options{Extended: true, Starts: start})
	if r.Restarts != 9 || r.Evaluations != 210 {
		t.Errorf("%d evaluations, %d restarts", r.Evaluations, r.Restarts)
	}
}
