package linear

import (
	"encoding/binary"
	"math"

	"nearmiss/smt/interval"
	"nearmiss/term"
)

// line is a sum of atoms whose factors have no common divisor, the first being
// positive. Clauses are bounds of lines.
type line struct {
	parts []part
	state
}

// room is a form and where its sum must be for it not to wrap.
type room struct {
	f      *form
	lo, hi interval.Number
}

// fact is a bound of a line, which holds if nothing wraps.
type fact struct {
	line   int32 // -1: there is no line, and it is false
	lo, hi int64
	has    has
	rooms  []room
}

// has says which bounds a fact has: both of a fact that excludes are the value
// excluded.
type has uint8

const (
	low has = 1 << iota
	high
	exclude
)

// clause is what a condition says of lines.
type clause struct {
	t     *term.Term
	facts []fact
	atoms []int32 // of the facts; before each, those of its definition
}

// definition is what is known of an atom. The quotient q of a sum x by c and
// what remains, r, have x == q*c + r, and r is less than c and on x's side of 0.
type definition struct {
	facts []fact
	x     *form // nil if there is no remainder
	rem   int32
	by    int64
}

// line is the number of a line.
func (s *Solver) line(parts []part) int32 {
	var buf []byte
	for _, p := range parts {
		buf = binary.AppendVarint(binary.AppendVarint(buf, int64(p.atom)), p.k)
	}
	i, ok := s.known[string(buf)]
	if !ok {
		i = int32(len(s.lines))
		s.known[string(buf)] = i
		s.lines = append(s.lines, line{parts: parts})
	}
	return i
}

// compile takes a condition apart.
func (s *Solver) compile(t *term.Term) *clause {
	c := s.compiled[t]
	if c == nil {
		c = &clause{t: t}
		s.conjunct(c, t)
		seen := make(map[int32]bool)
		for _, f := range c.facts {
			s.collect(c, f, seen)
		}
		s.compiled[t] = c
	}
	return c
}

func (s *Solver) conjunct(c *clause, t *term.Term) {
	if t.Op == term.AndAlso {
		s.conjunct(c, t.Args[0])
		s.conjunct(c, t.Args[1])
		return
	}
	r, ok := t.Op.Rel()
	if !ok || !t.Args[0].Sort.IsInteger() {
		return
	}
	x, y := s.form(t.Args[0]), s.form(t.Args[1])
	var d *form
	var where []room
	if r == term.EQ || r == term.NE {
		d = x.plus(y, -1)
		where = modular(d)
	} else {
		if d = difference(x, y); d == nil {
			return
		}
		where = append(rooms(x, t.Args[0].Sort), rooms(y, t.Args[1].Sort)...)
	}
	if f, ok := s.fact(r, d); ok {
		f.rooms = where
		c.facts = append(c.facts, f)
	}
}

// rooms is what it takes for a form to be the value of its term.
func rooms(f *form, s term.Sort) []room {
	if len(f.parts) == 1 && f.c == 0 && f.parts[0].k == 1 {
		return nil
	}
	lo, hi := limits(s)
	if c := interval.Int(f.c); len(f.parts) == 0 && !c.Less(lo) && !hi.Less(c) {
		return nil
	}
	return []room{{f, lo, hi}}
}

// modular is what it takes for a form that is 0 modulo 2^n to be 0.
func modular(f *form) []room {
	one := interval.Int(1)
	top := one.Shl(uint(f.bits))
	if len(f.parts) == 2 && f.c == 0 && f.parts[0].k+f.parts[1].k == 0 && size(f.parts[0].k) == 1 {
		return nil
	}
	return []room{{f, one.Sub(top), top.Sub(one)}}
}

// difference is x - y of integers that do not wrap, nil if a factor does not
// fit.
func difference(x, y *form) *form {
	if !x.small() || !y.small() {
		return nil
	}
	return x.free().plus(y.free(), -1)
}

// small reports whether differences of its factors fit.
func (f *form) small() bool {
	for _, p := range f.parts {
		if size(p.k) >= 1<<62 {
			return false
		}
	}
	return size(f.c) < 1<<62
}

// free is f as a sum of integers.
func (f *form) free() *form { return &form{f.parts, f.c, 64} }

// fact is f r 0, false if that says nothing, or takes numbers that are too
// large.
func (s *Solver) fact(r term.Rel, f *form) (fact, bool) {
	if len(f.parts) == 0 {
		return fact{line: -1}, !holds(r, f.c)
	}
	g := uint64(0)
	for _, p := range f.parts {
		g = gcd(g, size(p.k))
	}
	if g > math.MaxInt64 || f.c == math.MinInt64 {
		return fact{}, false
	}
	parts := make([]part, len(f.parts))
	d := int64(g)
	if f.parts[0].k < 0 {
		d, r = -d, r.Mirror()
	}
	for i, p := range f.parts {
		parts[i] = part{p.atom, p.k / d}
	}
	n := fact{line: s.line(parts)}
	at := lowest(f.c, d).neg() // d*line + c r 0: line r -c/d
	v := at.floor()
	switch r {
	case term.EQ:
		n.has, n.lo, n.hi = low|high, v, v
		if at.d != 1 {
			n.lo++
		}
	case term.NE:
		n.has, n.lo, n.hi = exclude, v, v
		return n, at.d == 1
	case term.LE:
		n.has, n.hi = high, v
	case term.LT:
		if n.has, n.hi = high, v; at.d == 1 {
			n.hi--
		}
	case term.GE:
		if n.has, n.lo = low, v; at.d != 1 {
			n.lo++
		}
	case term.GT:
		n.has, n.lo = low, v+1
	}
	return n, true
}

func holds(r term.Rel, c int64) bool {
	switch r {
	case term.EQ:
		return c == 0
	case term.NE:
		return c != 0
	case term.LE:
		return c <= 0
	case term.LT:
		return c < 0
	case term.GE:
		return c >= 0
	}
	return c > 0
}

// collect lists the atoms that a fact speaks of.
func (s *Solver) collect(c *clause, f fact, seen map[int32]bool) {
	if f.line < 0 {
		return
	}
	for _, p := range s.lines[f.line].parts {
		s.collectAtom(c, p.atom, seen)
	}
	for _, r := range f.rooms { // what cancels out between the sides
		for _, p := range r.f.parts {
			s.collectAtom(c, p.atom, seen)
		}
	}
}

func (s *Solver) collectAtom(c *clause, a int32, seen map[int32]bool) {
	if seen[a] {
		return
	}
	seen[a] = true
	if d := s.atoms[a].define; d != nil {
		for _, f := range d.facts {
			s.collect(c, f, seen)
		}
	}
	c.atoms = append(c.atoms, a)
}

func single(a int32) *form { return &form{[]part{{a, 1}}, 0, 64} }

// define says what an atom is that is made of others.
func (s *Solver) define(k key, me int32) *definition {
	switch {
	case k.by != 0:
		x := s.form(k.t)
		q, r := s.atom(key{k.t, k.by, term.Div}), s.atom(key{k.t, k.by, term.Rem})
		e, ok := s.fact(term.EQ, x.free().plus(single(q), -int64(k.by)).plus(single(r), -1))
		if !ok {
			return nil
		}
		e.rooms = rooms(x, k.t.Sort)
		return &definition{facts: []fact{e}, x: x, rem: r, by: int64(k.by)}
	case k.t.Op == term.Convert && k.t.Args[0].Sort.IsInteger():
		u := k.t.Args[0]
		x := s.form(u)
		e, ok := s.fact(term.EQ, x.free().plus(single(me), -1))
		if !ok {
			return nil
		}
		lo, hi := limits(k.t.Sort)
		e.rooms = append(rooms(x, u.Sort), room{x, lo, hi})
		return &definition{facts: []fact{e}}
	}
	return nil
}
