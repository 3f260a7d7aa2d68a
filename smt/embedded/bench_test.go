package embedded_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/smt/order"
	"nearmiss/term"
)

// explorer runs programs that compare 64-bit slots, as an executor does.
type explorer struct {
	b       *term.Builder
	solver  smt.Solver
	rng     *rand.Rand
	in      []uint64
	left    int // remaining branches
	queries int
}

func (e *explorer) env(slot int) (term.Value, bool) { return term.Value{Bits: e.in[slot]}, true }

// lessEq returns the outcome of in[i] <= in[j]. Both sides are wanted equally often.
func (e *explorer) lessEq(i, j int) bool {
	if e.left == 0 {
		return int64(e.in[i]) <= int64(e.in[j])
	}
	s := term.Signed(64)
	c := e.b.Compare(term.LE, e.b.Slot(i, s, false), e.b.Slot(j, s, false))
	if c.IsConst() {
		return true
	}
	e.left--
	side := int64(e.in[i]) <= int64(e.in[j])
	here, there := c, e.b.Not(c)
	if !side {
		here, there = there, here
	}
	if e.rng.IntN(2) == 0 {
		e.queries++
		if a := e.solver.Check(context.Background(), there, e.env); a.Verdict == smt.Sat {
			for _, x := range a.Changes {
				e.in[x.Slot] = x.Value.Bits
			}
			side, here = !side, there
		}
	}
	e.solver.Push(here)
	return side
}

func (e *explorer) pairs(n int) {
	for e.left > 0 {
		e.lessEq(e.rng.IntN(n), e.rng.IntN(n))
	}
}

func (e *explorer) bubble(n int) {
	p := e.rng.Perm(n)
	for ; n > 1 && e.left > 0; n-- {
		for i := 1; i < n; i++ {
			if !e.lessEq(p[i-1], p[i]) {
				p[i-1], p[i] = p[i], p[i-1]
			}
		}
	}
}

// BenchmarkPath500 explores paths of 500 branches over 100 slots of 64 bits. It measures the
// whole cost of a branch except the program itself.
func BenchmarkPath500(b *testing.B) {
	programs := map[string]func(*explorer, int){"pairs": (*explorer).pairs, "bubble": (*explorer).bubble}
	solvers := map[string]func() smt.Solver{
		"order": func() smt.Solver { return order.New() },
		"chain": func() smt.Solver { return embedded.New(embedded.Options{}) },
	}
	for name, program := range programs {
		for which, solver := range solvers {
			b.Run(name+"/"+which, func(b *testing.B) {
				e := &explorer{b: term.NewBuilder(), solver: solver()}
				b.ReportAllocs()
				for i := range b.N {
					e.rng = rand.New(rand.NewPCG(uint64(i), 1))
					e.in, e.left = make([]uint64, 100), 500
					program(e, 100)
					e.solver.Pop(500 - e.left)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(e.queries), "ns/query")
				b.ReportMetric(float64(e.queries)/float64(b.N), "queries/path")
			})
		}
	}
}
