package ese

import (
	"context"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/symexec"
	"nearmiss/term"
)

// geneFinder finds the genes of a path: the clauses of its condition that do not follow from
// earlier clauses, where the other side was infeasible. The paper writes path conditions in
// this way: the condition of a palindrome of five has two clauses, although the path makes five
// comparisons (section 2). If a crossover cuts the condition, no clause behind the cut follows
// from the clauses before it.
type geneFinder struct{ solver smt.Solver }

// newGeneFinder returns a geneFinder with the order graph as its solver. The order graph is
// fast, but finds only implications between comparisons.
func newGeneFinder() *geneFinder { return &geneFinder{order.New()} }

// genes marks and lists the clauses of a path condition that are genes.
type genes struct {
	condition []*term.Term // clauses of the path condition
	isGene    []bool       // by index of the clause: it is a gene
	list      []*term.Term // genes in the order of the path
}

// find returns the genes of a path. It copies the genes of the common prefix with another
// path, known, because they depend only on earlier clauses.
func (l *geneFinder) find(p *symexec.Path, known *genes) *genes {
	g := &genes{condition: p.Condition, isGene: make([]bool, len(p.Condition)), list: make([]*term.Term, 0, len(p.Condition))}
	env := valuesOf(p.Input)
	common := known.commonPrefix(p.Condition)
	for i, c := range p.Condition {
		if i < common {
			g.isGene[i] = known.isGene[i]
		} else {
			a := l.solver.Check(context.Background(), c.Builder().Not(c), env)
			g.isGene[i] = a.Verdict != smt.Unsat
		}
		if g.isGene[i] {
			g.list = append(g.list, c)
			l.solver.Push(c)
		}
	}
	l.solver.Pop(len(g.list))
	return g
}

// commonPrefix returns the number of leading clauses that both conditions have in common.
func (g *genes) commonPrefix(condition []*term.Term) (n int) {
	if g == nil {
		return 0
	}
	for n < min(len(condition), len(g.condition)) && condition[n] == g.condition[n] {
		n++
	}
	return n
}

// valuesOf returns an environment that maps each slot to its word in the input.
func valuesOf(v input.Vector) term.Env {
	return func(slot int) (term.Value, bool) {
		if slot >= len(v) {
			return term.Value{}, false
		}
		return term.Value{Bits: v[slot]}, true
	}
}
