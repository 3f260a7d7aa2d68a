package bitvec

import (
	"cmp"
	"math/bits"
	"slices"

	"nearmiss/term"
)

// form is an integer term as a sum of parts and a constant. Equal forms are
// equal integers; a solver could find that out about the circuits of two
// terms only with much labor.
type form struct {
	parts    []part // by atom
	constant uint64
	n        int // width
}

// part is an atom times a factor, which is signed.
type part struct {
	atom
	factor int64
}

// atom is a term that is no sum, or what comes of dividing one by a constant.
type atom struct {
	t, by *term.Term
	rem   bool
}

func (a atom) compare(b atom) int {
	if c := cmp.Compare(a.t.ID, b.t.ID); c != 0 || a.by == b.by {
		return cmp.Or(c, cmp.Compare(truth(!a.rem), truth(!b.rem)))
	}
	if a.by == nil || b.by == nil {
		return cmp.Compare(truth(a.by != nil), truth(b.by != nil))
	}
	return cmp.Compare(a.by.ID, b.by.ID)
}

// most is how many parts a form may have; a term with more is an atom.
const most = 12

// form takes an integer term apart.
func (e *encoder) form(t *term.Term) *form {
	f := e.forms[t]
	if f == nil {
		if f = e.sumOf(t); f == nil || len(f.parts) > most {
			f = single(atom{t: t}, int(t.Sort.Bits))
		}
		e.forms[t] = f
	}
	return f
}

func single(a atom, n int) *form { return &form{parts: []part{{a, 1}}, n: n} }

// is reports whether f is nothing but the atom t.
func (f *form) is(t *term.Term) bool { return len(f.parts) == 1 && f.parts[0].atom == atom{t: t} }

// sumOf is the form of a term that is a sum, and nil of any other.
func (e *encoder) sumOf(t *term.Term) *form {
	n := int(t.Sort.Bits)
	zero := &form{n: n}
	switch t.Op {
	case term.Const:
		return &form{n: n, constant: t.Bits}
	case term.Add:
		return e.form(t.Args[0]).plus(e.form(t.Args[1]), 1)
	case term.Sub:
		return e.form(t.Args[0]).plus(e.form(t.Args[1]), -1)
	case term.Neg:
		return zero.plus(e.form(t.Args[0]), -1)
	}
	if len(t.Args) != 2 || !t.Args[1].IsConst() {
		return nil
	}
	switch c := t.Args[1].Bits; {
	case t.Op == term.Mul:
		return zero.plus(e.form(t.Args[0]), int64(c))
	case t.Op == term.Shl && c < 64:
		return zero.plus(e.form(t.Args[0]), 1<<c)
	case (t.Op == term.Div || t.Op == term.Rem) && c != 0:
		return single(atom{t.Args[0], t.Args[1], t.Op == term.Rem}, n)
	}
	return nil
}

// plus is f + k*g.
func (f *form) plus(g *form, k int64) *form {
	h := &form{n: f.n, constant: f.constant + g.constant*uint64(k)}
	x, y := f.parts, g.parts
	for len(x)+len(y) > 0 {
		var p part
		order := 0
		switch {
		case len(x) == 0:
			order = 1
		case len(y) == 0:
			order = -1
		default:
			order = x[0].compare(y[0].atom)
		}
		if order <= 0 {
			p, x = x[0], x[1:]
		}
		if order >= 0 {
			p.atom, p.factor, y = y[0].atom, p.factor+k*y[0].factor, y[1:]
		}
		p.factor = p.factor << (64 - f.n) >> (64 - f.n)
		if p.factor != 0 {
			h.parts = append(h.parts, p)
		}
	}
	return h
}

// factor is that of an atom.
func (f *form) factor(a atom) int64 {
	if i, ok := slices.BinarySearchFunc(f.parts, a, func(p part, a atom) int { return p.compare(a) }); ok {
		return f.parts[i].factor
	}
	return 0
}

// reduced is f, made shorter by x == x/c*c + x%c.
func (e *encoder) reduced(f *form) *form {
	for _, p := range f.parts {
		if p.by == nil {
			continue
		}
		q, r := atom{p.t, p.by, false}, atom{p.t, p.by, true}
		zero := e.form(p.t).plus(single(q, f.n), -int64(p.by.Bits)).plus(single(r, f.n), -1)
		m := f.factor(r)
		if c := int64(p.by.Bits); m == 0 && c > 0 {
			m = f.factor(q) / c
		}
		if g := f.plus(zero, m); m != 0 && len(g.parts) < len(f.parts) {
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

// cost is how many additions it takes to compute f.
func (f *form) cost() int {
	n := 0
	for _, p := range f.parts {
		n += digits(p.factor)
	}
	if f.constant != 0 {
		n++
	}
	return max(n-1, 0)
}

// cost is how many additions it takes to compute t as it stands, beyond
// what there is already.
func (e *encoder) cost(t *term.Term) int {
	if _, ok := e.memo[t]; ok || len(t.Args) == 0 || e.form(t).is(t) {
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

// sums computes the parts with positive factors, with the constant, and those
// with negative ones.
func (e *encoder) sums(f *form) (plus, minus vector) {
	plus, minus = constant(f.constant, f.n), constant(0, f.n)
	for _, p := range f.parts {
		x := e.atom(p.atom)
		if p.factor > 0 {
			plus = e.plus(plus, e.scale(x, uint64(p.factor)), no)
		} else {
			minus = e.plus(minus, e.scale(x, -uint64(p.factor)), no)
		}
	}
	return plus, minus
}

func (e *encoder) atom(a atom) vector {
	switch {
	case a.by == nil:
		return e.encode(a.t).bits
	case a.rem:
		_, r := e.division(a.t, a.by)
		return r
	}
	q, _ := e.division(a.t, a.by)
	return q
}

// rearranged is the value of a defined sum, if it is cheaper than the sum as
// it stands.
func (e *encoder) rearranged(t *term.Term) (vector, bool) {
	if t.Partial || !t.Sort.IsInteger() {
		return nil, false
	}
	f := e.reduced(e.form(t))
	if f.is(t) || f.cost() >= e.cost(t) {
		return nil, false
	}
	plus, minus := e.sums(f)
	return e.minus(plus, minus), true
}

// balanced is whether two defined integers are equal, if that is cheaper to
// say of the difference of their forms.
func (e *encoder) balanced(x, y *term.Term) (lit, bool) {
	if x.Partial || y.Partial || !x.Sort.IsInteger() {
		return 0, false
	}
	f := e.reduced(e.form(x).plus(e.form(y), -1))
	if len(f.parts) == 0 {
		return truth(f.constant<<(64-f.n) == 0), true
	}
	if f.cost() > e.cost(x)+e.cost(y) {
		return 0, false
	}
	plus, minus := e.sums(f)
	return e.equal(plus, minus), true
}
