package smt

import (
	"context"
	"math"
	"slices"

	"nearmiss/term"
)

// This file is the part of floats for values that are no numbers. A comparison
// that holds makes numbers of its operands; negated, or as !=, it holds of
// what is no number. So a slot that no clause makes a number may be NaN, which
// satisfies every comparison with it that there is, and only the clauses
// between the others matter.

// excluded is the answer to a question that no numbers satisfy, which is what
// a says.
func (f *floats) excluded(ctx context.Context, a Answer, question []*term.Term) Answer {
	var sure marks
	sure.clear()
	for _, c := range question {
		positive(c, &sure)
	}
	var between []*term.Term
	for _, c := range question {
		if f.integers(c) != nil && covered(c, &sure) {
			between = append(between, c)
		}
	}
	if len(between) == len(question) {
		return a
	}
	if a = f.alone(ctx, between); a.Verdict == Sat {
		a = f.sat(a)
		a.Changes = f.release(a.Changes, question, &sure)
	}
	return a
}

// alone asks about some comparisons without the path.
func (f *floats) alone(ctx context.Context, clauses []*term.Term) Answer {
	f.next.Pop(len(f.clauses))
	for _, c := range clauses {
		f.give(c)
	}
	a := f.next.Solve(ctx, f.env)
	f.next.Pop(len(clauses))
	for _, c := range f.clauses {
		f.give(c)
	}
	return a
}

// release adds to the changes of a model that slots are NaN, where a clause
// does not hold otherwise.
func (f *floats) release(changes []Assignment, question []*term.Term, sure *marks) []Assignment {
	var o overlay
	o.over(f.witness)
	for _, c := range changes {
		o.set(c.Slot, c.Value)
	}
	nan := term.Value{Bits: math.Float64bits(math.NaN())}
	e := term.NewEvaluator(o.env)
	for _, c := range question {
		if e.Holds(c) {
			continue
		}
		for _, s := range c.Slots() {
			if v, _ := o.env(int(s)); !sure.has(int(s)) && math.Float64frombits(v.Bits) == math.Float64frombits(v.Bits) {
				o.set(int(s), nan)
				e.Changed(int(s))
				changes = append(changes, Assignment{int(s), nan})
			}
		}
	}
	return changes
}

// covered reports whether all slots of a clause are marked.
func covered(c *term.Term, m *marks) bool {
	return !slices.ContainsFunc(c.Slots(), func(s int32) bool { return !m.has(int(s)) })
}

// positive marks the slots that are numbers where t holds.
func positive(t *term.Term, sure *marks) {
	switch t.Op {
	case term.AndAlso:
		positive(t.Args[0], sure)
		positive(t.Args[1], sure)
	case term.Eq, term.Lt, term.Le, term.Gt, term.Ge:
		if t.Args[0].Sort.Kind == term.Float && plain(t.Args[0]) && plain(t.Args[1]) {
			sure.add(t)
		}
	}
}

// plain reports whether t is NaN if a slot of it is.
func plain(t *term.Term) bool { return t.Op == term.Slot || t.Op == term.Const }
