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

// withoutNot returns a literal that holds where lit does and whose term is no negation.
func (lit literal) withoutNot() literal {
	for lit.term.Op == term.Not {
		lit = literal{lit.term.Args[0], !lit.want}
	}
	return lit
}

// maxConjunctions is the largest number of conjunctions of a query.
const maxConjunctions = 16

// expand returns conjunctions of literals; the literal holds if one of them does. The result is
// nil if there are too many.
func expand(lit literal) [][]literal {
	lit = lit.withoutNot()
	if lit.term.Op != term.AndAlso && lit.term.Op != term.OrElse {
		return [][]literal{{lit}}
	}
	a := expand(literal{lit.term.Args[0], lit.want})
	b := expand(literal{lit.term.Args[1], lit.want})
	if a == nil || b == nil || len(a)*len(b) > maxConjunctions {
		return nil
	}
	if (lit.term.Op == term.OrElse) == lit.want {
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
func (s *Solver) parse(lit literal) (atoms, bool) {
	s.assumptions = s.assumptions[:0]
	lit = lit.withoutNot()
	if lit.term.Sort.Kind != term.Bool {
		panic("order: BUG: a clause of sort " + lit.term.Sort.String())
	}
	rel, ok := lit.term.Op.Rel()
	if !ok {
		f, ok := s.form(lit.term)
		if !ok {
			return atoms{}, false
		}
		if lit.want {
			return relate(term.GE, f, form{constant: interval.Int(1)})
		}
		return relate(term.LE, f, form{})
	}
	if k := lit.term.Args[0].Sort; !k.IsInteger() && k.Kind != term.Bool {
		return atoms{}, false
	}
	if !lit.want {
		rel = rel.Negate()
	}
	x, ok := s.form(lit.term.Args[0])
	if !ok {
		return atoms{}, false
	}
	y, ok := s.form(lit.term.Args[1])
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
	constant := d.constant.Neg() // pos - neg rel constant
	one := interval.Int(1)
	if d.pos == d.neg { // both zero: a constant
		return atoms{isFalse: !holds(rel, d.constant)}, true
	}
	le := atom{x: d.pos, y: d.neg, constant: constant}
	switch rel {
	case term.EQ:
		return atoms{list: [2]atom{le, {x: d.neg, y: d.pos, constant: d.constant}}, n: 2}, true
	case term.NE:
		le.distinct = true
	case term.LT, term.GT:
		le.constant = constant.Sub(one)
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
