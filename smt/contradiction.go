package smt

import (
	"context"

	"nearmiss/term"
)

// contradiction decides constants and conditions whose negation is on the path.
type contradiction struct {
	next      Solver
	clauses   []pathClause      // the path
	asserted  []bool            // by side: some clause on the path has the side
	clashes   int               // number of clauses that are constant false or negate an earlier clause
	sides     map[literal]int32 // number of each literal's positive side
	codePages []*page           // by term ID: the condition that the term is a side of, as page encodes it
	shrunk    int               // the builder's Shrunk when the codes were last cleared
	eval      *term.Evaluator
}

// pathClause is a clause on the path.
type pathClause struct {
	side  int32 // side of the clause, as described at page
	new   bool  // no earlier clause on the path has the side, so next has the clause
	clash bool  // the clause is constant false or negates an earlier clause
}

// literal is a condition. A condition and its negation have the same literal.
type literal struct {
	op   term.Op
	a, b *term.Term
}

// page caches a code for each of 1024 terms with consecutive IDs: 0 if the code is unknown, the
// side of the term plus 1, or the negative of that if the term is constant false. A side
// identifies a literal or its negation: it is twice the number of the literal, plus 1 if
// negated.
type page [1 << pageBits]int32

const pageBits = 10

// Contradiction returns a solver that queries next only if extra is no constant and its
// negation is not on the path. It also decides without next that a path contradicts itself in
// this way. If several clauses are the same condition, next has the first. A clause takes
// constant time.
func Contradiction(next Solver) Solver {
	return &contradiction{next: next, sides: make(map[literal]int32), eval: term.NewEvaluator(emptyEnv)}
}

// emptyEnv is the environment without slots, in which constants are evaluated.
func emptyEnv(int) (term.Value, bool) { return term.Value{}, false }

// literalOf returns the literal of a condition, and whether the condition is its negation.
func literalOf(expr *term.Term) (l literal, negated bool) {
	for expr.Op == term.Not {
		expr, negated = expr.Args[0], !negated
	}
	r, ok := expr.Op.Rel()
	if !ok {
		return literal{a: expr}, negated
	}
	if expr.Args[0].Sort.Kind != term.Float || r == term.NE {
		if n := r.Negate(); n < r {
			r, negated = n, !negated
		}
	}
	return literal{term.RelOp(r), expr.Args[0], expr.Args[1]}, negated
}

// classify returns the side of a term, and whether the term is constant false.
func (s *contradiction) classify(expr *term.Term) (side int32, never bool) {
	if len(s.clauses) == 0 && expr.Builder().Shrunk() != s.shrunk {
		s.shrunk = expr.Builder().Shrunk()
		clear(s.sides)
		clear(s.codePages)
	}
	n := expr.ID >> pageBits
	for n >= len(s.codePages) {
		s.codePages = append(s.codePages, nil)
	}
	if s.codePages[n] == nil {
		s.codePages[n] = new(page)
	}
	k := &s.codePages[n][expr.ID&(1<<pageBits-1)]
	if *k == 0 {
		*k = s.sideOf(expr) + 1
		if expr.Ground() && !s.eval.Holds(expr) {
			*k = -*k
		}
	}
	if *k < 0 {
		return -*k - 1, true
	}
	return *k - 1, false
}

// sideOf returns the side of a new term.
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
	if top := int(side | 1); top >= len(s.asserted) {
		s.asserted = append(s.asserted, make([]bool, top+1)...)
	}
	return side
}

func (s *contradiction) Push(clause *term.Term) {
	side, never := s.classify(clause)
	c := pathClause{side, !s.asserted[side], never || s.asserted[side^1]}
	s.clauses = append(s.clauses, c)
	if c.clash {
		s.clashes++
	}
	if c.new {
		s.asserted[side] = true
		s.next.Push(clause)
	}
}

func (s *contradiction) Pop(n int) {
	keep := len(s.clauses) - n
	passed := 0
	for _, c := range s.clauses[keep:] {
		if c.new {
			s.asserted[c.side] = false
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
	switch side, never := s.classify(extra); {
	case never:
		return Answer{Verdict: Unsat, Solver: "constant"}
	case s.asserted[side^1]:
		return Answer{Verdict: Unsat, Solver: "negation"}
	}
	return s.next.Check(ctx, extra, w)
}

func (s *contradiction) Solve(ctx context.Context, w term.Env) Answer {
	if s.clashes > 0 {
		return Answer{Verdict: Unsat, Solver: "negation"}
	}
	return s.next.Solve(ctx, w)
}
