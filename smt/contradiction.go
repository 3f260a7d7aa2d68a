package smt

import (
	"context"

	"nearmiss/term"
)

// contradiction finds constants, and conditions whose negation is on the path.
type contradiction struct {
	next    Solver
	clauses []told
	on      []bool // by side: a clause on the path says it
	clashes int    // clauses that contradict themselves or one before them
	sides   map[literal]int32
	known   []*page // by the ID of a term
	shrunk  int
	eval    *term.Evaluator
}

// told is a clause on the path.
type told struct {
	side  int32
	new   bool // no clause before it says the same: next has it
	clash bool
}

// literal is a condition, such that a condition and its negation have the same
// one.
type literal struct {
	op   term.Op
	a, b *term.Term
}

// page has what terms say whose IDs follow each other: the side, from 1, or if
// the term is false whatever the slots are the negative of that; 0 is not known
// yet. A side is twice the number of a literal, and one more if it is the
// negation.
type page [1 << pageBits]int32

const pageBits = 10

// Contradiction returns a solver that asks next only if neither a constant nor
// the negation of a clause on the path decides. The path holds of its own.
// Of clauses that say the same next has the first. A clause takes constant
// time.
func Contradiction(next Solver) Solver {
	return &contradiction{next: next, sides: make(map[literal]int32), eval: term.NewEvaluator(unset)}
}

// unset is the environment of constants.
func unset(int) (term.Value, bool) { return term.Value{}, false }

func literalOf(t *term.Term) (l literal, negated bool) {
	for t.Op == term.Not {
		t, negated = t.Args[0], !negated
	}
	r, ok := t.Op.Rel()
	if !ok {
		return literal{a: t}, negated
	}
	if t.Args[0].Sort.Kind != term.Float || r == term.NE {
		if n := r.Negate(); n < r {
			r, negated = n, !negated
		}
	}
	return literal{term.RelOp(r), t.Args[0], t.Args[1]}, negated
}

// of is the side of a term, and whether the term can never be true.
func (s *contradiction) of(t *term.Term) (side int32, never bool) {
	if len(s.clauses) == 0 && t.Builder().Shrunk() != s.shrunk {
		s.shrunk = t.Builder().Shrunk()
		clear(s.sides)
		clear(s.known)
	}
	n := t.ID >> pageBits
	for n >= len(s.known) {
		s.known = append(s.known, nil)
	}
	if s.known[n] == nil {
		s.known[n] = new(page)
	}
	k := &s.known[n][t.ID&(1<<pageBits-1)]
	if *k == 0 {
		*k = s.sideOf(t) + 1
		if t.Ground() && !s.eval.Holds(t) {
			*k = -*k
		}
	}
	if *k < 0 {
		return -*k - 1, true
	}
	return *k - 1, false
}

// sideOf is the side of a term that is seen for the first time.
func (s *contradiction) sideOf(t *term.Term) int32 {
	l, negated := literalOf(t)
	side, ok := s.sides[l]
	if !ok {
		side = 2 * int32(len(s.sides))
		s.sides[l] = side
	}
	if negated {
		side++
	}
	if top := int(side | 1); top >= len(s.on) {
		s.on = append(s.on, make([]bool, top+1)...)
	}
	return side
}

func (s *contradiction) Push(clause *term.Term) {
	side, never := s.of(clause)
	c := told{side, !s.on[side], never || s.on[side^1]}
	s.clauses = append(s.clauses, c)
	if c.clash {
		s.clashes++
	}
	if c.new {
		s.on[side] = true
		s.next.Push(clause)
	}
}

func (s *contradiction) Pop(n int) {
	keep := len(s.clauses) - n
	passed := 0
	for _, c := range s.clauses[keep:] {
		if c.new {
			s.on[c.side] = false
			passed++
		}
		if c.clash {
			s.clashes--
		}
	}
	s.clauses = s.clauses[:keep]
	s.next.Pop(passed)
}

func (s *contradiction) Close() error { return s.next.Close() }

func (s *contradiction) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	switch side, never := s.of(extra); {
	case never:
		return Answer{Verdict: Unsat, By: "constant"}
	case s.on[side^1]:
		return Answer{Verdict: Unsat, By: "negation"}
	}
	return s.next.Check(ctx, extra, w)
}

func (s *contradiction) Solve(ctx context.Context, w term.Env) Answer {
	if s.clashes > 0 {
		return Answer{Verdict: Unsat, By: "negation"}
	}
	return s.next.Solve(ctx, w)
}
