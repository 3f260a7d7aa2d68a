package interval

import (
	"fmt"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// The example of the package documentation.
func TestExample(t *testing.T) {
	b := term.NewBuilder()
	x := b.Slot(0, term.Unsigned(8), false)
	wide := b.Convert(x, term.Signed(64))
	ten := b.Int(term.Signed(64), 10)
	small := b.Compare(term.LT, x, b.Int(x.Sort, 10))

	s := New()
	s.Push(small)
	got, exact := Of(b.Binary(term.Add, b.Binary(term.Mul, ten, wide), b.Int(term.Signed(64), 5)), s.Bounds)
	if got.String() != "[5, 95]" || !exact {
		t.Errorf("10*b+5 is in %v, exact %v", got, exact)
	}
	square := b.Binary(term.Mul, wide, wide)
	a := s.Check(ctx, b.Compare(term.EQ, square, b.Int(term.Signed(64), 90)), nil)
	if a.Verdict != smt.Unsat || len(a.Core) != 2 || a.Core[0] != small {
		t.Errorf("b*b == 90: %v", a)
	}
	if a := s.Check(ctx, b.Compare(term.EQ, square, b.Int(term.Signed(64), 81)), nil); a.Verdict != smt.Unknown {
		t.Errorf("b*b == 81: %v", a)
	}
}

// Each question is excluded after the clause, by going down to a slot.
func TestNarrowing(t *testing.T) {
	b := term.NewBuilder()
	i32 := term.Signed(32)
	x, y, c := b.Slot(0, i32, false), b.Slot(1, i32, false), b.Slot(2, term.BoolSort, false)
	num := func(v int) *term.Term { return b.Int(i32, uint64(v)) }
	is := func(r term.Rel, x *term.Term, v int) *term.Term { return b.Compare(r, x, num(v)) }
	natural := func(x *term.Term) *term.Term { return b.Both(is(term.GE, x, 0), is(term.LE, x, 1000)) }
	for _, q := range []struct{ clause, extra *term.Term }{
		{is(term.LT, b.Binary(term.Add, x, num(3)), 10), is(term.GE, x, 7)},
		{is(term.GT, b.Binary(term.Mul, x, num(3)), 10), is(term.LE, x, 3)},
		{is(term.EQ, b.Binary(term.Div, x, num(3)), 10), is(term.EQ, x, 33)},
		{is(term.EQ, b.Binary(term.Div, x, num(3)), 0), is(term.EQ, x, 3)},
		{is(term.EQ, b.Binary(term.Shr, x, num(3)), 2), is(term.EQ, x, 24)},
		{b.Compare(term.LT, x, y), is(term.EQ, x, 1000)},
		{is(term.EQ, b.Convert(b.Convert(x, term.Signed(64)), i32), 5), is(term.NE, x, 5)},
		{is(term.EQ, b.Unary(term.Neg, x), 5), is(term.EQ, x, 5)},
		{is(term.EQ, b.Unary(term.Com, x), -6), is(term.NE, x, 5)},
		{is(term.EQ, b.If(c, num(1), num(2)), 2), c},
		{b.Either(is(term.LT, x, 0), c), b.Not(c)},
		{is(term.NE, x, 0), is(term.LT, x, 1)},
		{is(term.EQ, b.Binary(term.Rem, x, num(10)), 10), b.Bool(true)},
		{is(term.GT, b.Binary(term.And, x, num(15)), 15), b.Bool(true)},
	} {
		s := New()
		s.Push(natural(x))
		s.Push(natural(y))
		if a := s.Check(ctx, q.extra, nil); a.Verdict != smt.Unknown {
			t.Errorf("%v is excluded without a clause", q.extra)
		}
		s.Push(q.clause)
		if a := s.Check(ctx, q.extra, nil); a.Verdict != smt.Unsat {
			t.Errorf("%v after %v is not excluded", q.extra, q.clause)
		}
		s.Pop(1)
		if a := s.Check(ctx, q.extra, nil); a.Verdict != smt.Unknown {
			t.Errorf("%v is excluded after %v was taken back", q.extra, q.clause)
		}
	}
}

// A chain of terms that each use the one before twice is gone through once.
func TestShared(t *testing.T) {
	b := term.NewBuilder()
	x := b.Slot(0, term.Unsigned(64), false)
	sum := b.Binary(term.And, x, b.Int(x.Sort, 1))
	for range 60 {
		sum = b.Binary(term.Add, sum, sum)
	}
	if s, exact := Of(sum, func(int) (Span, bool) { return Span{}, false }); s.String() != fmt.Sprintf("[0, %d]", uint64(1)<<60) || !exact {
		t.Errorf("%v %v", s, exact)
	}
	s := New()
	if a := s.Check(ctx, b.Compare(term.GT, sum, b.Int(x.Sort, 1<<59)), nil); a.Verdict != smt.Unknown {
		t.Error(a)
	}
}
