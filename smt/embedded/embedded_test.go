package embedded_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// TestAgreesWithBlast checks that the chain agrees with the bit-blaster on random conditions,
// that all models are valid, and that nearly all queries are decided.
func TestAgreesWithBlast(t *testing.T) {
	shapes := testutil.Shapes()
	asked, decided := 0, 0
	for i, shape := range shapes {
		if shape.Vars > 3 || shape.Mix > testutil.Bits {
			continue // slow for bitvec alone
		}
		for seed := range uint64(6) {
			c := testutil.Random(rand.New(rand.NewPCG(seed, uint64(i))), term.NewBuilder(), shape)
			chain := embedded.New(embedded.Options{OnFalse: func(f smt.Falsehood) { t.Errorf("%s: %v", f.Solver, f.Clause) }})
			alone := bitvec.New(bitvec.Options{Steps: 100_000})
			s := smt.Checked(smt.Compare(chain, alone, func(d *smt.Disagreement) { t.Fatal(d) }), func(f smt.Falsehood) { t.Fatal(f) })
			for _, p := range c.Path {
				s.Push(p)
			}
			asked++
			if s.Check(context.Background(), c.Extra, c.Env()).Verdict != smt.Unknown {
				decided++
			}
		}
	}
	t.Logf("%d of %d decided", decided, asked)
	if decided*100 < asked*95 {
		t.Errorf("%d of %d decided", decided, asked)
	}
}

// TestWhoAnswers checks that each kind of query is answered by the intended back end.
func TestWhoAnswers(t *testing.T) {
	b := term.NewBuilder()
	s, f := term.Signed(64), term.Floating(64)
	x, y, z := b.Slot(0, s, false), b.Slot(1, s, false), b.Slot(2, f, false)
	n := func(v int64) *term.Term { return b.Int(s, uint64(v)) }
	square := func(x *term.Term) *term.Term { return b.Binary(term.Mul, x, x) }
	solver := embedded.New(embedded.Options{})
	solver.Push(b.Compare(term.LE, x, y))
	for _, c := range []struct {
		extra   *term.Term
		verdict smt.Verdict
		by      string
	}{
		{b.Compare(term.EQ, x, y), smt.Sat, "order"},
		{b.Bool(false), smt.Unsat, "order"},
		{b.Compare(term.GT, x, y), smt.Unsat, "order"},
		{b.Compare(term.LT, x, y), smt.Sat, "order"},
		{b.Compare(term.EQ, square(z), b.Float(f, 2.25)), smt.Sat, "climb"},
		{b.Compare(term.EQ, square(x), n(49)), smt.Sat, "climb"},
		{b.Compare(term.EQ, b.Binary(term.And, square(x), n(3)), n(2)), smt.Unsat, "bitvec"},
		{b.Compare(term.LT, square(z), b.Float(f, 0)), smt.Unknown, ""},
	} {
		a := solver.Check(context.Background(), c.extra, func(int) (term.Value, bool) { return term.Value{}, true })
		if a.Verdict != c.verdict || a.Solver != c.by {
			t.Errorf("%v: %v by %s, want %v by %s", c.extra, a.Verdict, a.Solver, c.verdict, c.by)
		}
	}
}

// FuzzAgreement compares the chain with the bit-blaster on a random condition.
func FuzzAgreement(f *testing.F) {
	for i := range uint8(8) {
		f.Add(uint64(i), i*6)
	}
	shapes := testutil.Shapes()
	f.Fuzz(func(t *testing.T, seed uint64, shape uint8) {
		c := testutil.Random(rand.New(rand.NewPCG(seed, 1)), term.NewBuilder(), shapes[int(shape)%len(shapes)])
		falsehood := func(f smt.Falsehood) { t.Errorf("%s: %v with %v", f.Solver, f.Clause, f.Model) }
		chain := embedded.New(embedded.Options{OnFalse: falsehood, BitVec: bitvec.Options{Steps: 500_000}})
		alone := smt.Checked(bitvec.New(bitvec.Options{Steps: 50_000, Gates: 50_000}), falsehood)
		s := smt.Compare(chain, alone, func(d *smt.Disagreement) { t.Error(d) })
		for _, p := range c.Path {
			s.Push(p)
		}
		s.Check(context.Background(), c.Extra, c.Env())
	})
}
