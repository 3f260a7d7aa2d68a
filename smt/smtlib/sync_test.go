package smtlib

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/term"
)

// TestSyncKeeps checks that a process keeps the common prefix of a path and the next one.
func TestSyncKeeps(t *testing.T) {
	b, i64 := term.NewBuilder(), term.Signed(64)
	var c []*term.Term
	for i := range 6 {
		c = append(c, b.Compare(term.LT, b.Slot(i, i64, false), b.Slot(i+1, i64, false)))
	}
	s := newSession(Tool{Name: Z3}, differences, &Options{}, &Stats{})
	for _, test := range []struct {
		path  []*term.Term
		extra *term.Term
		pops  string
		tells int
	}{
		{c[2:4], c[5], "", 3},
		{c[2:5], nil, "(pop 1)", 1},
		{c[2:4], c[4], "", 0}, // a query that is on the stack
		{c[2:3], c[3], "(pop 1)", 0},
		{[]*term.Term{c[4], c[3]}, nil, "(pop 2)", 2},
		{[]*term.Term{c[4], c[3], c[4]}, c[0], "", 2},
		{nil, nil, "(pop 4)", 0},
	} {
		for _, p := range test.path {
			s.Push(p)
		}
		s.sync(t.Context(), test.extra)
		s.Pop(len(test.path))
		out := s.pending.String()
		s.pending.Reset()
		if got := strings.Count(out, "(push 1)"); got != test.tells || strings.Count(out, "(pop") != min(1, len(test.pops)) || !strings.HasPrefix(out, test.pops) {
			t.Errorf("%v and %v:\n%s", test.path, test.extra, out)
		}
	}
}

// TestSyncIsComplete checks that a process has exactly the clauses of the path and the query,
// in the same state as a new process that received only these.
func TestSyncIsComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	b, u8 := term.NewBuilder(), term.Unsigned(8)
	draw := func() *term.Term {
		x, y := b.Slot(rng.IntN(5), u8, false), b.Slot(rng.IntN(5), u8, false)
		return b.Compare(term.LT, b.Binary(term.Div, x, b.Int(u8, uint64(2+rng.IntN(2)))), y)
	}
	s := newSession(Tool{Name: Z3}, integers, &Options{}, &Stats{})
	for range 500 {
		if n := rng.IntN(len(s.path) + 1); rng.IntN(3) == 0 {
			s.Pop(n)
		}
		for range rng.IntN(5) {
			s.Push(draw())
		}
		extra := draw()
		s.sync(t.Context(), extra)
		fresh := newSession(Tool{Name: Z3}, integers, &Options{}, &Stats{})
		for _, c := range s.path {
			fresh.Push(c.term)
		}
		fresh.sync(t.Context(), extra)
		if got, want := known(s), known(fresh); !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	}
}

// known returns the state that a session assumes of its process: clauses, slots and the number
// of side conditions.
func known(s *session) []string {
	var list []string
	for _, c := range s.sent {
		list = append(list, c.term.String())
	}
	for _, f := range s.slots {
		list = append(list, f.name)
	}
	for _, f := range s.asserted {
		list = append(list, strings.Repeat("side", len(f.sides)))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
