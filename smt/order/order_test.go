package order

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"

	"pgregory.net/rapid"
)

// TestExample checks the example of the package documentation.
func TestExample(t *testing.T) {
	b := term.NewBuilder()
	i64 := term.Signed(64)
	a := []*term.Term{b.Slot(0, i64, false), b.Slot(1, i64, false), b.Slot(2, i64, false)}
	first, second := b.Compare(term.LE, a[0], a[1]), b.Compare(term.LE, a[1], a[2])
	extra := b.Compare(term.LT, a[2], a[0])
	in := inputs{1, 1, 1}

	s := New()
	s.Push(first)
	if got := s.Check(ctx, extra, in.env); got.Verdict != smt.Sat || len(got.Changes) != 1 {
		t.Errorf("without the second: %v", got)
	}
	s.Push(second)
	if got := s.Check(ctx, extra, in.env); got.Verdict != smt.Unsat {
		t.Errorf("with the second: %v", got)
	}
}

// TestPrograms checks that every query of the programs is decided and that all models are
// valid.
func TestPrograms(t *testing.T) {
	for name, program := range programs {
		for _, sort := range []term.Sort{term.Signed(64), term.Unsigned(64), term.Unsigned(8), term.Signed(8)} {
			t.Run(name+"/"+sort.String(), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, uint64(sort.Bits)))
				r := newRun(t, sort, 40, rng)
				r.check = true
				program(r, 40, rng)
				if r.sat == 0 {
					t.Error("nothing was feasible")
				}
			})
		}
	}
}

// bellmanFord reports whether constraints x - y <= c over unbounded integers are satisfiable.
func bellmanFord(n int, atoms [][3]int64) bool {
	dist := make([]int64, n)
	for range n + 1 {
		changed := false
		for _, a := range atoms {
			if d := dist[a[1]] + a[2]; d < dist[a[0]] {
				dist[a[0]], changed = d, true
			}
		}
		if !changed {
			return true
		}
	}
	return false
}

// TestLikeBellmanFord compares the answers for differences of 64-bit slots within small bounds
// with those of Bellman-Ford, and takes the other side where it is feasible.
func TestLikeBellmanFord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "slots")
		b, i64 := term.NewBuilder(), term.Signed(64)
		s, in := New(), make(inputs, n)
		var atoms [][3]int64 // of the slots and, last, zero
		var path []*term.Term
		push := func(c *term.Term, a ...[3]int64) {
			s.Push(c)
			path, atoms = append(path, c), append(atoms, a...)
		}
		num := func(v int64) *term.Term { return b.Int(i64, uint64(v)) }
		slot := func(i int) *term.Term { return b.Slot(i, i64, false) }
		for i := range n {
			push(b.Compare(term.GE, slot(i), num(-30)), [3]int64{int64(n), int64(i), 30})
			push(b.Compare(term.LE, slot(i), num(30)), [3]int64{int64(i), int64(n), 30})
		}
		unsat := 0
		for range rapid.IntRange(1, 40).Draw(t, "clauses") {
			x, y := rapid.IntRange(0, n-1).Draw(t, "x"), rapid.IntRange(0, n-1).Draw(t, "y")
			if x == y {
				continue
			}
			c := rapid.Int64Range(-15, 25).Draw(t, "c")
			extra := b.Compare(term.LE, slot(x), b.Binary(term.Add, slot(y), num(c)))
			a := s.Check(ctx, extra, in.env)
			want := bellmanFord(n+1, append(atoms[:len(atoms):len(atoms)], [3]int64{int64(x), int64(y), c}))
			switch {
			case want != (a.Verdict == smt.Sat) || a.Verdict == smt.Unknown:
				t.Fatalf("%v: %v, can hold: %v", extra, a, want)
			case want:
				if in = in.with(a.Changes); !in.satisfy(append(path, extra)...) {
					t.Fatalf("%v: %v does not hold", extra, a)
				}
				push(extra, [3]int64{int64(x), int64(y), c})
			default:
				unsat++
			}
		}
		zeros := make(inputs, n)
		if a := s.Solve(ctx, zeros.env); a.Verdict != smt.Sat || !zeros.with(a.Changes).satisfy(path...) {
			t.Fatalf("the path: %v", a)
		}
	})
}

// TestChanges checks that a model changes as few values as possible.
func TestChanges(t *testing.T) {
	b, i64 := term.NewBuilder(), term.Signed(64)
	slot := func(i int) *term.Term { return b.Slot(i, i64, false) }
	const n = 100
	in := make(inputs, n+1)
	s := New()
	for i := range n {
		in[i] = uint64(10 * i)
		if i > 0 {
			s.Push(b.Compare(term.LT, slot(i-1), slot(i)))
		}
	}
	for _, q := range []struct {
		extra *term.Term
		want  int
	}{
		{b.Compare(term.GT, slot(n), slot(50)), 1},
		{b.Both(b.Compare(term.GT, slot(n), slot(50)), b.Compare(term.LT, slot(n), slot(51))), 1},
		{b.Compare(term.EQ, slot(n), slot(50)), 1},
		{b.Compare(term.EQ, slot(0), b.Int(i64, 5)), 1},
		{b.Compare(term.EQ, slot(n-1), b.Int(i64, 0)), n},  // 0 to 99 up to -99 to 0
		{b.Compare(term.GT, slot(50), b.Int(i64, 525)), 3}, // 500, 510 and 520
	} {
		a := s.Check(ctx, q.extra, in.env)
		if a.Verdict != smt.Sat || len(a.Changes) != q.want {
			t.Errorf("%v: %v, %d changes, want %d", q.extra, a.Verdict, len(a.Changes), q.want)
		}
	}
}

// TestAllDifferent checks that all-different is decided if there are enough values, and Unknown
// if there are too few values and too many splits.
func TestAllDifferent(t *testing.T) {
	b, u8 := term.NewBuilder(), term.Unsigned(8)
	slot := func(i int) *term.Term { return b.Slot(i, u8, false) }
	for _, c := range []struct {
		slots int
		want  smt.Verdict
	}{{3, smt.Unsat}, {2, smt.Sat}, {200, smt.Sat}, {256, smt.Sat}, {257, smt.Unknown}} {
		s, in := New(), make(inputs, c.slots)
		for i := range c.slots {
			if c.slots <= 3 {
				s.Push(b.Compare(term.LE, slot(i), b.Int(u8, 1)))
			}
			for j := range i {
				s.Push(b.Compare(term.NE, slot(j), slot(i)))
			}
		}
		a := s.Solve(ctx, in.env)
		if a.Verdict != c.want {
			t.Errorf("%d different bytes: %v", c.slots, a.Verdict)
		}
		if a.Verdict == smt.Sat {
			values := in.with(a.Changes)
			slices.Sort(values)
			if len(slices.Compact(values)) != c.slots {
				t.Errorf("%d different bytes: %v", c.slots, a)
			}
		}
	}
}

// TestWrap checks that a sum that may wrap gives no unsat until bounds before or after it
// exclude wrapping, and that models without wrapping are found.
func TestWrap(t *testing.T) {
	b, i32 := term.NewBuilder(), term.Signed(32)
	x, y := b.Slot(0, i32, false), b.Slot(1, i32, false)
	next := b.Compare(term.EQ, b.Binary(term.Add, x, b.Int(i32, 1)), y)
	lower := b.Compare(term.LT, y, x)
	small := b.Compare(term.LT, x, b.Int(i32, 100))
	in := inputs{4, 5}

	s := New()
	s.Push(next)
	if a := s.Check(ctx, lower, in.env); a.Verdict != smt.Unknown {
		t.Errorf("x+1 == y, y < x: %v", a) // satisfied by the greatest x
	}
	large := b.Compare(term.GT, x, b.Int(i32, 50))
	if a := s.Check(ctx, large, in.env); a.Verdict != smt.Sat || !in.with(a.Changes).satisfy(next, large) {
		t.Errorf("x+1 == y, x > 50: %v", a)
	}
	if a := s.Check(ctx, large, inputs{1<<31 - 1, 1 << 31}.env); a.Verdict == smt.Unsat {
		t.Errorf("x+1 == y, x > 50, where it wraps: %v", a)
	}
	s.Push(small)
	after := s.Check(ctx, lower, in.env)
	s.Pop(2)
	s.Push(small)
	s.Push(next)
	before := s.Check(ctx, lower, in.env)
	for _, a := range []smt.Answer{after, before} {
		if a.Verdict != smt.Unsat {
			t.Errorf("x < 100, x+1 == y, y < x: %v", a)
		}
	}
}

// TestSupposedBound checks a clause that relies on an assumed bound: x+1 wraps in the witness,
// and the second clause relies on the first, which assumes that it does not.
func TestSupposedBound(t *testing.T) {
	b, i32 := term.NewBuilder(), term.Signed(32)
	x, y, z := b.Slot(0, i32, false), b.Slot(1, i32, false), b.Slot(2, i32, false)
	next := b.Binary(term.Add, x, b.Int(i32, 1))
	path := []*term.Term{b.Compare(term.LE, next, y), b.Compare(term.NE, next, z)}
	in := inputs{1<<31 - 1, 0, 0}
	if !in.satisfy(path...) {
		t.Fatal("the witness is wrong")
	}
	s := New()
	for _, c := range path {
		s.Push(c)
	}
	least := b.Compare(term.EQ, z, b.Int(i32, 1<<31))
	if a := s.Check(ctx, least, in.env); a.Verdict != smt.Unknown {
		t.Error(a)
	}
}

// TestAlternatives checks that Solve takes an alternative that can be satisfied.
func TestAlternatives(t *testing.T) {
	b, i32 := term.NewBuilder(), term.Signed(32)
	x, y := b.Slot(0, i32, false), b.Slot(1, i32, false)
	num := func(v int) *term.Term { return b.Int(i32, uint64(v)) }
	path := []*term.Term{
		b.Compare(term.LT, x, y),
		b.Either(b.Compare(term.GT, x, y), b.Compare(term.EQ, y, num(-7))),
		b.Either(b.Compare(term.GT, y, num(0)), b.Compare(term.LT, x, num(-100))),
	}
	s, in := New(), inputs{0, 0}
	for _, c := range path {
		s.Push(c)
	}
	if a := s.Solve(ctx, in.env); a.Verdict != smt.Sat || !in.with(a.Changes).satisfy(path...) {
		t.Error(a)
	}
	s.Push(b.Compare(term.GT, x, num(0)))
	if a := s.Solve(ctx, in.env); a.Verdict != smt.Unknown {
		t.Error(a) // no alternative can hold, but Solve does not prove that
	}
}

// TestSorts checks that a slot may have another sort on the next path.
func TestSorts(t *testing.T) {
	b := term.NewBuilder()
	s, in := New(), inputs{0}
	for _, sort := range []term.Sort{term.Signed(8), term.Unsigned(64), term.BoolSort, term.Signed(8)} {
		x := b.Slot(0, sort, false)
		c := x
		if sort.IsInteger() {
			c = b.Compare(term.GT, x, b.Int(sort, 3))
		}
		if a := s.Check(ctx, c, in.env); a.Verdict != smt.Sat || !in.with(a.Changes).satisfy(c) {
			t.Errorf("%v: %v", c, a)
		}
		s.Push(c)
		if a := s.Check(ctx, b.Not(c), inputs{4}.env); a.Verdict != smt.Unsat {
			t.Errorf("not %v: %v", c, a)
		}
		s.Pop(1)
	}
}

// TestUndefined checks that a model has a value for a slot without one in the witness.
func TestUndefined(t *testing.T) {
	b, i32 := term.NewBuilder(), term.Signed(32)
	x, y := b.Slot(0, i32, true), b.Slot(1, i32, true)
	none := func(int) (term.Value, bool) { return term.Value{}, false }
	s := New()
	s.Push(b.Compare(term.LE, x, y))
	want := []smt.Assignment{{Slot: 0}, {Slot: 1}}
	for range 2 {
		a := s.Solve(ctx, none)
		slices.SortFunc(a.Changes, func(x, y smt.Assignment) int { return x.Slot - y.Slot })
		if a.Verdict != smt.Sat || !slices.EqualFunc(a.Changes, want, func(x, y smt.Assignment) bool { return x.Slot == y.Slot && x.Value.Bits == y.Value.Bits }) {
			t.Error(a)
		}
	}
	s.Pop(1)
	if a := s.Check(ctx, b.Compare(term.GT, x, b.Int(i32, 6)), none); a.Verdict != smt.Sat || len(a.Changes) != 1 || a.Changes[0].Value.Bits != 7 {
		t.Error(a)
	}
}

// TestOthers checks that the slots of unsupported clauses keep their values if possible.
func TestOthers(t *testing.T) {
	b, i32 := term.NewBuilder(), term.Signed(32)
	x, y, z := b.Slot(0, i32, false), b.Slot(1, i32, false), b.Slot(2, i32, false)
	square := b.Compare(term.EQ, b.Binary(term.Mul, x, x), y)
	in := inputs{3, 9, 5}

	s := New()
	s.Push(square)
	a := s.Check(ctx, b.Compare(term.GT, z, y), in.env)
	if a.Verdict != smt.Sat || len(a.Changes) != 1 || a.Changes[0].Slot != 2 {
		t.Errorf("z > y: %v", a)
	}
	a = s.Check(ctx, b.Compare(term.LT, x, b.Int(i32, 0)), in.env)
	if a.Verdict != smt.Unknown {
		t.Errorf("x < 0: %v", a)
	}
	a = s.Check(ctx, b.Both(b.Compare(term.LT, z, y), b.Compare(term.LT, y, z)), in.env)
	if a.Verdict != smt.Unsat {
		t.Errorf("z < y < z: %v", a)
	}
}

// TestWrongWitness checks that a witness that violates the path causes no wrong answer.
func TestWrongWitness(t *testing.T) {
	b, i32 := term.NewBuilder(), term.Signed(32)
	x, y := b.Slot(0, i32, false), b.Slot(1, i32, false)
	s := New()
	s.Push(b.Compare(term.LT, x, y))
	if a := s.Check(ctx, b.Compare(term.GT, x, b.Int(i32, 9)), inputs{5, 5}.env); a.Verdict != smt.Unknown {
		t.Error(a)
	}
}
