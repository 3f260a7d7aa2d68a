package order

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// Solve asks whether the path holds: its clauses are assumed one after the
// other, up to the first contradiction.
func (s *Solver) Solve(_ context.Context, witness term.Env) smt.Answer {
	if s.fresh == nil {
		s.fresh = New()
	}
	f := s.fresh
	f.undo(0)
	defer f.drop()
	f.values.begin(witness)
	f.left, f.because = splits, f.because[:0]
	if out := f.assumeAll(s.clauses); out == refuted {
		return f.unsat()
	} else if out != repaired {
		return f.cannot(out)
	}
	env := f.env()
	for _, o := range f.others {
		if v, ok := term.Eval(f.clauses[o].t, env); !ok || v.Bits == 0 {
			return unknown(Name + ": not only comparisons")
		}
	}
	return f.sat()
}

// drop forgets the clauses of a solver that is there for Solve.
func (s *Solver) drop() {
	clear(s.clauses)
	s.clauses, s.others = s.clauses[:0], s.others[:0]
}

// assumeAll mends the values for one clause after the other, which become the
// path.
func (s *Solver) assumeAll(path []clause) outcome {
	for i := range path {
		me := int32(i)
		s.clauses = append(s.clauses, clause{t: path[i].t})
		s.because = s.because[:0]
		out := s.assumeClause(literal{path[i].t, true}, me)
		c := &s.clauses[me]
		s.note(c, me)
		if out != repaired {
			return out
		}
	}
	return s.settle(0)
}

// assumeClause is install with the values mended.
func (s *Solver) assumeClause(l literal, me int32) outcome {
	for l.t.Op == term.Not {
		l = literal{l.t.Args[0], !l.want}
	}
	switch {
	case l.t.Op == term.AndAlso && l.want, l.t.Op == term.OrElse && !l.want:
		if out := s.assumeClause(literal{l.t.Args[0], l.want}, me); out != repaired {
			return out
		}
		return s.assumeClause(literal{l.t.Args[1], l.want}, me)
	case l.t.Op == term.AndAlso, l.t.Op == term.OrElse:
		s.clauses[me].unsupported = true
		from := len(s.because)
		s.suppose(l)
		s.because = s.because[:from]
		return repaired
	}
	return s.assumeLiteral(l, me)
}

// assumeLiteral is assumeClause of a literal that is no conjunction.
func (s *Solver) assumeLiteral(l literal, me int32) outcome {
	from, owner := len(s.because), me
	a, ok := s.parse(l)
	c := &s.clauses[me]
	switch {
	case !ok:
		c.unsupported = true
		s.because = s.because[:from]
		return repaired
	case slices.Contains(s.because[from:], supposed):
		c.soft, owner = true, supposed
		s.because = s.because[:from]
	case len(s.assumed) > 0:
		c.soft = true
	}
	return s.assumeAtoms(a, owner, owner)
}

// suppose makes one of the alternatives of a disjunction true: one that is so
// already, or else the first that can be made so. That another would have done
// is nobody's concern here: what contradicts this one proves nothing.
func (s *Solver) suppose(l literal) {
	all := expand(l)
	env := s.env()
	holds := func(conj []literal) bool {
		return !slices.ContainsFunc(conj, func(l literal) bool {
			v, ok := term.Eval(l.t, env)
			return !ok || (v.Bits != 0) != l.want
		})
	}
	if i := slices.IndexFunc(all, holds); i > 0 {
		all[0], all[i] = all[i], all[0]
	}
	for _, conj := range all {
		steps, moves := len(s.trail), len(s.moves)
		if s.supposeAll(conj) {
			return
		}
		s.undo(steps)
		s.back(moves)
	}
}

func (s *Solver) supposeAll(conj []literal) bool {
	for _, l := range conj {
		a, ok := s.parse(l)
		if !ok || s.assumeAtoms(a, supposed, supposed) != repaired {
			return false
		}
	}
	return true
}
