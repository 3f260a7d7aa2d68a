package smtlib

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/term"
)

// differencesOf returns a session of z3 with differences.
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

// TestDifferences checks that z3 agrees with package order on differences, on paths that grow
// and shrink, and that its models are valid.
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

// operand draws a slot, a slot plus a small number, or a number near 0 or near a bound of the
// sort.
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
