package symexec

import (
	"math/rand/v2"
	"testing"

	"nearmiss/smt/order"
)

// BenchmarkStatements executes a quicksort of 100 integers.
func BenchmarkStatements(b *testing.B) {
	p := program(b, "./testdata/sorting")
	rng := rand.New(rand.NewPCG(1, 2))
	v := ints(rng.Perm(100)...)
	bench := func(name string, o Options, c Chooser) {
		b.Run(name, func(b *testing.B) {
			e := executor(b, p, "Quick", o)
			b.ReportAllocs()
			var statements, branches uint64
			for b.Loop() {
				path, err := e.Explore(b.Context(), nil, c)
				if err != nil || path.End.Kind != Returned {
					b.Fatal(path.End, err)
				}
				statements += path.Cost.Statements
				branches += uint64(len(path.Decisions))
				if e.Builder().Size() > 1<<16 {
					e.Retain()
				}
			}
			b.ReportMetric(float64(statements)/b.Elapsed().Seconds(), "statements/s")
			b.ReportMetric(float64(branches)/b.Elapsed().Seconds(), "branches/s")
		})
	}
	bench("concrete", Options{Vector: v, Concrete: true}, Follow{})
	bench("follow", Options{Vector: v}, Follow{})
	bench("random", Options{Vector: v, Solver: order.New()}, coin{rng})
}

// coin chooses sides at random.
type coin struct{ rng *rand.Rand }

func (c coin) Choose(*Branch) bool          { return c.rng.IntN(2) == 0 }
func (coin) Took(*Branch, bool, SideReason) {}
