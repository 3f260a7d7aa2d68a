package ese

import (
	"context"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/symexec"
	"nearmiss/term"
)

// lean finds what a path assumes: its condition without the clauses that follow
// from those before them, where another side was not to be had. So the paper
// writes path conditions: that of a palindrome of five has two clauses, although
// five comparisons are made (section 2). The rest of a path condition behind a
// cut then has nothing in it that the first part alone is the cause of.
type lean struct{ solver smt.Solver }

// newLean asks the order graph, which takes little time: what other conditions
// imply is not found.
func newLean() *lean { return &lean{smt.Contradiction(order.New())} }

// genes are what a path assumes, of the clauses of its condition.
type genes struct {
	condition []*term.Term
	is        []bool       // by clause
	list      []*term.Term // in order
}

// genes finds those of a path. Those of another path are known where both
// begin alike: what a clause follows from are the clauses before it.
func (l *lean) genes(p *symexec.Path, near *genes) *genes {
	g := &genes{condition: p.Condition, is: make([]bool, len(p.Condition)), list: make([]*term.Term, 0, len(p.Condition))}
	env := valuesOf(p.Input)
	alike := near.alike(p.Condition)
	for i, c := range p.Condition {
		if i < alike {
			g.is[i] = near.is[i]
		} else {
			a := l.solver.Check(context.Background(), c.Builder().Not(c), env)
			g.is[i] = a.Verdict != smt.Unsat
		}
		if g.is[i] {
			g.list = append(g.list, c)
			l.solver.Push(c)
		}
	}
	l.solver.Pop(len(g.list))
	return g
}

// alike is how many clauses a condition begins with that are the same.
func (g *genes) alike(condition []*term.Term) (n int) {
	if g == nil {
		return 0
	}
	for n < min(len(condition), len(g.condition)) && condition[n] == g.condition[n] {
		n++
	}
	return n
}

// valuesOf has the words of an input as the values of the slots.
func valuesOf(v input.Vector) term.Env {
	return func(slot int) (term.Value, bool) {
		if slot >= len(v) {
			return term.Value{}, false
		}
		return term.Value{Bits: v[slot]}, true
	}
}
