package lib

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"nearmiss/internal/conditions"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// installed are the solvers that are there; a test without one is skipped.
func installed(t testing.TB) []Tool {
	tools := Find()
	if len(tools) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	return tools
}

func open(t testing.TB, tool Tool, o Options) *Solver {
	s, err := New(tool, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// The embedded solver and an installed one never contradict each other, and
// no model of theirs is false.
func TestAgreement(t *testing.T) {
	for _, tool := range installed(t) {
		s := open(t, tool, Options{Time: 300 * time.Millisecond, OnFalse: func(f smt.Falsehood) {
			t.Errorf("%s: %v does not hold under %v", f.By, f.Clause, f.Model)
		}})
		counts := make(map[smt.Verdict]int)
		shapes := conditions.Shapes()
		for i, shape := range shapes {
			if shape.Clauses > 5 || shape.Mix > conditions.Bits {
				continue
			}
			b := term.NewBuilder()
			c := conditions.Random(rand.New(rand.NewPCG(1, uint64(i))), b, shape)
			both := smt.Compare(smt.NewMeter(s, nil), embedded.New(embedded.Options{}), func(d *smt.Disagreement) { t.Error(d) })
			for _, p := range c.Path {
				both.Push(p)
			}
			at := time.Now()
			a := s.Check(context.Background(), c.Extra, c.Env())
			t.Log(shape, tool.Name, a.Verdict, a.Reason, time.Since(at))
			counts[a.Verdict]++
			both.Check(context.Background(), c.Extra, c.Env())
			both.Pop(len(c.Path))
		}
		t.Log(tool.Name, counts, s.Stats())
	}
}
