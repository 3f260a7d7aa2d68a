package smtlib

import (
	"context"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// The core of a contradiction has the clauses of it, also where they were
// asserted and taken back before, and none where one of them needs others.
func TestCore(t *testing.T) {
	tool, ok := Look(CVC5)
	if !ok {
		t.Skip("cvc5 is not installed")
	}
	s := open(t, tool, Options{Cores: true})
	b, u8 := term.NewBuilder(), term.Unsigned(8)
	x, y := b.Slot(0, u8, false), b.Slot(1, u8, false)
	differ, up, down := b.Compare(term.NE, x, y), b.Compare(term.LE, x, y), b.Compare(term.GE, x, y)
	small := b.Compare(term.LE, x, b.Int(u8, 100))
	w := func(slot int) (term.Value, bool) { return term.Value{Bits: uint64(slot)}, true }
	check := func(extra *term.Term, want []*term.Term, path ...*term.Term) {
		t.Helper()
		for _, c := range path {
			s.Push(c)
		}
		defer s.Pop(len(path))
		a := s.Check(context.Background(), extra, w)
		if a.Verdict != smt.Unsat || len(a.Core) != len(want) {
			t.Fatalf("%+v", a)
		}
		for i := range want {
			if a.Core[i] != want[i] {
				t.Errorf("%v in the core, want %v", a.Core[i], want[i])
			}
		}
	}
	check(down, []*term.Term{differ, up, down}, small, differ, up)
	check(down, []*term.Term{up, differ, down}, up, small, differ)
	check(up, []*term.Term{differ, down, up}, differ, down, small)
	check(b.Compare(term.LT, b.Binary(term.Add, x, y), x), nil, small, up, b.Compare(term.LE, y, b.Int(u8, 100)))
}
