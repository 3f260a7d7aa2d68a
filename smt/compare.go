package smt

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nearmiss/term"
)

// Disagreement is a query that one solver answered with Sat and another with Unsat.
type Disagreement struct {
	Path  []*term.Term
	Extra *term.Term // nil if the query was about the path alone
	A, B  Answer
}

// Error prints the whole query.
func (d *Disagreement) Error() string {
	var out strings.Builder
	fmt.Fprintf(&out, "solvers disagree: %s says %v, %s says %v, of", d.A.Solver, d.A.Verdict, d.B.Solver, d.B.Verdict)
	for _, c := range d.Path {
		fmt.Fprintf(&out, "\n\t%v", c)
	}
	if d.Extra != nil {
		fmt.Fprintf(&out, "\n\t%v", d.Extra)
	}
	for _, c := range d.A.Changes {
		fmt.Fprintf(&out, "\n%s: $%d = %v", d.A.Solver, c.Slot, c.Value)
	}
	for _, c := range d.B.Changes {
		fmt.Fprintf(&out, "\n%s: $%d = %v", d.B.Solver, c.Slot, c.Value)
	}
	return out.String()
}

// A compare is the solver of Compare.
type compare struct {
	a, b    Solver
	clauses []*term.Term
	onDiff  func(*Disagreement)
}

// Compare returns a solver that queries a and b. The answer is that of a, or of b if a does not
// decide. If the answers contradict each other, onDiff receives them and the answer is Unknown.
func Compare(a, b Solver, onDiff func(*Disagreement)) Solver {
	return &compare{a: a, b: b, onDiff: onDiff}
}

func (s *compare) Push(clause *term.Term) {
	s.clauses = append(s.clauses, clause)
	s.a.Push(clause)
	s.b.Push(clause)
}

func (s *compare) Pop(n int) {
	s.clauses = s.clauses[:len(s.clauses)-n]
	s.a.Pop(n)
	s.b.Pop(n)
}

func (s *compare) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	return s.merge(extra, s.a.Check(ctx, extra, w), s.b.Check(ctx, extra, w))
}

func (s *compare) Solve(ctx context.Context, w term.Env) Answer {
	return s.merge(nil, s.a.Solve(ctx, w), s.b.Solve(ctx, w))
}

func (s *compare) merge(extra *term.Term, a, b Answer) Answer {
	switch {
	case a.Verdict == Unknown:
		return b
	case b.Verdict == Unknown || a.Verdict == b.Verdict:
		return a
	}
	d := &Disagreement{Path: slices.Clone(s.clauses), Extra: extra, A: a, B: b}
	s.onDiff(d)
	return Answer{Solver: a.Solver, Reason: d.Error()}
}

func (s *compare) Close() error { return errors.Join(s.a.Close(), s.b.Close()) }
