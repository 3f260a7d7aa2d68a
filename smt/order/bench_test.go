package order

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// recording keeps the queries and clauses of a run.
type recording struct {
	smt.Solver
	r     *run
	asked []asked
}

type asked struct {
	extra, pushed *term.Term
	in            inputs
}

func (c *recording) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	c.asked = append(c.asked, asked{extra: extra, in: c.r.in})
	return c.Solver.Check(ctx, extra, w)
}

func (c *recording) Push(t *term.Term) {
	c.asked[len(c.asked)-1].pushed = t
	c.Solver.Push(t)
}

// shapes lists programs by name, with the number and the sort of their slots.
var shapes = []struct {
	name    string
	program func(r *run, n int, rng *rand.Rand)
	n       int
	sort    term.Sort
}{
	{"pairs", programs["pairs"], 100, term.Signed(64)},
	{"merge", programs["merge"], 100, term.Signed(64)},
	{"bubble", programs["bubble"], 100, term.Signed(64)},
	{"pairs/bytes", programs["pairs"], 100, term.Unsigned(8)},
	{"merge/bytes", programs["merge"], 100, term.Unsigned(8)},
	{"palindrome", programs["palindrome"], 1000, term.Unsigned(8)},
	{"matrix", programs["matrix"], 10000, term.Signed(64)},
	{"pairs/1000", programs["pairs/many"], 1000, term.Signed(64)},
	{"merge/1000", programs["merge"], 1000, term.Signed(64)},
}

// BenchmarkQueries replays the queries of programs: each is one Check with its model and one
// Push.
func BenchmarkQueries(b *testing.B) {
	for _, shape := range shapes {
		b.Run(shape.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			r := newRun(b, shape.sort, shape.n, rng)
			rec := &recording{Solver: r.s, r: r}
			r.s = rec
			shape.program(r, shape.n, rng)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				s := New()
				for _, q := range rec.asked {
					s.Check(ctx, q.extra, q.in.env)
					s.Push(q.pushed)
				}
			}
			each := float64(b.N * len(rec.asked))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/each, "ns/query")
			b.ReportMetric(float64(len(rec.asked)), "queries")
			b.ReportMetric(float64(r.changes)/float64(r.sat), "changes/sat")
		})
	}
}

// BenchmarkSolve solves the whole path of a program from a witness of zeros.
func BenchmarkSolve(b *testing.B) {
	for _, shape := range shapes {
		b.Run(shape.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			r := newRun(b, shape.sort, shape.n, rng)
			shape.program(r, shape.n, rng)
			zeros := make(inputs, shape.n)
			b.ResetTimer()
			for range b.N {
				if a := r.s.Solve(ctx, zeros.env); a.Verdict != smt.Sat {
					b.Fatal(a.Verdict, a.Reason)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(r.path)), "ns/clause")
		})
	}
}
