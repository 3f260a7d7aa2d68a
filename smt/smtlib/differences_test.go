package smtlib

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/term"
)

// differencesOf is a session of z3 with differences.
func differencesOf(t *testing.T) *session {
	t.Helper()
	tool, ok := Look(Z3)
	if !ok {
		t.Skip("z3 is not installed")
	}
	s := newSession(tool, differences, &Options{Time: defaultTime, Memory: defaultMemory}, &Stats{})
	t.Cleanup(func() { s.Close() })
	return s
}

func zeros(int) (term.Value, bool) { return term.Value{}, true }

// The verdict and the model take one round trip. A model beyond 64 bits takes
// a second one, but only the first.
func TestRoundTrips(t *testing.T) {
	s, b := differencesOf(t), term.NewBuilder()
	i64, u64 := term.Signed(64), term.Unsigned(64)
	x, y, u, v := b.Slot(0, i64, false), b.Slot(1, i64, false), b.Slot(2, u64, false), b.Slot(3, u64, false)
	const most = 1<<63 - 1
	last := 1 // the preamble
	for i, test := range []struct {
		path, extra *term.Term
		want        smt.Verdict
		trips       int
	}{
		{b.Compare(term.LE, x, y), b.Compare(term.NE, x, y), smt.Sat, 1},
		{b.Compare(term.LE, x, y), b.Compare(term.GT, x, y), smt.Unsat, 1},
		{b.Compare(term.GE, x, b.Int(i64, most)), b.Compare(term.LT, x, y), smt.Unsat, 2},
		{b.Compare(term.GE, x, b.Int(i64, most)), b.Compare(term.GT, x, y), smt.Sat, 1},
		{b.Compare(term.LE, y, b.Int(i64, 1<<63)), b.Compare(term.LT, x, y), smt.Unsat, 1},
		{b.Compare(term.EQ, u, b.Int(u64, 0)), b.Compare(term.LT, v, u), smt.Unsat, 2},
		{b.Compare(term.GE, u, b.Int(u64, 1<<63)), b.Compare(term.LT, u, v), smt.Sat, 1},
	} {
		s.Push(test.path)
		a := s.Check(context.Background(), test.extra, zeros)
		s.Pop(1)
		if a.Verdict != test.want || s.process.asked-last != test.trips {
			t.Errorf("%d: %v %s with %d round trips", i, a.Verdict, a.Reason, s.process.asked-last)
		}
		last = s.process.asked
	}
	if s.stats.Starts != 1 || s.stats.Failures != 0 {
		t.Errorf("%+v", s.stats)
	}
}

// z3 agrees on differences with the graph of package order, on paths that grow and shrink,
// and its models hold.
func TestDifferences(t *testing.T) {
	s := differencesOf(t)
	wrong := func(f smt.Falsehood) { t.Errorf("%v does not hold under %v", f.Clause, f.Model) }
	counts := make(map[smt.Verdict]int)
	both := smt.Compare(smt.Checked(s, wrong), smt.Checked(order.New(), wrong), func(d *smt.Disagreement) { t.Error(d) })
	rng := rand.New(rand.NewPCG(7, 7))
	b, sorts := term.NewBuilder(), []term.Sort{term.Signed(64), term.Unsigned(64), term.Signed(8), term.Unsigned(16)}
	ops := []term.Rel{term.LT, term.LE, term.GT, term.GE, term.EQ, term.NE}
	for range 25 {
		in, path, sort := [6]uint64{}, 0, sorts[rng.IntN(len(sorts))]
		w := func(slot int) (term.Value, bool) { return term.Value{Bits: in[slot]}, true }
		for range 30 {
			here := b.Compare(ops[rng.IntN(len(ops))], b.Slot(rng.IntN(6), sort, false), operand(rng, b, sort))
			if e := term.NewEvaluator(w); !e.Holds(here) {
				here = b.Not(here)
			}
			a := both.Check(context.Background(), b.Not(here), w)
			counts[a.Verdict]++
			if a.Verdict == smt.Sat && rng.IntN(2) == 0 {
				here = b.Not(here)
				for _, c := range a.Changes {
					in[c.Slot] = c.Value.Bits
				}
			}
			both.Push(here)
			if path++; rng.IntN(4) == 0 {
				n := rng.IntN(path)
				both.Pop(n)
				path -= n
			}
		}
		both.Pop(path)
	}
	t.Log(counts)
	if counts[smt.Sat] < 100 || counts[smt.Unsat] < 50 {
		t.Errorf("too few answers: %v", counts)
	}
}

// operand is a slot, one plus a little, or a number at or near an end of the
// sort or at 0.
func operand(rng *rand.Rand, b *term.Builder, s term.Sort) *term.Term {
	switch slot := b.Slot(rng.IntN(6), s, false); rng.IntN(4) {
	case 0, 1:
		return slot
	case 2:
		return b.Binary(term.Add, slot, b.Int(s, uint64(1+rng.IntN(9))))
	}
	anchor := []uint64{0, 1 << (s.Bits - 1), ^uint64(0)}[rng.IntN(3)]
	return b.Int(s, s.Wrap(anchor+uint64(rng.IntN(5))-2))
}
