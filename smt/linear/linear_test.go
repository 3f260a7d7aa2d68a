package linear

import (
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// given is a query about slots of one sort.
type given struct {
	*term.Builder
	s    *Solver
	sort term.Sort
	path []*term.Term
	in   []uint64
}

func newGiven(sort term.Sort, in ...uint64) *given {
	return &given{Builder: term.NewBuilder(), s: New(Options{}), sort: sort, in: in}
}

func (g *given) slot(i int) *term.Term { return g.Slot(i, g.sort, false) }

func (g *given) num(v int64) *term.Term { return g.Int(g.sort, uint64(v)) }

func (g *given) push(r term.Rel, x, y *term.Term) {
	c := g.Compare(r, x, y)
	g.path = append(g.path, c)
	g.s.Push(c)
}

func (g *given) env(slot int) (term.Value, bool) { return term.Value{Bits: g.in[slot]}, true }

func (g *given) between(x *term.Term, lo, hi int64) {
	g.push(term.GE, x, g.num(lo))
	g.push(term.LE, x, g.num(hi))
}

// subtractions pushes the comparisons of Euclid's algorithm by subtraction, in the order given by
// the quotients, and returns the last two operands.
func (g *given) subtractions(quotients ...int) (a, b *term.Term) {
	a, b = g.slot(0), g.slot(1)
	for i, n := range quotients {
		for range n {
			if i%2 == 0 {
				g.push(term.GT, a, b)
				a = g.Binary(term.Sub, a, b)
			} else {
				g.push(term.LT, a, b)
				b = g.Binary(term.Sub, b, a)
			}
		}
	}
	return a, b
}

func TestSubtractions(t *testing.T) {
	for _, c := range []struct {
		quotients []int
		divisor   int64
		want      smt.Verdict
	}{
		{[]int{2, 3, 4, 5}, 2, smt.Sat}, // 374 and 162
		{[]int{2, 3, 4, 5}, 3, smt.Unsat},
		{[]int{2, 3, 4, 5, 5}, 1, smt.Unsat},
		{[]int{15, 4}, 6, smt.Sat}, // 456 and 30
		{[]int{15, 4}, 7, smt.Unsat},
		{[]int{70}, 7, smt.Sat},
		{[]int{71}, 7, smt.Unsat},
	} {
		g := newGiven(term.Signed(64), 500, 3)
		g.between(g.slot(0), 1, 500)
		g.between(g.slot(1), 1, 500)
		x, y := g.subtractions(c.quotients...)
		g.push(term.EQ, x, y)
		a := g.s.Check(ctx, g.Compare(term.EQ, x, g.num(c.divisor)), g.env)
		if a.Verdict != c.want || a.Solver != Name {
			t.Errorf("%v, divisor %d: %v, want %v", c.quotients, c.divisor, a, c.want)
		}
	}
}

// TestFewChanges checks that a model changes only the slots that the query affects.
func TestFewChanges(t *testing.T) {
	g := newGiven(term.Signed(64), 1, 2, 3, 4)
	sum := g.num(0)
	for i := range 4 {
		g.between(g.slot(i), 0, 100)
		sum = g.Binary(term.Add, sum, g.slot(i))
	}
	a := g.s.Check(ctx, g.Compare(term.EQ, sum, g.num(50)), g.env)
	if a.Verdict != smt.Sat || len(a.Changes) != 1 {
		t.Error(a)
	}
}

// TestWrapping checks sums that may wrap: models without wrapping are found, and models with
// wrapping are not excluded.
func TestWrapping(t *testing.T) {
	g := newGiven(term.Signed(32), 0, 0)
	x, y := g.slot(0), g.slot(1)
	g.push(term.GT, x, g.num(1<<30))
	g.push(term.GT, y, g.num(1<<30))
	sum := g.Binary(term.Add, x, y)
	if a := g.s.Check(ctx, g.Compare(term.LT, sum, g.num(0)), g.env); a.Verdict == smt.Unsat {
		t.Error("the sum can wrap")
	}
	h := newGiven(term.Signed(64), 0, 0)
	h.push(term.GT, h.Binary(term.Add, h.slot(0), h.slot(0)), h.Binary(term.Add, h.slot(1), h.num(7)))
	if a := h.s.Check(ctx, h.Compare(term.GT, h.Binary(term.Mul, h.slot(1), h.num(3)), h.num(10)), h.env); a.Verdict != smt.Sat {
		t.Error(a)
	}
}

// TestLargeSolutions checks a query whose models are all large.
func TestLargeSolutions(t *testing.T) {
	g := newGiven(term.Signed(64), 0, 0)
	twice := g.Binary(term.Mul, g.slot(0), g.num(1<<12))
	g.push(term.GT, twice, g.num(1<<60))
	if a := g.s.Check(ctx, g.Compare(term.GT, g.slot(0), g.num(1<<40)), g.env); a.Verdict == smt.Unsat {
		t.Error(a)
	}
	g.push(term.LT, g.slot(0), g.num(0))
	if a := g.s.Solve(ctx, g.env); a.Verdict == smt.Unsat {
		t.Error("a product that wraps can be anything")
	}
}

// TestRemainders checks quotients and remainders by constants, of sums too.
func TestRemainders(t *testing.T) {
	g := newGiven(term.Signed(32), 5)
	n := g.slot(0)
	g.between(n, 1000, 9999)
	digits := g.Binary(term.Add, g.Binary(term.Mul, g.Binary(term.Div, n, g.num(10)), g.num(10)), g.Binary(term.Rem, n, g.num(10)))
	if a := g.s.Check(ctx, g.Compare(term.NE, digits, n), g.env); a.Verdict != smt.Unsat {
		t.Error(a)
	}
	rem := func(k int64) *term.Term { return g.Binary(term.Rem, n, g.num(k)) }
	g.push(term.EQ, rem(3), g.num(2))
	g.push(term.EQ, rem(5), g.num(3))
	if a := g.s.Check(ctx, g.Compare(term.EQ, rem(7), g.num(2)), g.env); a.Verdict != smt.Sat {
		t.Error(a)
	}
	g.push(term.LE, g.Binary(term.Div, n, g.num(1000)), g.num(6))
	if a := g.s.Check(ctx, g.Compare(term.GE, n, g.num(7000)), g.env); a.Verdict != smt.Unsat {
		t.Error(a)
	}
}

// TestQuotientWraps checks the quotient of a sum that may wrap.
func TestQuotientWraps(t *testing.T) {
	g := newGiven(term.Unsigned(32), 1<<31, 1<<31)
	x, y := g.slot(0), g.slot(1)
	g.push(term.GE, x, g.num(1<<31))
	g.push(term.GE, y, g.num(1<<31))
	half := g.Binary(term.Div, g.Binary(term.Add, x, g.Binary(term.Mul, y, g.num(3))), g.num(2))
	if a := g.s.Check(ctx, g.Compare(term.LT, half, g.num(5)), g.env); a.Verdict == smt.Unsat {
		t.Error("the sum can wrap to 0")
	}
}

func TestNoInteger(t *testing.T) {
	g := newGiven(term.Signed(16), 0, 0, 0)
	for i := range 3 {
		g.between(g.slot(i), -50, 50)
	}
	even := g.Binary(term.Sub, g.Binary(term.Mul, g.slot(0), g.num(6)), g.Binary(term.Mul, g.slot(1), g.num(10)))
	if a := g.s.Check(ctx, g.Compare(term.EQ, even, g.num(7)), g.env); a.Verdict != smt.Unsat {
		t.Error(a)
	}
}

// TestWork checks that the work of a query with many violated lines grows with the needed
// tableau and not with the path.
func TestWork(t *testing.T) {
	work := func(n int) int {
		in := make([]uint64, n+1)
		for i := range in {
			in[i] = uint64(100 * i)
		}
		g := newGiven(term.Signed(64), in...)
		for i := range n {
			g.between(g.slot(i), 0, 50_000)
			g.push(term.LE, g.Binary(term.Add, g.slot(i), g.num(1)), g.slot(i+1))
		}
		g.push(term.LE, g.slot(n), g.num(50_000))
		g.push(term.GE, g.Binary(term.Add, g.slot(0), g.slot(1)), g.num(270))
		g.s.witness = g.env
		g.s.eval.SetEnv(g.env)
		q := g.s.newQuery(1<<30, true)
		if a := q.answer(ctx); a.Verdict != smt.Sat {
			t.Fatal(a)
		}
		return len(q.vars)
	}
	if few, many := work(100), work(200); few != many {
		t.Errorf("%d and %d variables", few, many)
	}
}

// TestLimit checks that a query that exceeds its steps is unknown on every machine.
func TestLimit(t *testing.T) {
	g := newGiven(term.Signed(64), 0, 0, 0, 0)
	g.s = New(Options{Steps: 20})
	for i := range 4 {
		g.between(g.slot(i), 0, 1000)
		for j := range i {
			g.push(term.NE, g.slot(i), g.slot(j))
		}
	}
	sum := g.Binary(term.Add, g.Binary(term.Mul, g.slot(0), g.num(13)), g.Binary(term.Mul, g.slot(1), g.num(17)))
	if a := g.s.Check(ctx, g.Compare(term.EQ, sum, g.num(5003)), g.env); a.Verdict != smt.Unknown || a.Reason != "linear: out of steps" {
		t.Error(a)
	}
}
