package smt

import (
	"context"

	"nearmiss/term"
)

// contradiction finds constants, and conditions whose negation is on the path.
type contradiction struct {
	next    Solver
	clauses []told
	on      []int32 // by side: the first clause on the path with it, from 1; 0 if none
	clash   []pair  // clauses that contradict each other, by the later one
	sides   map[literal]int32
	known   []*page // by the ID of a term
	shrunk  int
	eval    *term.Evaluator
}

// told is a clause on the path, and whether it is one that next has: a clause
// that is there twice says nothing new.
type told struct {
	t    *term.Term
	side int32
	new  bool
}

// pair is two clauses; the same one twice, if it is never true.
type pair struct{ first, second int32 }

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
	return side
}

// first is the place of the first clause on the path that says a side, from 1;
// 0 if none does.
func (s *contradiction) first(side int32) *int32 {
	for int(side) >= len(s.on) {
		s.on = append(s.on, make([]int32, side+1)...)
	}
	return &s.on[side]
}

func (s *contradiction) Push(clause *term.Term) {
	side, never := s.of(clause)
	me := int32(len(s.clauses))
	c := told{clause, side, *s.first(side) == 0}
	s.clauses = append(s.clauses, c)
	if never {
		s.clash = append(s.clash, pair{me, me})
	} else if other := *s.first(side ^ 1); other > 0 {
		s.clash = append(s.clash, pair{other - 1, me})
	}
	if c.new {
		*s.first(side) = me + 1
		s.next.Push(clause)
	}
}

func (s *contradiction) Pop(n int) {
	keep := len(s.clauses) - n
	passed := 0
	for _, c := range s.clauses[keep:] {
		if c.new {
			s.on[c.side] = 0
			passed++
		}
	}
	for k := len(s.clash); k > 0 && int(s.clash[k-1].second) >= keep; k-- {
		s.clash = s.clash[:k-1]
	}
	clear(s.clauses[keep:])
	s.clauses = s.clauses[:keep]
	s.next.Pop(passed)
}

func (s *contradiction) Close() error { return s.next.Close() }

func (s *contradiction) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	side, never := s.of(extra)
	if never {
		return Answer{Verdict: Unsat, Core: []*term.Term{extra}, By: "constant"}
	}
	if at := *s.first(side ^ 1); at > 0 {
		return Answer{Verdict: Unsat, Core: []*term.Term{s.clauses[at-1].t, extra}, By: "negation"}
	}
	return s.next.Check(ctx, extra, w)
}

func (s *contradiction) Solve(ctx context.Context, w term.Env) Answer {
	if len(s.clash) == 0 {
		return s.next.Solve(ctx, w)
	}
	p := s.clash[0]
	if p.first == p.second {
		return Answer{Verdict: Unsat, Core: []*term.Term{s.clauses[p.first].t}, By: "constant"}
	}
	return Answer{Verdict: Unsat, Core: []*term.Term{s.clauses[p.first].t, s.clauses[p.second].t}, By: "negation"}
}
