package smtlib

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"
)

// BenchmarkPath500 queries the other side of 500 comparisons of 100 slots in turn, and
// continues with the witness's side.
func BenchmarkPath500(b *testing.B) {
	build := term.NewBuilder()
	rng := rand.New(rand.NewPCG(1, 2))
	s := term.Signed(64)
	witness := make([]uint64, 100)
	for i := range witness {
		witness[i] = rng.Uint64()
	}
	var mine []*term.Term
	for len(mine) < 500 {
		i, j := rng.IntN(100), rng.IntN(100)
		if int64(witness[i]) > int64(witness[j]) {
			i, j = j, i
		}
		if i != j {
			mine = append(mine, build.Compare(term.LE, build.Slot(i, s, false), build.Slot(j, s, false)))
		}
	}
	for _, tool := range installed(b) {
		b.Run(tool.Name, func(b *testing.B) {
			sat, cpu := 0, time.Duration(0)
			for range b.N {
				solver := open(b, tool, Options{})
				for _, c := range mine {
					a := solver.Check(context.Background(), build.Not(c), testutil.Env(witness))
					if a.Verdict == smt.Unknown {
						b.Fatal(a.Reason)
					}
					if a.Verdict == smt.Sat {
						sat++
					}
					solver.Push(c)
				}
				solver.Close()
				cpu += solver.Stats().CPU
			}
			n := float64(b.N * len(mine))
			b.ReportMetric(float64(b.Elapsed().Microseconds())/n, "µs/query")
			b.ReportMetric(float64(cpu.Microseconds())/n, "cpu-µs/query")
			b.ReportMetric(float64(sat)/n*100, "%sat")
		})
	}
}
