package ga

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// faulty are operators; one of them returns invalid vectors.
type faulty struct {
	*Breeder
	which string
}

func (f faulty) spoil(which string, v input.Vector) input.Vector {
	if which == f.which {
		return append(v[:0:0], 1<<40, 2)
	}
	return v
}

func (f faulty) Crossover(a, b input.Vector, rng *rand.Rand) (input.Vector, input.Vector) {
	c, d := f.Breeder.Crossover(a, b, rng)
	return f.spoil("Crossover", c), f.spoil("Crossover", d)
}

func (f faulty) Mutate(v input.Vector, step float64, rng *rand.Rand) input.Vector {
	return f.spoil("Mutate", f.Breeder.Mutate(v, step, rng))
}

func (f faulty) Neighbour(v input.Vector, rng *rand.Rand) input.Vector {
	return f.spoil("Neighbour", f.Breeder.Neighbour(v, rng))
}

// TestFaultyOperators asserts that invalid genes are never evaluated, and that the error names
// the operator.
func TestFaultyOperators(t *testing.T) {
	s := space(tInt32, tInt32)
	for _, a := range algorithms {
		for _, which := range []string{"Crossover", "Mutate", "Neighbour"} {
			if _, alone := a.(Wegener); which == "Neighbour" && alone {
				continue
			}
			p := &problem{fitness: func(v input.Vector) float64 {
				if !s.Canonical(v) {
					t.Fatalf("%v is run", v)
				}
				return 1 / (2 + float64(v[0]&0xff))
			}}
			r, err := Search(t.Context(), p, s, generator(1), Options{Evaluations: 10_000, Algorithm: a, Operators: faulty{NewBreeder(s), which}})
			if err == nil || !strings.Contains(err.Error(), which) || !strings.Contains(err.Error(), "ga.faulty") || !strings.Contains(err.Error(), "1099511627776") || r.Status != search.Stopped {
				t.Errorf("%T, %s: %v, %v", a, which, r.Status, err)
			}
		}
	}
}

// TestFaultyOptions asserts the errors for invalid parameters.
func TestFaultyOptions(t *testing.T) {
	for _, a := range []Algorithm{
		Memetic{PopSize: 1}, Memetic{PopSize: -1}, Memetic{EliteSize: 51}, Memetic{MProb: 1.5},
		Wegener{PopSize: 4}, Wegener{EliteSize: 51}, Wegener{MProb: 1.5}, Wegener{MProb: math.NaN()},
	} {
		p := &problem{fitness: never}
		if _, err := Search(t.Context(), p, space(tInt32, tInt32), generator(1), Options{Evaluations: 100, Algorithm: a}); err == nil || p.runs > 0 {
			t.Errorf("%+v", a)
		}
	}
	c := Memetic{EliteSize: -1, MProb: -1, LSPeriod: -1, LSAttempts: -1}.Config()
	if m, ok := c.Model.(*memetic); !ok || m.EliteSize != 0 || m.MProb >= 0 || m.PopSize != 50 {
		t.Errorf("%+v", c.Model)
	}
	s, ok := Memetic{}.Config().Model.(single)
	if m := s.Model.(*memetic); !ok || s.period != 10 || s.attempts != 25 || m.PopSize != 50 || m.EliteSize != 5 || m.MProb != 0.2 {
		t.Errorf("Table IV: %+v, %+v", s.localSearch, m)
	}
}
