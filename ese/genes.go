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

// genes are the clauses that a path assumes, in order.
func (l *lean) genes(p *symexec.Path) (list []*term.Term) {
	env := valuesOf(p.Input)
	for _, c := range p.Condition {
		a := l.solver.Check(context.Background(), c.Builder().Not(c), env)
		if a.Verdict == smt.Unsat {
			continue
		}
		list = append(list, c)
		l.solver.Push(c)
	}
	l.solver.Pop(len(list))
	return list
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
