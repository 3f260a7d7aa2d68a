package bitvec

import (
	"context"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// puzzle is a query over 64-bit integers with an answer known from arithmetic.
type puzzle struct {
	name    string
	clauses func(m maths) []*term.Term
	want    smt.Verdict
	hard    bool // needs more than the default steps
}

// maths abbreviates the construction of terms.
type maths struct{ *term.Builder }

func (m maths) v(i int) *term.Term             { return m.Slot(i, term.Signed(64), false) }
func (m maths) n(v int64) *term.Term           { return m.Int(term.Signed(64), uint64(v)) }
func (m maths) add(x, y *term.Term) *term.Term { return m.Binary(term.Add, x, y) }
func (m maths) mul(x, y *term.Term) *term.Term { return m.Binary(term.Mul, x, y) }
func (m maths) rem(x, y *term.Term) *term.Term { return m.Binary(term.Rem, x, y) }
func (m maths) div(x, y *term.Term) *term.Term { return m.Binary(term.Div, x, y) }
func (m maths) eq(x *term.Term, v int64) *term.Term {
	return m.Compare(term.EQ, x, m.n(v))
}
func (m maths) gt(x, y *term.Term) *term.Term { return m.Compare(term.GT, x, y) }
func (m maths) within(x *term.Term, lo, hi int64) *term.Term {
	return m.Both(m.Compare(term.GE, x, m.n(lo)), m.Compare(term.LE, x, m.n(hi)))
}

func factors(product, most int64) func(m maths) []*term.Term {
	return func(m maths) []*term.Term {
		x, y := m.v(0), m.v(1)
		return []*term.Term{m.within(x, 2, most), m.within(y, 2, most), m.eq(m.mul(x, y), product)}
	}
}

// gcd is Euclid's algorithm with three steps.
func gcd(is int64) func(m maths) []*term.Term {
	return func(m maths) []*term.Term {
		x, y, zero := m.v(0), m.v(1), m.n(0)
		r := m.rem(x, y)
		s := m.rem(y, r)
		return []*term.Term{m.gt(y, zero), m.gt(x, y), m.gt(r, zero), m.gt(s, zero), m.eq(m.rem(r, s), 0), m.eq(s, is)}
	}
}

var puzzles = []puzzle{
	{"sum", func(m maths) []*term.Term {
		return []*term.Term{m.eq(m.add(m.v(0), m.v(1)), 123456789), m.gt(m.v(0), m.v(1))}
	}, smt.Sat, false},
	{"product", func(m maths) []*term.Term { return []*term.Term{m.eq(m.mul(m.v(0), m.v(1)), 123456789)} }, smt.Sat, false},
	{"factors16", factors(49999*60013, 1<<16), smt.Sat, false},
	{"factors20", factors(700001*900001, 1<<20), smt.Sat, true},
	{"prime16", factors(65521, 1<<16), smt.Unsat, false},
	{"square", func(m maths) []*term.Term { return []*term.Term{m.eq(m.mul(m.v(0), m.v(0)), 1522756)} }, smt.Sat, false},
	{"nosquare", func(m maths) []*term.Term { return []*term.Term{m.eq(m.mul(m.v(0), m.v(0)), 1522755)} }, smt.Unsat, false},
	{"remainder", func(m maths) []*term.Term {
		return []*term.Term{m.eq(m.rem(m.v(0), m.n(7)), 3), m.gt(m.v(0), m.n(1000))}
	}, smt.Sat, false},
	{"variable", func(m maths) []*term.Term { return []*term.Term{m.eq(m.rem(m.v(0), m.v(1)), 5)} }, smt.Sat, false},
	{"gcd 7", gcd(7), smt.Sat, false}, {"gcd 1", gcd(1), smt.Sat, false}, {"gcd 60", gcd(60), smt.Sat, false}, {"gcd 12345", gcd(12345), smt.Sat, false},
	{"least remainder", func(m maths) []*term.Term {
		x, y := m.v(0), m.v(1)
		return []*term.Term{m.gt(y, m.n(0)), m.Not(m.gt(y, m.rem(x, y)))}
	}, smt.Unsat, false},
	{"last digit", func(m maths) []*term.Term {
		x := m.v(0)
		d := m.add(m.rem(x, m.n(10)), m.n('0'))
		return []*term.Term{m.gt(x, m.n(0)), m.Not(m.within(d, '0', '9'))}
	}, smt.Unsat, false},
	{"leap", func(m maths) []*term.Term {
		y := m.v(0)
		return []*term.Term{m.eq(m.rem(y, m.n(4)), 0), m.eq(m.rem(y, m.n(100)), 0), m.Not(m.eq(m.rem(y, m.n(400)), 0)), m.gt(y, m.n(2000))}
	}, smt.Sat, false},
	{"digits", func(m maths) []*term.Term {
		return []*term.Term{m.eq(m.div(m.v(0), m.n(10)), 12345), m.eq(m.rem(m.v(0), m.n(10)), 7)}
	}, smt.Sat, false},
	{"million", func(m maths) []*term.Term {
		x := m.v(0)
		return []*term.Term{m.eq(m.rem(x, m.n(1000003)), 77), m.eq(m.rem(x, m.n(998244353)), 12), m.gt(x, m.n(0))}
	}, smt.Sat, true},
	{"hash", func(m maths) []*term.Term {
		s := term.Unsigned(32)
		h := m.Int(s, 0)
		var all []*term.Term
		for i := range 8 {
			c := m.Slot(i, term.Unsigned(8), false)
			all = append(all, m.Compare(term.GE, c, m.Int(c.Sort, ' ')), m.Compare(term.LE, c, m.Int(c.Sort, '~')))
			h = m.add(m.mul(h, m.Int(s, 31)), m.Convert(c, s))
		}
		return append(all, m.Compare(term.EQ, h, m.Int(s, 0x1234abcd)))
	}, smt.Sat, false},
	{"squares mod 8", func(m maths) []*term.Term {
		return []*term.Term{m.eq(m.Binary(term.And, m.mul(m.v(0), m.v(0)), m.n(7)), 3)}
	}, smt.Unsat, false},
	{"even odd", func(m maths) []*term.Term {
		x, y := m.v(0), m.v(1)
		return []*term.Term{m.eq(m.Binary(term.And, m.mul(x, m.add(x, m.n(1))), m.n(1)), 1), m.gt(x, y)}
	}, smt.Unsat, false},
	{"division law", func(m maths) []*term.Term {
		x, c := m.v(0), m.n(37)
		return []*term.Term{m.Compare(term.NE, m.add(m.mul(m.div(x, c), c), m.rem(x, c)), x)}
	}, smt.Unsat, false},
	{"distributive", func(m maths) []*term.Term {
		x, y := m.v(0), m.v(1)
		return []*term.Term{m.Compare(term.NE, m.mul(m.add(x, y), m.n(5)), m.add(m.mul(x, m.n(5)), m.mul(y, m.n(5))))}
	}, smt.Unsat, false},
}

func (p puzzle) ask(s *Solver) (smt.Answer, []*term.Term) {
	clauses := p.clauses(maths{term.NewBuilder()})
	for _, c := range clauses {
		s.Push(c)
	}
	return s.Solve(context.Background(), env(make([]uint64, 8)...)), clauses
}

func BenchmarkPuzzles(b *testing.B) {
	for _, p := range puzzles {
		b.Run(p.name, func(b *testing.B) {
			for b.Loop() {
				s := New(Options{Steps: 1 << 26})
				a, _ := p.ask(s)
				if a.Verdict != p.want && a.Verdict != smt.Unknown {
					b.Fatal(a)
				}
				b.ReportMetric(float64(s.steps)/1000, "ksteps")
				if a.Verdict == smt.Unknown {
					b.ReportMetric(1, "unknown")
				}
			}
		})
	}
}
