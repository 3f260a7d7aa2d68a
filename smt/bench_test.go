package smt_test

import (
	"math/rand/v2"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"
)

// BenchmarkPlanted measures queries with a planted model and reports the share that is decided.
func BenchmarkPlanted(b *testing.B) {
	for mix := testutil.Linear; mix <= testutil.Anything; mix++ {
		b.Run(mix.String(), func(b *testing.B) {
			var all []*testutil.Condition
			for _, shape := range testutil.Shapes() {
				for seed := range uint64(4) {
					if shape.Mix == mix {
						all = append(all, testutil.Planted(rand.New(rand.NewPCG(seed, 1)), term.NewBuilder(), shape))
					}
				}
			}
			found := 0
			for b.Loop() {
				found = 0
				for _, c := range all {
					s := smt.NewLocalSearch(smt.LocalSearchOptions{})
					for _, p := range c.Path {
						s.Push(p)
					}
					if s.Check(ctx, c.Extra, c.Env()).Verdict == smt.Sat {
						found++
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/question")
			b.ReportMetric(100*float64(found)/float64(len(all)), "%found")
		})
	}
}
