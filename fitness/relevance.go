package fitness

import "nearmiss/term"

// relevantFacts returns the facts that a later condition can contradict: facts about slots that the
// live locs depend on.
func (x *executor) relevantFacts(a *arrival) facts {
	if len(a.facts) == 0 {
		return a.facts
	}
	reach := set{0}
	for _, t := range a.store {
		if t != nil {
			reach.add(t.SlotSet())
		}
	}
	kept := make(facts, 0, len(a.facts))
	for _, f := range a.facts {
		if x.slotsOf(f.key).subsetOf(reach) {
			kept = append(kept, f)
		}
	}
	return kept
}

func (x *executor) slotsOf(k factKey) set {
	s := set(x.a.terms.Term(k.x).SlotSet())
	if k.y >= 0 {
		s = s.union(x.a.terms.Term(k.y).SlotSet())
	}
	return s
}

// representative returns the representative of the merged arrivals of a.
func (a *arrival) representative() *arrival {
	for a.mergedInto != nil {
		a = a.mergedInto
	}
	return a
}

// isNegationOf reports whether two clauses are the two outcomes of one condition, so that one of
// them always holds.
func (c clause) isNegationOf(d clause) bool {
	return c.term == d.term && c.wantTrue != d.wantTrue && !c.term.Partial && c.term.Op != term.Const
}
