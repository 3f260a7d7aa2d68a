package interval

import (
	"slices"

	"nearmiss/term"
)

// A Sum is the linear normal form of an integer term: a constant and atoms with factors, modulo
// 2^Bits. Terms with equal sums are equal.
type Sum struct {
	Parts []Part // in the order of the IDs of their atoms
	Const int64  // constant, signed like the factors
	Bits  int    // width of the integers in bits
}

// A Part is an atom times a nonzero factor. An atom is a term that is not a sum.
type Part struct {
	Atom   *term.Term
	Factor int64 // signed factor, not 0
}

// Sums computes the normal forms of terms and caches them.
type Sums struct {
	maxParts int
	sums     map[*term.Term]*Sum
}

// NewSums returns a Sums whose normal forms have at most maxParts parts; a larger sum is an atom.
func NewSums(maxParts int) *Sums { return &Sums{maxParts, make(map[*term.Term]*Sum)} }

// Of returns the sum of an integer term.
func (s *Sums) Of(t *term.Term) *Sum {
	f := s.sums[t]
	if f == nil {
		if f = s.sum(t); f == nil || len(f.Parts) > s.maxParts {
			f = &Sum{Parts: []Part{{t, 1}}, Bits: int(t.Sort.Bits)}
		}
		s.sums[t] = f
	}
	return f
}

// sum returns the sum of an operation that makes a sum, else nil.
func (s *Sums) sum(expr *term.Term) *Sum {
	zero := &Sum{Bits: int(expr.Sort.Bits)}
	switch expr.Op {
	case term.Const:
		return &Sum{Const: wrap(int64(expr.Bits), zero.Bits), Bits: zero.Bits}
	case term.Add:
		return s.Of(expr.Args[0]).Plus(s.Of(expr.Args[1]), 1)
	case term.Sub:
		return s.Of(expr.Args[0]).Plus(s.Of(expr.Args[1]), -1)
	case term.Neg:
		return zero.Plus(s.Of(expr.Args[0]), -1)
	case term.Mul:
		if c := expr.Args[1]; c.IsConst() {
			return zero.Plus(s.Of(expr.Args[0]), int64(c.Bits))
		}
	case term.Shl:
		if c := expr.Args[1]; c.IsConst() && c.Bits < 64 {
			return zero.Plus(s.Of(expr.Args[0]), 1<<c.Bits)
		}
	}
	return nil
}

// wrap returns k modulo 2^bits, as a signed number.
func wrap(k int64, bits int) int64 { return k << (64 - bits) >> (64 - bits) }

// Plus returns f + factor*g.
func (f *Sum) Plus(g *Sum, factor int64) *Sum {
	total := &Sum{Const: wrap(f.Const+factor*g.Const, f.Bits), Bits: f.Bits, Parts: make([]Part, 0, len(f.Parts)+len(g.Parts))}
	x, y := f.Parts, g.Parts
	for len(x)+len(y) > 0 {
		var p Part
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].Atom.ID < y[0].Atom.ID:
			p, x = x[0], x[1:]
		case len(x) == 0 || y[0].Atom.ID < x[0].Atom.ID:
			p, y = Part{y[0].Atom, factor * y[0].Factor}, y[1:]
		default:
			p, x, y = Part{x[0].Atom, x[0].Factor + factor*y[0].Factor}, x[1:], y[1:]
		}
		if p.Factor = wrap(p.Factor, f.Bits); p.Factor != 0 {
			total.Parts = append(total.Parts, p)
		}
	}
	return total
}

// Is reports whether f is the atom t.
func (f *Sum) Is(t *term.Term) bool {
	return len(f.Parts) == 1 && f.Parts[0] == Part{t, 1} && f.Const == 0
}

// Factor returns the factor of an atom, or 0.
func (f *Sum) Factor(atom *term.Term) int64 {
	i, ok := slices.BinarySearchFunc(f.Parts, atom.ID, func(p Part, id int) int { return p.Atom.ID - id })
	if !ok {
		return 0
	}
	return f.Parts[i].Factor
}

// Fit relates f, as a sum of unbounded integers, to the term of sort s that f is the sum of. If
// exact is true, f + shift always equals the term; shift is a multiple of 2^Bits. atom returns
// the bounds of an atom.
func (f *Sum) Fit(s term.Sort, atom func(*term.Term) Span) (shift Number, exact bool) {
	all := Single(Int(f.Const))
	for _, p := range f.Parts {
		all = Add(all, Mul(atom(p.Atom), Single(Int(p.Factor))))
	}
	limits, modulus := Limits(s), one.Shl(uint(f.Bits))
	for _, shift := range [3]Number{{}, modulus, modulus.Neg()} {
		if Add(all, Single(shift)).Within(limits) {
			return shift, true
		}
	}
	return Number{}, false
}
