package smt

import "nearmiss/term"

// This file is the part of floats for values that are no numbers. A comparison
// that holds makes numbers of its operands; negated, or as !=, it holds of
// what is no number. So a slot that no clause makes a number may be NaN, and a
// contradiction of numbers that has such a slot says nothing.

// excluded is the answer to a question that no numbers satisfy, which is what
// a says. It is a contradiction if its clauses have numbers alone.
func excluded(a Answer, question []*term.Term) Answer {
	var sure marks
	sure.clear()
	for _, c := range question {
		positive(c, &sure)
	}
	if !covered(a.Core, &sure) {
		return Answer{}
	}
	a.Core = grounded(a.Core, question)
	return a
}

// covered reports whether all slots of the clauses are marked.
func covered(clauses []*term.Term, m *marks) bool {
	for _, c := range clauses {
		for _, s := range c.Slots() {
			if !m.has(int(s)) {
				return false
			}
		}
	}
	return true
}

// grounded is a core with clauses of the question that make numbers of its
// slots.
func grounded(core, question []*term.Term) []*term.Term {
	var wanted, sure, own marks
	wanted.clear()
	sure.clear()
	for _, c := range core {
		wanted.add(c)
		positive(c, &sure)
	}
	for _, c := range question {
		own.clear()
		positive(c, &own)
		helps := false
		for _, s := range own.list {
			helps = helps || wanted.has(int(s)) && !sure.has(int(s))
			sure.put(s)
		}
		if helps {
			core = append(core, c)
		}
	}
	return core
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
