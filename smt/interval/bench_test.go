package interval

import (
	"math/rand/v2"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"
)

// BenchmarkQueries pushes random paths and asks one question each.
func BenchmarkQueries(b *testing.B) {
	for _, shape := range testutil.Shapes() {
		if shape.Clauses != 20 || shape.Sort.Bits == 32 {
			continue
		}
		b.Run(shape.String(), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			t := term.NewBuilder()
			var all []*testutil.Condition
			for range 100 {
				all = append(all, testutil.Random(rng, t, shape))
			}
			s := New()
			clauses, unsat, asked := 0, 0, 0
			b.ReportAllocs()
			for b.Loop() {
				c := all[asked%len(all)]
				asked++
				for _, t := range c.Path {
					s.Push(t)
				}
				if s.Check(ctx, c.Extra, c.Env()).Verdict == smt.Unsat {
					unsat++
				}
				s.Pop(len(c.Path))
				clauses += len(c.Path) + 1
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(clauses), "ns/clause")
			b.ReportMetric(float64(unsat)/float64(asked), "excluded")
		})
	}
}
