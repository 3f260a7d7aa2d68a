package order

import (
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// literal is a term and the truth value that it must have.
type literal struct {
	term *term.Term
	want bool // the truth value
}

// maxConjunctions is the largest number of conjunctions of a query.
const maxConjunctions = 16

// expand returns conjunctions of literals; the literal holds if one of them does. The result is
// nil if there are too many.
func expand(l literal) [][]literal {
	for l.term.Op == term.Not {
		l = literal{l.term.Args[0], !l.want}
	}
	if l.term.Op != term.AndAlso && l.term.Op != term.OrElse {
		return [][]literal{{l}}
	}
	a := expand(literal{l.term.Args[0], l.want})
	b := expand(literal{l.term.Args[1], l.want})
	if a == nil || b == nil || len(a)*len(b) > maxConjunctions {
		return nil
	}
	if (l.term.Op == term.OrElse) == l.want {
		return append(a, b...)
	}
	var all [][]literal
	for _, x := range a {
		for _, y := range b {
			all = append(all, append(append([]literal(nil), x...), y...))
		}
	}
	return all
}

// atoms are the constraints of a literal. An equality has two atoms.
type atoms struct {
	list    [2]atom
	n       int  // number of atoms in list
	isFalse bool // the literal is constant false
}

// parse returns the atoms of a literal. ok is false if the literal is not supported. parse
// appends the owners of the bounds that the atoms rely on to s.reasons, and stores the
// assumptions of the atoms in s.assumptions.
func (s *Solver) parse(l literal) (atoms, bool) {
	s.assumptions = s.assumptions[:0]
	for l.term.Op == term.Not {
		l = literal{l.term.Args[0], !l.want}
	}
	if l.term.Sort.Kind != term.Bool {
		panic("order: BUG: a clause of sort " + l.term.Sort.String())
	}
	rel, ok := l.term.Op.Rel()
	if !ok {
		f, ok := s.form(l.term)
		if !ok {
			return atoms{}, false
		}
		if l.want {
			return relate(term.GE, f, form{constant: interval.Int(1)})
		}
		return relate(term.LE, f, form{})
	}
	if k := l.term.Args[0].Sort; !k.IsInteger() && k.Kind != term.Bool {
		return atoms{}, false
	}
	if !l.want {
		rel = rel.Negate()
	}
	x, ok := s.form(l.term.Args[0])
	if !ok {
		return atoms{}, false
	}
	y, ok := s.form(l.term.Args[1])
	if !ok {
		return atoms{}, false
	}
	return relate(rel, x, y)
}

// relate returns the atoms of x rel y.
func relate(rel term.Rel, x, y form) (atoms, bool) {
	switch rel {
	case term.GT, term.GE:
		x, y = y, x
	}
	d, ok := x.plus(y.negated())
	if !ok {
		return atoms{}, false
	}
	c := d.constant.Neg() // pos - neg rel c
	one := interval.Int(1)
	if d.pos == d.neg { // both zero: a constant
		return atoms{isFalse: !holds(rel, d.constant)}, true
	}
	le := atom{x: d.pos, y: d.neg, constant: c}
	switch rel {
	case term.EQ:
		return atoms{list: [2]atom{le, {x: d.neg, y: d.pos, constant: d.constant}}, n: 2}, true
	case term.NE:
		le.distinct = true
	case term.LT, term.GT:
		le.constant = c.Sub(one)
	}
	return atoms{list: [2]atom{le}, n: 1}, true
}

// holds reports whether a difference satisfies a relation. For GT and GE the operands are
// exchanged.
func holds(r term.Rel, d interval.Number) bool {
	switch r {
	case term.EQ:
		return d.Sign() == 0
	case term.NE:
		return d.Sign() != 0
	case term.LT, term.GT:
		return d.Sign() < 0
	}
	return d.Sign() <= 0
}
