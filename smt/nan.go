package smt

import (
	"context"
	"math"
	"slices"

	"nearmiss/term"
)

// This file is the part of floats for NaN. A comparison that holds implies that its operands
// are numbers, unless it is negated or !=. A slot that no clause implies to be a number may be
// NaN. NaN satisfies all clauses with the slot, so only the clauses over the other slots
// matter.

// withNaN answers a query that no numbers satisfy; answer is the Unsat answer about numbers.
func (f *floats) withNaN(ctx context.Context, answer Answer, question []*term.Term) Answer {
	var numbers marks
	numbers.clear()
	for _, c := range question {
		markNumbers(c, &numbers)
	}
	var between []*term.Term
	for _, c := range question {
		if f.integerForm(c) != nil && allMarked(c, &numbers) {
			between = append(between, c)
		}
	}
	if len(between) == len(question) {
		return answer
	}
	if answer = f.solveAlone(ctx, between); answer.Verdict == Sat {
		answer = f.toFloats(answer)
		answer.Changes = f.assignNaN(answer.Changes, question, &numbers)
	}
	return answer
}

// solveAlone queries next about some comparisons without the path.
func (f *floats) solveAlone(ctx context.Context, clauses []*term.Term) Answer {
	f.next.Pop(len(f.clauses))
	for _, c := range clauses {
		f.pushIntegers(c)
	}
	a := f.next.Solve(ctx, f.env)
	f.next.Pop(len(clauses))
	for _, c := range f.clauses {
		f.pushIntegers(c)
	}
	return a
}

// assignNaN extends a model by slots that are NaN, for each clause that does not hold
// otherwise.
func (f *floats) assignNaN(changes []Assignment, question []*term.Term, numbers *marks) []Assignment {
	var extended overlay
	extended.reset(f.witness)
	for _, c := range changes {
		extended.set(c.Slot, c.Value)
	}
	nan := term.Value{Bits: math.Float64bits(math.NaN())}
	e := term.NewEvaluator(extended.env)
	for _, c := range question {
		if e.Holds(c) {
			continue
		}
		for _, s := range c.Slots() {
			if v, _ := extended.env(int(s)); !numbers.has(int(s)) && math.Float64frombits(v.Bits) == math.Float64frombits(v.Bits) {
				extended.set(int(s), nan)
				e.Changed(int(s))
				changes = append(changes, Assignment{int(s), nan})
			}
		}
	}
	return changes
}

// allMarked reports whether all slots of a clause are in m.
func allMarked(c *term.Term, m *marks) bool {
	return !slices.ContainsFunc(c.Slots(), func(s int32) bool { return !m.has(int(s)) })
}

// markNumbers marks the slots that must be numbers if t holds.
func markNumbers(t *term.Term, numbers *marks) {
	switch t.Op {
	case term.AndAlso:
		markNumbers(t.Args[0], numbers)
		markNumbers(t.Args[1], numbers)
	case term.Eq, term.Lt, term.Le, term.Gt, term.Ge:
		if t.Args[0].Sort.Kind == term.Float && slotOrConst(t.Args[0]) && slotOrConst(t.Args[1]) {
			numbers.add(t)
		}
	}
}

// slotOrConst reports whether t is a slot or a constant.
func slotOrConst(t *term.Term) bool { return t.Op == term.Slot || t.Op == term.Const }
