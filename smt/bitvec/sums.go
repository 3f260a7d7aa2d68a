package bitvec

import (
	"math/bits"

	"nearmiss/smt/interval"
	"nearmiss/term"
)

// This file is of integers whose sums tell what a solver could find out about their circuits
// only with much labor.

// mostParts is how many parts a sum may have.
const mostParts = 12

// reduced is f, made shorter by x == x/c*c + x%c.
func (e *encoder) reduced(f *interval.Sum) *interval.Sum {
	for _, p := range f.Parts {
		if op := p.Atom.Op; op != term.Div && op != term.Rem || !p.Atom.Args[1].IsConst() || p.Atom.Partial {
			continue
		}
		x, by := p.Atom.Args[0], p.Atom.Args[1]
		q, r := x.Builder().Binary(term.Div, x, by), x.Builder().Binary(term.Rem, x, by)
		zero := e.sums.Of(x).Plus(e.sums.Of(q), -int64(by.Bits)).Plus(e.sums.Of(r), -1)
		m := f.Factor(r)
		if c := int64(by.Bits); m == 0 && c > 0 {
			m = f.Factor(q) / c
		}
		if g := f.Plus(zero, m); m != 0 && len(g.Parts) < len(f.Parts) {
			f = g
		}
	}
	return f
}

// digits is how many digits other than 0 the non-adjacent form of k has.
func digits(k int64) int {
	u := uint64(max(k, -k))
	half := u >> 1
	return bits.OnesCount64((u + half) ^ half)
}

// additions is how many it takes to compute f.
func additions(f *interval.Sum) int {
	n := 0
	for _, p := range f.Parts {
		n += digits(p.Factor)
	}
	if f.Const != 0 {
		n++
	}
	return max(n-1, 0)
}

// cost is how many additions it takes to compute t as it stands, beyond
// what there is already.
func (e *encoder) cost(t *term.Term) int {
	if _, ok := e.memo[t]; ok || len(t.Args) == 0 || e.sums.Of(t).Is(t) {
		return 0
	}
	switch {
	case t.Op == term.Add || t.Op == term.Sub:
		return e.cost(t.Args[0]) + e.cost(t.Args[1]) + 1
	case t.Op == term.Neg:
		return e.cost(t.Args[0]) + 1
	case t.Op == term.Mul && t.Args[1].IsConst():
		return e.cost(t.Args[0]) + digits(int64(t.Args[1].Bits)) - 1
	case t.Op == term.Shl && t.Args[1].IsConst():
		return e.cost(t.Args[0])
	}
	return 0
}

// sides computes the parts with positive factors, with the constant, and those
// with negative ones.
func (e *encoder) sides(f *interval.Sum) (plus, minus vector) {
	plus, minus = constant(uint64(f.Const), f.Bits), constant(0, f.Bits)
	for _, p := range f.Parts {
		x := e.encode(p.Atom).bits
		if p.Factor > 0 {
			plus = e.plus(plus, e.scale(x, uint64(p.Factor)), no)
		} else {
			minus = e.plus(minus, e.scale(x, -uint64(p.Factor)), no)
		}
	}
	return plus, minus
}

// rearranged is the value of a defined sum, if it is cheaper than the sum as
// it stands.
func (e *encoder) rearranged(t *term.Term) (vector, bool) {
	if t.Partial || !t.Sort.IsInteger() {
		return nil, false
	}
	f := e.reduced(e.sums.Of(t))
	if f.Is(t) || additions(f) >= e.cost(t) {
		return nil, false
	}
	plus, minus := e.sides(f)
	return e.minus(plus, minus), true
}

// balanced is whether two defined integers are equal, if that is cheaper to
// say of the difference of their forms.
func (e *encoder) balanced(x, y *term.Term) (lit, bool) {
	if x.Partial || y.Partial || !x.Sort.IsInteger() {
		return 0, false
	}
	f := e.reduced(e.sums.Of(x).Plus(e.sums.Of(y), -1))
	if len(f.Parts) == 0 {
		return truth(f.Const == 0), true
	}
	if additions(f) > e.cost(x)+e.cost(y) {
		return 0, false
	}
	plus, minus := e.sides(f)
	return e.equal(plus, minus), true
}
