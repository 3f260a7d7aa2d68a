package linear

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// bounds is the state of a line in a query.
type bounds struct {
	queryID  uint32            // number of the query that the bounds belong to
	lo, hi   interval.Number   // bounds of the value of the line
	excluded []interval.Number // values that the line must not have
	variable int               // index of the line's variable in the tableau, or -1
}

// query is the current query.
type query struct {
	*Solver
	tableau
	atoms         *interval.Analysis             // bounds of the atoms
	activeLines   []int32                        // indices of the lines with bounds, in the order of their first use
	witnessValues map[*term.Term]interval.Number // values of atoms in the witness
	noWrap        bool                           // the query assumes that sums do not wrap
	assumedNoWrap bool                           // some fact of the query holds only if no sum wraps
	contradictory bool                           // the bounds contradict each other
	reason        string                         // reason why the query is not decided
}

// newQuery collects the bounds of the clauses. If noWrap is set, it assumes that no sum wraps;
// otherwise it ignores the facts about sums that may wrap.
func (s *Solver) newQuery(steps int, noWrap bool) *query {
	s.queries++
	s.eval.Reset()
	q := &query{Solver: s, noWrap: noWrap, witnessValues: make(map[*term.Term]interval.Number)}
	q.steps = steps
	box := interval.Box{}
	for _, c := range s.path {
		q.contradictory = !box.Learn(c.term) || q.contradictory
	}
	q.atoms = interval.NewAnalysis(box.Bounds)
	for _, c := range s.path {
		for i := range c.facts {
			q.assume(&c.facts[i])
		}
	}
	return q
}

// assume adds the bounds that follow from a fact.
func (q *query) assume(f *fact) {
	x, fits := f.x.Fit(f.sort, q.atoms.Span)
	y, also := f.y.Fit(f.sort, q.atoms.Span)
	q.steps -= len(f.x.Parts) + len(f.y.Parts)
	if !fits || !also {
		q.assumedNoWrap = true
		if !q.noWrap {
			return
		}
		q.assumeFits(f.x, f.sort)
		q.assumeFits(f.y, f.sort)
	}
	q.assumeBound(f.line, f.factor, f.rel, f.constant.Add(x).Sub(y))
}

// assumeFits adds the bounds that hold if a sum does not wrap: the least and the greatest integer of
// its sort.
func (q *query) assumeFits(f *interval.Sum, sort term.Sort) {
	l, factor := q.lineOf(f.Parts)
	all, c := interval.Limits(sort), interval.Int(f.Const)
	q.assumeBound(l, factor, term.GE, c.Sub(all.Lo))
	q.assumeBound(l, factor, term.LE, c.Sub(all.Hi))
}

// assumeBound adds the bound factor·line + constant rel 0.
func (q *query) assumeBound(lineIndex int32, factor int64, rel term.Rel, constant interval.Number) {
	if lineIndex < 0 {
		_, ok := interval.Narrow(rel, interval.Single(constant), interval.Single(interval.Int(0)))
		q.contradictory = q.contradictory || !ok
		return
	}
	if factor < 0 {
		factor, constant, rel = -factor, constant.Neg(), rel.Mirror()
	}
	one := interval.Int(1)
	// bound is -constant/factor, rounded down.
	bound := constant.Neg().Quo(interval.Int(factor))
	if constant.Neg().Less(bound.Mul(interval.Int(factor))) {
		bound = bound.Sub(one)
	}
	whole := bound.Mul(interval.Int(factor)) == constant.Neg()
	lo, hi := interval.Min, interval.Max
	switch {
	case rel == term.NE && whole:
		st := q.boundsOf(lineIndex)
		st.excluded = append(st.excluded, bound)
		return
	case rel == term.NE:
		return
	case rel == term.EQ && !whole:
		q.contradictory = true
		return
	case rel == term.EQ:
		lo, hi = bound, bound
	case rel == term.LE || rel == term.LT && !whole:
		hi = bound
	case rel == term.LT:
		hi = bound.Sub(one)
	case rel == term.GE && whole:
		lo = bound
	default:
		lo = bound.Add(one)
	}
	st := q.boundsOf(lineIndex)
	st.lo, st.hi = interval.Greatest(st.lo, lo), interval.Least(st.hi, hi)
	q.contradictory = q.contradictory || st.hi.Less(st.lo)
}

// boundsOf returns the bounds of a line. They begin with the bounds of its atom if the line has
// one atom.
func (q *query) boundsOf(lineIndex int32) *bounds {
	x := &q.lines[lineIndex]
	if x.queryID == q.queries {
		return &x.bounds
	}
	x.bounds = bounds{queryID: q.queries, lo: interval.Min, hi: interval.Max, excluded: x.excluded[:0], variable: -1}
	q.activeLines = append(q.activeLines, lineIndex)
	if t, ok := x.atom(); ok {
		s := q.atoms.Span(t)
		x.lo, x.hi = s.Lo, s.Hi
		if f := q.definition(t); f != nil {
			q.assume(f)
		}
		return &q.lines[lineIndex].bounds
	}
	for _, p := range x.parts {
		q.boundsOf(q.lineOfAtom(p.Atom))
	}
	return &q.lines[lineIndex].bounds
}

// value returns the value of an atom in the witness, or 0 if it has none.
func (q *query) value(t *term.Term) interval.Number {
	v, ok := q.witnessValues[t]
	if !ok {
		w, _ := q.eval.Bits(t)
		v = interval.NumberOf(w, t.Sort.Kind == term.Int)
		q.witnessValues[t] = v
	}
	return v
}

// answer searches for a model and evaluates it.
func (q *query) answer(ctx context.Context) smt.Answer {
	if q.contradictory {
		return smt.Answer{Verdict: smt.Unsat, Solver: Name}
	}
	switch q.search(ctx, 0) {
	case smt.Sat:
		return q.model()
	case smt.Unsat:
		return smt.Answer{Verdict: smt.Unsat, Solver: Name}
	}
	return unknown(q.reason)
}

// model returns the answer with the model, if the model satisfies the path.
func (q *query) model() smt.Answer {
	var changes []smt.Assignment
	values := make(map[int]term.Value)
	for i := range q.vars {
		t, ok := q.lines[q.vars[i].line].atom()
		if !ok || t.Op != term.Slot {
			continue
		}
		v, slot := q.vars[i].number().Bits(), int(t.Bits)
		if w, ok := q.witness(slot); !ok || w.Bits != v {
			values[slot] = term.Value{Bits: v}
			changes = append(changes, smt.Assignment{Slot: slot, Value: values[slot]})
		}
	}
	if !q.holds(values) {
		return unknown("not only sums")
	}
	slices.SortFunc(changes, func(a, b smt.Assignment) int { return a.Slot - b.Slot })
	return smt.Answer{Verdict: smt.Sat, Changes: changes, Solver: Name}
}

// holds reports whether the path holds under the witness with other values.
func (q *query) holds(values map[int]term.Value) bool {
	e := term.NewEvaluator(func(slot int) (term.Value, bool) {
		if v, ok := values[slot]; ok {
			return v, true
		}
		return q.witness(slot)
	})
	return !slices.ContainsFunc(q.path, func(c *clause) bool { return !e.Holds(c.term) })
}
