package smt_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"
)

var ctx = context.Background()

func solve(t *testing.T, clauses ...*term.Term) smt.Answer {
	t.Helper()
	s := smt.Checked(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 500_000}), func(f smt.Falsehood) { t.Fatal(f) })
	for _, c := range clauses {
		s.Push(c)
	}
	return s.Solve(ctx, func(int) (term.Value, bool) { return term.Value{}, true })
}

// TestFloats solves conditions over floats that other solvers decide slowly or by search only.
func TestFloats(t *testing.T) {
	b := term.NewBuilder()
	f := term.Floating(64)
	x, y, z := b.Slot(0, f, false), b.Slot(1, f, false), b.Slot(2, f, false)
	c := func(v float64) *term.Term { return b.Float(f, v) }
	zero := c(0)
	mul := func(x, y *term.Term) *term.Term { return b.Binary(term.Mul, x, y) }
	add := func(x, y *term.Term) *term.Term { return b.Binary(term.Add, x, y) }
	lt := func(x, y *term.Term) *term.Term { return b.Compare(term.LT, x, y) }
	eq := func(x, y *term.Term) *term.Term { return b.Compare(term.EQ, x, y) }
	sub := func(x, y *term.Term) *term.Term { return b.Binary(term.Sub, x, y) }
	heron := func() []*term.Term {
		p := b.Binary(term.Div, add(x, add(y, z)), c(2))
		area := b.Unary(term.Sqrt, mul(mul(mul(p, sub(p, x)), sub(p, y)), sub(p, z)))
		return []*term.Term{lt(area, c(6.000000001)), lt(c(5.999999999), area), lt(zero, x), lt(zero, y), lt(zero, z)}
	}
	tests := map[string][]*term.Term{
		"square":       {eq(mul(x, x), c(2.25))},
		"sum":          {eq(add(x, y), c(0.3)), lt(c(0.05), x), lt(x, y)},
		"triangle":     {lt(zero, x), lt(zero, y), lt(zero, z), lt(x, add(y, z)), lt(y, add(x, z)), lt(z, add(x, y)), eq(x, y), b.Not(eq(y, z))},
		"discriminant": {lt(b.Binary(term.Sub, mul(y, y), mul(c(4), mul(x, z))), zero), lt(c(2), x)},
		"quotient":     {eq(b.Binary(term.Div, x, y), c(3)), lt(c(2), y)},
		"circle":       {eq(add(mul(x, x), mul(y, y)), c(25)), lt(zero, x), lt(zero, y)},
		"nan":          {b.Not(b.Compare(term.LE, b.Binary(term.Div, x, y), zero)), b.Not(b.Compare(term.GT, b.Binary(term.Div, x, y), zero))},
		"truncated":    {eq(b.Convert(b.Convert(x, term.Signed(32)), f), c(12345)), b.Not(eq(x, c(12345)))},
		"bits":         {b.Compare(term.EQ, b.ToBits(x), b.Int(term.Unsigned(64), math.Float64bits(6.5)))},
		"infinite":     {lt(c(math.MaxFloat64), x)},
		"area":         append(heron(), lt(x, y), lt(y, z), lt(c(13), add(x, add(y, z)))),
	}
	for name, clauses := range tests {
		if a := solve(t, clauses...); a.Verdict != smt.Sat {
			t.Errorf("%s: %v %s", name, a.Verdict, a.Reason)
		}
	}
}

// TestIntegers solves conditions over integers by inverse computation.
func TestIntegers(t *testing.T) {
	b := term.NewBuilder()
	s := term.Unsigned(32)
	hash := b.Int(s, 0)
	for i := range 4 {
		digit := b.Convert(b.Slot(i, term.Unsigned(8), false), s)
		hash = b.Binary(term.Add, b.Binary(term.Mul, hash, b.Int(s, 31)), digit)
	}
	x := b.Slot(9, term.Signed(64), false)
	n := func(v int64) *term.Term { return b.Int(term.Signed(64), uint64(v)) }
	eq := func(x, y *term.Term) *term.Term { return b.Compare(term.EQ, x, y) }
	tests := map[string][]*term.Term{
		"far":       {eq(x, n(math.MaxInt64-3))},
		"product":   {eq(b.Binary(term.Mul, x, n(31)), n(31*987654321))},
		"wrapping":  {eq(b.Binary(term.Mul, x, n(31)), n(7))},
		"remainder": {eq(b.Binary(term.Rem, x, n(1000)), n(7)), b.Compare(term.GT, x, n(1e9))},
		"mask":      {eq(b.Binary(term.And, x, n(0xff00)), n(0x4200)), eq(b.Binary(term.Shr, x, n(32)), n(77))},
		"hash":      {eq(hash, b.Int(s, 97*31*31*31+98*31*31+99*31+100))},
		"chosen":    {eq(b.If(b.Compare(term.GT, x, n(100)), n(5), x), n(5)), b.Not(eq(x, n(5)))},
	}
	for name, clauses := range tests {
		if a := solve(t, clauses...); a.Verdict != smt.Sat {
			t.Errorf("%s: %v %s", name, a.Verdict, a.Reason)
		}
	}
}

// TestUnsatIsUnknown checks that the search never answers Unsat and stops at its limit.
func TestUnsatIsUnknown(t *testing.T) {
	b := term.NewBuilder()
	x := b.Slot(0, term.Signed(64), false)
	zero := b.Int(term.Signed(64), 0)
	a := solve(t, b.Compare(term.LT, x, zero), b.Compare(term.GT, x, zero))
	if a.Verdict != smt.Unknown || a.Solver != "climb" {
		t.Errorf("%+v", a)
	}
	if a := solve(t, b.Compare(term.EQ, b.Slot(0, term.StringSort, false), b.Str("x"))); a.Verdict != smt.Unknown {
		t.Errorf("%+v", a)
	}
}

// TestPlanted checks queries with a planted model: answers are reproducible, and most models
// are found.
func TestPlanted(t *testing.T) {
	asked, found := 0, 0
	for _, shape := range testutil.Shapes() {
		for seed := range uint64(4) {
			c := testutil.Planted(rand.New(rand.NewPCG(seed, 1)), term.NewBuilder(), shape)
			asked++
			a, again := check(t, c), check(t, c)
			if fmt.Sprint(a) != fmt.Sprint(again) {
				t.Fatalf("%v, then %v", a, again)
			}
			if a.Verdict == smt.Sat {
				found++
			}
		}
	}
	t.Logf("%d of %d found", found, asked)
	if found*10 < asked*7 {
		t.Errorf("%d of %d found", found, asked)
	}
}

func check(t *testing.T, c *testutil.Condition) smt.Answer {
	s := smt.Checked(smt.NewLocalSearch(smt.LocalSearchOptions{}), func(f smt.Falsehood) { t.Fatal(f) })
	for _, p := range c.Path {
		s.Push(p)
	}
	a := s.Check(ctx, c.Extra, c.Env())
	if again := s.Check(ctx, c.Extra, c.Env()); fmt.Sprint(a) != fmt.Sprint(again) {
		t.Fatalf("%v, then %v", a, again)
	}
	return a
}

// TestUnknownSlot checks that a slot without a value in the witness is among the changes.
func TestUnknownSlot(t *testing.T) {
	b := term.NewBuilder()
	s := smt.NewLocalSearch(smt.LocalSearchOptions{})
	x := b.Slot(3, term.Signed(64), false)
	a := s.Check(ctx, b.Compare(term.LE, x, b.Int(term.Signed(64), 0)), func(int) (term.Value, bool) { return term.Value{}, false })
	if a.Verdict != smt.Sat || len(a.Changes) != 1 || a.Changes[0].Slot != 3 {
		t.Errorf("%+v", a)
	}
}
