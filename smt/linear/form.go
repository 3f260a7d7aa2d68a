package linear

import (
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// form is a sum of atoms with factors, and a constant, modulo 2^bits.
type form struct {
	parts []part // by atom
	c     int64
	bits  int
}

// part is an atom times a factor, which is not 0.
type part struct {
	atom int32
	k    int64
}

// atom is a value that is no sum: a slot, a quotient or a remainder by a
// constant, or anything else.
type atom struct {
	key
	slot   int             // -1 if it is none
	lo, hi interval.Number // where it is in any case
	line   int32
	define *definition // nil if nothing is known
}

// key says what an atom is: a term, or what comes of dividing it.
type key struct {
	t  *term.Term
	by uint64 // 0: the term itself
	op term.Op
}

// most is how many parts a form may have; a term with more is an atom.
const most = 128

// limits are the least and the greatest integer of a sort.
func limits(s term.Sort) (lo, hi interval.Number) {
	all := ^uint64(0) >> (64 - s.Bits)
	if s.Kind == term.Int {
		return interval.Int(-1 << (s.Bits - 1)), interval.Int(int64(all >> 1))
	}
	return interval.Number{}, interval.Uint(all)
}

func wrap(k int64, bits int) int64 { return k << (64 - bits) >> (64 - bits) }

// plus is f + k*g.
func (f *form) plus(g *form, k int64) *form {
	h := &form{c: wrap(f.c+k*g.c, f.bits), bits: f.bits, parts: make([]part, 0, len(f.parts)+len(g.parts))}
	x, y := f.parts, g.parts
	for len(x)+len(y) > 0 {
		var p part
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].atom < y[0].atom:
			p, x = x[0], x[1:]
		case len(x) == 0 || y[0].atom < x[0].atom:
			p, y = part{y[0].atom, k * y[0].k}, y[1:]
		default:
			p, x, y = part{x[0].atom, x[0].k + k*y[0].k}, x[1:], y[1:]
		}
		if p.k = wrap(p.k, f.bits); p.k != 0 {
			h.parts = append(h.parts, p)
		}
	}
	return h
}

// form takes an integer term apart.
func (s *Solver) form(t *term.Term) *form {
	f := s.forms[t]
	if f == nil {
		if f = s.sum(t); f == nil || len(f.parts) > most {
			f = &form{bits: int(t.Sort.Bits), parts: []part{{s.atom(key{t: t}), 1}}}
		}
		s.forms[t] = f
	}
	return f
}

// sum is the form of a term that is a sum, nil of any other.
func (s *Solver) sum(t *term.Term) *form {
	n := int(t.Sort.Bits)
	zero := &form{bits: n}
	switch t.Op {
	case term.Const:
		return &form{bits: n, c: wrap(int64(t.Bits), n)}
	case term.Add:
		return s.form(t.Args[0]).plus(s.form(t.Args[1]), 1)
	case term.Sub:
		return s.form(t.Args[0]).plus(s.form(t.Args[1]), -1)
	case term.Neg:
		return zero.plus(s.form(t.Args[0]), -1)
	case term.Convert:
		return s.widened(t)
	}
	if len(t.Args) != 2 || !t.Args[1].IsConst() || !t.Sort.IsInteger() {
		return nil
	}
	switch c := t.Args[1].Bits; {
	case t.Op == term.Mul:
		return zero.plus(s.form(t.Args[0]), int64(c))
	case t.Op == term.Shl && c < 64:
		return zero.plus(s.form(t.Args[0]), 1<<c)
	case (t.Op == term.Div || t.Op == term.Rem) && 0 < int64(c) && int64(c) < 1<<31:
		return &form{bits: n, parts: []part{{s.atom(key{t.Args[0], c, t.Op}), 1}}}
	}
	return nil
}

// widened is an atom in a sort that has all its values.
func (s *Solver) widened(t *term.Term) *form {
	x := t.Args[0]
	if !x.Sort.IsInteger() || !t.Sort.IsInteger() {
		return nil
	}
	lo, hi := limits(x.Sort)
	from, to := limits(t.Sort)
	f := s.form(x)
	if lo.Less(from) || to.Less(hi) || len(f.parts) != 1 || f.c != 0 || f.parts[0].k != 1 {
		return nil
	}
	return &form{bits: int(t.Sort.Bits), parts: f.parts}
}

// atom is the number of an atom.
func (s *Solver) atom(k key) int32 {
	if i, ok := s.numbers[k]; ok {
		return i
	}
	a := atom{key: k, slot: -1}
	a.lo, a.hi = limits(k.t.Sort)
	switch c := interval.Int(int64(k.by)); {
	case k.by == 0:
	case k.op == term.Div:
		a.lo, a.hi = a.lo.Quo(c), a.hi.Quo(c)
	default:
		one := interval.Int(1)
		a.lo, a.hi = interval.Greatest(a.lo, one.Sub(c)), interval.Least(a.hi, c.Sub(one))
	}
	if k.t.Op == term.Slot && k.by == 0 {
		a.slot = int(k.t.Bits)
	}
	i := int32(len(s.atoms))
	s.numbers[k] = i
	s.atoms = append(s.atoms, a)
	s.atoms[i].line = s.line([]part{{i, 1}})
	define := s.define(k, i)
	s.atoms[i].define = define
	return i
}
