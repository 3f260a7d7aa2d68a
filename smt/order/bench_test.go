package order

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// recording keeps what a run asks and pushes.
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

// BenchmarkQueries replays the questions of programs: one Check and one Push
// each, with the model.
func BenchmarkQueries(b *testing.B) {
	for _, name := range []string{"pairs", "merge", "bubble"} {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			r := newRun(b, term.Signed(64), 100, rng)
			rec := &recording{Solver: r.s, r: r}
			r.s = rec
			programs[name](r, 100, rng)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				s := New()
				for _, q := range rec.asked {
					s.Check(ctx, q.extra, q.in.env)
					s.Push(q.pushed)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(rec.asked)), "ns/query")
			b.ReportMetric(float64(len(rec.asked)), "queries")
			b.ReportMetric(float64(r.changes)/float64(r.sat), "changes/sat")
		})
	}
}
