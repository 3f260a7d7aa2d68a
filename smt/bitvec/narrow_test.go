package bitvec

import (
	"context"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// TestFarModels checks that models far from the witness are found although the restricted
// search excludes them.
func TestFarModels(t *testing.T) {
	for _, s := range []term.Sort{term.Signed(32), term.Unsigned(32), term.Signed(64), term.Unsigned(64)} {
		for _, far := range []int64{1 << 13, 65537, 1<<20 + 7} {
			b := term.NewBuilder()
			x, y := b.Slot(0, s, false), b.Slot(1, s, false)
			n := func(v int64) *term.Term { return b.Int(s, uint64(v)) }
			v := New(Options{Steps: 2_000_000})
			v.Push(b.Compare(term.LT, y, n(1000)))
			v.Push(b.Compare(term.GT, y, n(1)))
			v.Push(b.Compare(term.LE, x, n(1<<21)))
			v.Push(b.Compare(term.GE, x, n(0)))
			q := b.Both(b.Compare(term.EQ, b.Binary(term.Div, x, y), n(far/3)), b.Compare(term.EQ, b.Binary(term.Rem, x, y), n(far%3)))
			a := v.Check(context.Background(), q, env(2, 2))
			if a.Verdict != smt.Sat {
				t.Errorf("%v, %d: %+v", s, far, a)
			}
		}
	}
}

// TestNarrowUnsat checks that unsat of the restricted search is not returned: here the bounds
// exclude all models, and the search among all integers finds that.
func TestNarrowUnsat(t *testing.T) {
	b := term.NewBuilder()
	s := term.Signed(64)
	x, y := b.Slot(0, s, false), b.Slot(1, s, false)
	v := New(Options{})
	for _, z := range []*term.Term{x, y} {
		v.Push(b.Compare(term.GT, z, b.Int(s, 1)))
		v.Push(b.Compare(term.LT, z, b.Int(s, 10)))
	}
	a := v.Check(context.Background(), b.Compare(term.EQ, b.Binary(term.Mul, x, y), b.Int(s, 83)), env(2, 2))
	if a.Verdict != smt.Unsat {
		t.Errorf("%+v", a)
	}
}

// euclid returns a path of remainders that computes gcd(x, y) in a given number of steps.
func euclid(b *term.Builder, s term.Sort, steps int, divisor uint64) (path []*term.Term) {
	x, y := b.Slot(0, s, false), b.Slot(1, s, false)
	zero := b.Int(s, 0)
	path = append(path, b.Compare(term.GT, x, zero), b.Compare(term.GT, y, zero))
	for range steps {
		path = append(path, b.Compare(term.NE, y, zero))
		x, y = y, b.Binary(term.Rem, x, y)
	}
	return append(path, b.Compare(term.EQ, y, zero), b.Compare(term.EQ, x, b.Int(s, divisor)))
}

// TestEuclid checks that chains of remainders by variables are solved if the numbers are short.
func TestEuclid(t *testing.T) {
	for _, s := range []term.Sort{term.Signed(64), term.Unsigned(32)} {
		for steps := 1; steps <= 4; steps++ {
			b := term.NewBuilder()
			v := New(Options{Steps: 2_000_000})
			for _, c := range euclid(b, s, steps, 7) {
				v.Push(c)
			}
			a := v.Solve(context.Background(), env(1000, 999))
			t.Logf("%v, %d remainders: %v, %d steps", s, steps, a.Verdict, v.steps)
			if a.Verdict != smt.Sat {
				t.Errorf("%v, %d remainders: %+v", s, steps, a)
			}
		}
	}
}

// TestLargeCircuit checks that a circuit that is too large does not exceed the limit of steps.
func TestLargeCircuit(t *testing.T) {
	b := term.NewBuilder()
	s := term.Unsigned(64)
	x := b.Slot(0, s, false)
	for i := range 200 {
		x = b.Binary(term.Rem, b.Binary(term.Mul, x, x), b.Binary(term.Add, x, b.Slot(i+1, s, false)))
	}
	in := make([]uint64, 201)
	for i := range in {
		in[i] = uint64(i) << 40
	}
	const limit = 400_000
	v := New(Options{Steps: limit})
	a := v.Check(context.Background(), b.Compare(term.EQ, x, b.Int(s, 12345)), env(in...))
	if a.Verdict != smt.Unknown || v.steps > limit*3/2 {
		t.Errorf("%+v after %d steps", a, v.steps)
	}
}
