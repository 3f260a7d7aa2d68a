package bitvec

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

func TestPuzzles(t *testing.T) {
	for _, p := range puzzles {
		if p.hard {
			continue
		}
		s := New(Options{})
		a, clauses := p.ask(s)
		if a.Verdict != p.want {
			t.Errorf("%s: %+v, want %v", p.name, a, p.want)
		}
		if err := justified(a, clauses, env(make([]uint64, 8)...)); err != "" {
			t.Errorf("%s: %s", p.name, err)
		}
	}
}

// TestUndefined checks that a clause with an undefined term does not hold, unless &&, || or an
// if-then-else skips the term.
func TestUndefined(t *testing.T) {
	m := maths{term.NewBuilder()}
	x, y, zero := m.v(0), m.v(1), m.n(0)
	is := func(x *term.Term, v int64) *term.Term { return m.eq(x, v) }
	for _, c := range []struct {
		clauses []*term.Term
		want    smt.Verdict
	}{
		{[]*term.Term{is(y, 0), is(m.div(x, y), 3)}, smt.Unsat},
		{[]*term.Term{is(y, 0), m.Not(is(m.rem(x, y), 3))}, smt.Unsat},
		{[]*term.Term{is(y, 0), m.Either(is(y, 0), is(m.rem(x, y), 3))}, smt.Sat},
		{[]*term.Term{is(y, 0), m.Both(is(y, 0), is(m.rem(x, y), 3))}, smt.Unsat},
		{[]*term.Term{is(y, 0), m.Not(m.Both(m.Not(is(y, 0)), is(m.rem(x, y), 3)))}, smt.Sat},
		{[]*term.Term{is(y, 0), is(m.If(is(y, 0), x, m.div(x, y)), 9)}, smt.Sat},
		{[]*term.Term{is(m.div(x, zero), 1)}, smt.Unsat},
		{[]*term.Term{is(y, -1), is(m.Binary(term.Shl, x, y), 0)}, smt.Unsat},
		{[]*term.Term{m.gt(m.n(0), y), m.gt(m.Binary(term.Shr, x, y), x)}, smt.Unsat},
		{[]*term.Term{is(y, 64), is(m.Binary(term.Shl, x, y), 0), is(m.Binary(term.Shr, x, y), -1)}, smt.Sat},
		{[]*term.Term{is(y, -1), is(m.div(x, y), -1<<63)}, smt.Sat},
	} {
		s := New(Options{})
		for _, p := range c.clauses {
			s.Push(p)
		}
		witness := env(5, 5)
		a := s.Solve(context.Background(), witness)
		if a.Verdict != c.want {
			t.Errorf("%v: %+v, want %v", c.clauses, a, c.want)
		}
		if err := justified(a, c.clauses, witness); err != "" {
			t.Errorf("%v: %s", c.clauses, err)
		}
	}
}

// TestNearWitness checks that a model changes no more than necessary.
func TestNearWitness(t *testing.T) {
	m := maths{term.NewBuilder()}
	s := New(Options{})
	for i := range 9 {
		s.Push(m.gt(m.v(i+1), m.v(i)))
	}
	values := []uint64{10, 20, 30, 40, 50, 60, 70, 80, 90, 100}
	a := s.Check(context.Background(), m.gt(m.v(4), m.n(55)), env(values...))
	if a.Verdict != smt.Sat || len(a.Changes) == 0 || a.Changes[0].Slot < 4 {
		t.Errorf("%+v", a)
	}
}

// TestNotOfIntegers checks that clauses not over integers are dropped: unsat is valid, and a
// model is returned if it satisfies them by chance.
func TestNotOfIntegers(t *testing.T) {
	m := maths{term.NewBuilder()}
	x, f := m.v(0), m.Slot(1, term.Floating(64), false)
	mixed := m.Compare(term.GT, m.Convert(x, term.Floating(64)), f)
	values := func(slot int) (term.Value, bool) {
		if slot == 0 {
			return term.Value{Bits: 5}, true
		}
		return term.Value{Bits: m.Float(term.Floating(64), 4).Bits}, true
	}
	for _, c := range []struct {
		extra  *term.Term
		want   smt.Verdict
		reason string
	}{
		{m.gt(x, m.n(6)), smt.Sat, ""},
		{m.gt(m.n(3), x), smt.Unknown, "float"},
		{m.Both(m.gt(x, m.n(6)), m.gt(m.n(6), x)), smt.Unsat, ""},
		{m.Compare(term.LT, f, m.Float(f.Sort, 1)), smt.Unknown, "float"},
	} {
		s := New(Options{})
		s.Push(mixed)
		if a := s.Check(context.Background(), c.extra, values); a.Verdict != c.want || !strings.Contains(a.Reason, c.reason) {
			t.Errorf("%v: %+v, want %v", c.extra, a, c.want)
		}
	}
}

// TestLimits checks that the limit of steps does not depend on timing, and that a query stops
// when its context ends.
func TestLimits(t *testing.T) {
	hard := func(s *Solver, ctx context.Context) smt.Answer {
		for _, c := range factors(700001*900001, 1<<20)(maths{term.NewBuilder()}) {
			s.Push(c)
		}
		return s.Solve(ctx, env(2, 2))
	}
	if a := hard(New(Options{Steps: 100_000}), context.Background()); a.Reason != "bitvec: more than 100000 steps" {
		t.Errorf("%+v", a)
	}
	for range 3 { // the steps left after a stopped search near the witness do not depend on when it was stopped
		s := New(Options{Steps: 100_000})
		if hard(s, context.Background()); s.stepsLeft != 0 {
			t.Errorf("%d steps were left, want 0", s.stepsLeft)
		}
	}
	if a := hard(New(Options{Gates: 100}), context.Background()); !strings.Contains(a.Reason, "too large") {
		t.Errorf("%+v", a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a := hard(New(Options{}), ctx); a.Verdict != smt.Unknown || a.Reason != "bitvec: time is up" {
		t.Errorf("%+v", a)
	}
	s := New(Options{})
	a, _ := puzzles[0].ask(s)
	for _, steps := range []int64{s.steps, s.steps - 1} {
		if got, _ := puzzles[0].ask(New(Options{Steps: steps})); (got.Verdict == a.Verdict) != (steps == s.steps) {
			t.Errorf("%d steps of %d: %+v", steps, s.steps, got)
		}
	}
}

func ExampleSolver() {
	b := term.NewBuilder()
	year := b.Slot(0, term.Signed(32), false)
	n := func(v int) *term.Term { return b.Int(year.Sort, uint64(v)) }
	divides := func(k int) *term.Term {
		return b.Compare(term.EQ, b.Binary(term.Rem, year, n(k)), n(0))
	}
	s := New(Options{})
	s.Push(b.Compare(term.GT, year, n(1899)))
	s.Push(b.Compare(term.LT, year, n(2000)))
	witness := func(int) (term.Value, bool) { return term.Value{Bits: 1984}, true }
	fmt.Println(s.Check(context.Background(), b.Both(divides(4), divides(100)), witness).Changes)
	fmt.Println(s.Check(context.Background(), divides(400), witness).Verdict)
	// Output:
	// [{0 {1900  [] false}}]
	// unsat
}
