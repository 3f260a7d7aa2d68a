package smtlib

import (
	"context"
	"testing"
	"time"

	"nearmiss/smt"
	"nearmiss/term"
)

// TestSteps checks that a limit of steps ends a hard query before the time limit, and that the
// next query has the full number of steps.
func TestSteps(t *testing.T) {
	b, u64 := term.NewBuilder(), term.Unsigned(64)
	x, y := b.Slot(0, u64, false), b.Slot(1, u64, false)
	product := b.Compare(term.EQ, b.Binary(term.Mul, x, y), b.Int(u64, 0xfffffffb*0xffffffef))
	w := func(int) (term.Value, bool) { return term.Value{}, true }
	for _, tool := range installed(t) {
		s := open(t, tool, Options{Steps: 20_000, Time: time.Hour})
		s.Push(b.Compare(term.LT, x, b.Int(u64, 1<<32)))
		s.Push(b.Compare(term.LT, y, x))
		if a := s.Check(context.Background(), product, w); a.Verdict != smt.Unknown {
			t.Errorf("%s: %+v", tool.Name, a)
		}
		s.Pop(2)
		for range 100 {
			if a := s.Check(context.Background(), b.Compare(term.NE, x, y), w); a.Verdict != smt.Sat {
				t.Fatalf("%s: %+v", tool.Name, a)
			}
		}
		if st := s.Stats(); st.Late+st.Failures > 0 {
			t.Errorf("%+v", st)
		}
	}
}
