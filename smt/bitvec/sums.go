package bitvec

import (
	"math/bits"

	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// This file uses linear normal forms of integers, which state equalities that a SAT solver
// could derive from circuits only with much work.

// maxParts is the largest number of parts of a sum.
const maxParts = 12

// reduce shortens sum by the equation x == x/c*c + x%c.
func (e *encoder) reduce(sum *interval.Sum) *interval.Sum {
	for _, p := range sum.Parts {
		if op := p.Atom.Op; op != term.Div && op != term.Rem || !p.Atom.Args[1].IsConst() || p.Atom.Partial {
			continue
		}
		x, by := p.Atom.Args[0], p.Atom.Args[1]
		q, r := x.Builder().Binary(term.Div, x, by), x.Builder().Binary(term.Rem, x, by)
		zero := e.sums.Of(x).Plus(e.sums.Of(q), -int64(by.Bits)).Plus(e.sums.Of(r), -1)
		m := sum.Factor(r)
		if c := int64(by.Bits); m == 0 && c > 0 {
			m = sum.Factor(q) / c
		}
		if g := sum.Plus(zero, m); m != 0 && len(g.Parts) < len(sum.Parts) {
			sum = g
		}
	}
	return sum
}

// nonzeroDigits returns the number of nonzero digits in the non-adjacent form of k.
func nonzeroDigits(k int64) int {
	u := uint64(max(k, -k))
	half := u >> 1
	return bits.OnesCount64((u + half) ^ half)
}

// additions returns the number of additions that compute f.
func additions(f *interval.Sum) int {
	n := 0
	for _, p := range f.Parts {
		n += nonzeroDigits(p.Factor)
	}
	if f.Const != 0 {
		n++
	}
	return max(n-1, 0)
}

// termAdditions returns the number of additions that compute expr without its normal form, apart
// from subterms that are already encoded.
func (e *encoder) termAdditions(expr *term.Term) int {
	if _, ok := e.memo[expr]; ok || len(expr.Args) == 0 || e.sums.Of(expr).Is(expr) {
		return 0
	}
	switch {
	case expr.Op == term.Add || expr.Op == term.Sub:
		return e.termAdditions(expr.Args[0]) + e.termAdditions(expr.Args[1]) + 1
	case expr.Op == term.Neg:
		return e.termAdditions(expr.Args[0]) + 1
	case expr.Op == term.Mul && expr.Args[1].IsConst():
		return e.termAdditions(expr.Args[0]) + nonzeroDigits(int64(expr.Args[1].Bits)) - 1
	case expr.Op == term.Shl && expr.Args[1].IsConst():
		return e.termAdditions(expr.Args[0])
	}
	return 0
}

// splitSigns encodes the constant with the parts of positive factors, and the parts of negative
// factors.
func (e *encoder) splitSigns(f *interval.Sum) (plus, minus vector) {
	plus, minus = constant(uint64(f.Const), f.Bits), constant(0, f.Bits)
	for _, p := range f.Parts {
		x := e.encode(p.Atom).bits
		if p.Factor > 0 {
			plus = e.plus(plus, e.scale(x, uint64(p.Factor)), constFalse)
		} else {
			minus = e.plus(minus, e.scale(x, -uint64(p.Factor)), constFalse)
		}
	}
	return plus, minus
}

// encodeSum encodes a defined sum by its normal form, if that is cheaper than the term itself.
func (e *encoder) encodeSum(t *term.Term) (vector, bool) {
	if t.Partial || !t.Sort.IsInteger() {
		return nil, false
	}
	f := e.reduce(e.sums.Of(t))
	if f.Is(t) || additions(f) >= e.termAdditions(t) {
		return nil, false
	}
	plus, minus := e.splitSigns(f)
	return e.minus(plus, minus), true
}

// encodeEquality encodes the equality of two defined integers by the normal form of their
// difference, if that is cheaper.
func (e *encoder) encodeEquality(x, y *term.Term) (lit, bool) {
	if x.Partial || y.Partial || !x.Sort.IsInteger() {
		return 0, false
	}
	f := e.reduce(e.sums.Of(x).Plus(e.sums.Of(y), -1))
	if len(f.Parts) == 0 {
		return truth(f.Const == 0), true
	}
	if additions(f) > e.termAdditions(x)+e.termAdditions(y) {
		return 0, false
	}
	plus, minus := e.splitSigns(f)
	return e.equal(plus, minus), true
}
