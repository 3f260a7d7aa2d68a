package ga

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"

	"nearmiss/input"
	"nearmiss/internal/testutil"
)

// TestLocalSearch: a neighbour that is better takes the place.
func TestLocalSearch(t *testing.T) {
	s := space(tInt32, tInt32)
	p := &problem{fitness: func(v input.Vector) float64 { return 1 / (1 + float64(v[0]&0xffff)) }}
	e := &evolution[input.Vector]{ctx: t.Context(), problem: &vectors{Evaluator: p, space: s}, ops: NewBreeder(s)}
	start := eaopt.Individuals{{Genome: e.newGenome(input.Vector{100, 7})}}
	if err := Evaluate(start); err != nil {
		t.Fatal(err)
	}
	m := &localSearch{attempts: 4}
	move := func(by uint64) []uint64 { return []uint64{0, by, up} } // the first gene
	var draws []uint64
	draws = append(draws, move(etaOne)...)               // by a tenth of 2^32, 0x1999999a: better
	draws = append(draws, move(0x1111111011111111)...)   // by an 64th of that
	draws = append(draws, 1, etaOne, up)                 // the second: as good, so no better
	draws = append(draws, 0, etaNone, up, 0, etaOne, up) // no move, then one
	testutil.Run(t, func(rng *rand.Rand) {
		best, err := m.search(start[0], toV1(rng))
		if err != nil || p.runs != 5 || best.Fitness > start[0].Fitness || vector(&best)[1] != 7 {
			t.Errorf("%v after %d runs, %v", vector(&best), p.runs, err)
		}
	}, draws...)
}

// counting counts the calls of Neighbour by the number of the evaluation before.
type counting struct {
	*Breeder
	p  *problem
	at map[int]int
}

func (c counting) Neighbour(v input.Vector, rng *rand.Rand) input.Vector {
	c.at[c.p.runs]++
	return c.Breeder.Neighbour(v, rng)
}

// TestLocalSearchPeriod asserts how often Algorithm 6 runs, and that it tries one neighbour after the other.
func TestLocalSearchPeriod(t *testing.T) {
	s := space(tInt32, tInt32)
	for _, c := range []struct {
		algorithm           Algorithm
		first, every, tries int // evaluations before the first local search and between two; neighbours of one
	}{
		{LocalSearch{Algorithm: Wegener{}, Period: 2, Attempts: 3}, 3 * 300, 2*300 + 3, 3},
		{LocalSearch{Algorithm: Wegener{}}, 11 * 300, 10*300 + 25, 25},
	} {
		p := &problem{fitness: never}
		ops := counting{NewBreeder(s), p, map[int]int{}}
		if _, err := Search(t.Context(), p, s, generator(1), Options{Evaluations: 7_000, Algorithm: c.algorithm, Operators: ops}); err != nil {
			t.Fatal(err)
		}
		for at, calls := range ops.at {
			if calls != 1 || at < c.first || (at-c.first)%c.every >= c.tries {
				t.Errorf("%+v: %d neighbours after %d evaluations", c.algorithm, calls, at)
			}
		}
		if want := (7_000 - c.first) / c.every * c.tries; len(ops.at) < want {
			t.Errorf("%+v: %d neighbours, want at least %d", c.algorithm, len(ops.at), want)
		}
	}
}

// TestNoLocalSearch asserts that negative parameters leave the algorithm as it is.
func TestNoLocalSearch(t *testing.T) {
	runs := func(a Algorithm) (list []input.Vector) {
		p := &problem{fitness: func(v input.Vector) float64 {
			list = append(list, slices.Clone(v))
			return never(v)
		}}
		run(t, p, space(tInt32, tInt32), 1, Options{Evaluations: 2_000, Algorithm: a})
		return list
	}
	want := runs(Wegener{})
	for _, a := range []Algorithm{LocalSearch{Algorithm: Wegener{}, Period: -1}, LocalSearch{Algorithm: Wegener{}, Attempts: -1}} {
		if !slices.EqualFunc(runs(a), want, slices.Equal) {
			t.Errorf("%+v differs from Wegener", a)
		}
	}
}

// TestLocalSearchIndividuals asserts that a local search comes after as many individuals with a fitness, and tries as many neighbours
// with one, whether other individuals have none or not.
func TestLocalSearchIndividuals(t *testing.T) {
	const every, attempts, generation = 100, 25, 50
	s := space(tInt32, tInt32)
	for _, a := range []Algorithm{Memetic{LSIndividuals: every}, Wegener{PopSize: 8, LSIndividuals: every}} {
		for _, one := range []int{1, 3} { // of so many individuals has a fitness
			runs, finite := 0, 0
			p := &problem{fitness: func(v input.Vector) float64 {
				if runs++; runs > generation && runs%one != 0 {
					return math.Inf(1)
				}
				finite++
				return never(v)
			}}
			ops := &starting{Breeder: NewBreeder(s), runs: &runs, finite: &finite}
			if _, err := Search(t.Context(), p, s, generator(1), Options{Evaluations: 6_000, Algorithm: a, Operators: ops}); err != nil {
				t.Fatal(err)
			}
			if len(ops.starts) < finite/(every+attempts+2*generation) {
				t.Errorf("%T, one of %d: %d local searches in %d individuals", a, one, len(ops.starts), finite)
			}
			for i := 1; i < len(ops.starts); i++ {
				if between := ops.starts[i] - ops.starts[i-1] - attempts; between < every || between > every+generation {
					t.Errorf("%T, one of %d: %d individuals between two local searches", a, one, between)
				}
			}
		}
	}
}

// starting records the individuals with a fitness before each local search.
type starting struct {
	*Breeder
	runs, finite *int
	last         int // evaluations before the last neighbour
	starts       []int
}

func (o *starting) Neighbour(v input.Vector, rng *rand.Rand) input.Vector {
	if *o.runs != o.last+1 || len(o.starts) == 0 {
		o.starts = append(o.starts, *o.finite)
	}
	o.last = *o.runs
	return o.Breeder.Neighbour(v, rng)
}
