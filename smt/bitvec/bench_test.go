package bitvec

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"
)

var instances = flag.Int("instances", 20, "random conditions of each shape in benchmarks")
var patience = flag.Duration("patience", time.Second, "for a query")
var limit = flag.Int64("steps", 1<<40, "of a query")

// BenchmarkConditions queries random conditions of every shape, each with a new solver, and
// reports the share that is decided.
func BenchmarkConditions(b *testing.B) {
	for _, mix := range []testutil.Mix{testutil.Linear, testutil.Bits, testutil.Products, testutil.Anything} {
		for _, clauses := range []int{5, 20} {
			b.Run(fmt.Sprintf("%v/%d", mix, clauses), func(b *testing.B) {
				for b.Loop() {
					var times []float64
					work := 0.0
					counts := make(map[smt.Verdict]int)
					for i, s := range testutil.Shapes() {
						if s.Mix != mix || s.Clauses != clauses {
							continue
						}
						for k := range *instances {
							c := testutil.Random(rand.New(rand.NewPCG(uint64(k), uint64(i))), term.NewBuilder(), s)
							ms, steps, a := timed(c)
							times = append(times, ms)
							work += float64(steps)
							counts[a.Verdict]++
						}
					}
					slices.Sort(times)
					sum, quick := 0.0, 0
					for _, ms := range times {
						sum += ms
						if ms <= 1000 {
							quick++
						}
					}
					n := float64(len(times))
					b.ReportMetric(sum/n, "ms/mean")
					b.ReportMetric(work/n/1000, "ksteps/mean")
					b.ReportMetric(times[len(times)/2], "ms/p50")
					b.ReportMetric(times[len(times)*9/10], "ms/p90")
					b.ReportMetric(times[len(times)-1], "ms/max")
					b.ReportMetric(float64(counts[smt.Unknown]), "unknown")
					b.ReportMetric(float64(counts[smt.Sat]), "sat")
					b.ReportMetric(float64(counts[smt.Unsat]), "unsat")
					b.ReportMetric(0, "ns/op")
				}
			})
		}
	}
}

func timed(c *testutil.Condition) (float64, int64, smt.Answer) {
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	s := New(Options{Steps: *limit})
	start := time.Now()
	for _, t := range c.Path {
		s.Push(t)
	}
	a := s.Check(ctx, c.Extra, c.Env())
	return time.Since(start).Seconds() * 1000, s.steps, a
}

// BenchmarkPath queries each of the 100 comparisons of a path over 30 variables.
func BenchmarkPath(b *testing.B) {
	const branches, vars = 100, 30
	for b.Loop() {
		rng := rand.New(rand.NewPCG(1, 2))
		tb := term.NewBuilder()
		s := New(Options{})
		values := make([]uint64, vars)
		for i := range values {
			values[i] = rng.Uint64()
		}
		env := testutil.Env(values)
		for range branches {
			i := rng.IntN(vars)
			j := (i + 1 + rng.IntN(vars-1)) % vars
			here := tb.Compare(term.LE, tb.Slot(i, term.Signed(64), false), tb.Slot(j, term.Signed(64), false))
			there := tb.Not(here)
			if !holds(here, env) {
				here, there = there, here
			}
			if a := s.Check(context.Background(), there, env); a.Verdict == smt.Sat && rng.IntN(2) == 0 {
				for _, x := range a.Changes {
					values[x.Slot] = x.Value.Bits
				}
				here = there
			}
			s.Push(here)
		}
		b.ReportMetric(float64(s.steps)/1000/branches, "ksteps/query")
		b.ReportMetric(float64(b.Elapsed().Milliseconds())/branches, "ms/query")
	}
}
