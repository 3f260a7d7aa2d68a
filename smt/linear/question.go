package linear

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// state is what a question knows of a line.
type state struct {
	asked  uint32 // the question
	lo, hi interval.Number
	out    []interval.Number // values that it does not have
	at     int               // its place among the variables, -1 if none
}

// question is what is asked now.
type question struct {
	*Solver
	tableau
	box      interval.Box
	active   []int32                        // lines, in the order that they came up
	begun    map[*term.Term]interval.Number // values of atoms in the witness
	suppose  bool                           // sums that may wrap are supposed not to
	supposed bool                           // it has facts that hold if nothing wraps
	never    bool                           // the facts contradict each other outright
	reason   string
}

// question collects what the clauses say. With suppose, sums that may wrap are supposed not
// to; else what is said of them is left out.
func (s *Solver) question(steps int, suppose bool) *question {
	s.asked++
	s.eval.Reset()
	q := &question{Solver: s, suppose: suppose, box: interval.Box{}, begun: make(map[*term.Term]interval.Number)}
	q.left = steps
	for _, c := range s.path {
		q.never = !q.box.Learn(c.t) || q.never
	}
	for _, c := range s.path {
		for i := range c.facts {
			q.note(&c.facts[i])
		}
	}
	return q
}

// span is where an atom is.
func (q *question) span(t *term.Term) interval.Span {
	s, _ := interval.Of(t, q.box.Bounds)
	return s
}

// note has a fact hold.
func (q *question) note(f *fact) {
	x, fits := f.x.Fit(f.sort, q.span)
	y, also := f.y.Fit(f.sort, q.span)
	q.left -= len(f.x.Parts) + len(f.y.Parts)
	if !fits || !also {
		q.supposed = true
		if !q.suppose {
			return
		}
		q.inside(f.x, f.sort)
		q.inside(f.y, f.sort)
	}
	q.bound(f.line, f.by, f.rel, f.c.Add(x).Sub(y))
}

// inside has a sum be an integer of a sort.
func (q *question) inside(f *interval.Sum, sort term.Sort) {
	l, by := q.lineOf(f.Parts)
	all, c := interval.Limits(sort), interval.Int(f.Const)
	q.bound(l, by, term.GE, c.Sub(all.Lo))
	q.bound(l, by, term.LE, c.Sub(all.Hi))
}

// bound has by times a line plus c be in relation r to 0.
func (q *question) bound(l int32, by int64, r term.Rel, c interval.Number) {
	if l < 0 {
		_, ok := interval.Narrow(r, interval.Single(c), interval.Single(interval.Int(0)))
		q.never = q.never || !ok
		return
	}
	if by < 0 {
		by, c, r = -by, c.Neg(), r.Mirror()
	}
	one := interval.Int(1)
	v := c.Neg().Quo(interval.Int(by)) // rounded down
	if c.Neg().Less(v.Mul(interval.Int(by))) {
		v = v.Sub(one)
	}
	whole := v.Mul(interval.Int(by)) == c.Neg()
	lo, hi := interval.Min, interval.Max
	switch {
	case r == term.NE && whole:
		st := q.of(l)
		st.out = append(st.out, v)
		return
	case r == term.NE:
		return
	case r == term.EQ && !whole:
		q.never = true
		return
	case r == term.EQ:
		lo, hi = v, v
	case r == term.LE || r == term.LT && !whole:
		hi = v
	case r == term.LT:
		hi = v.Sub(one)
	case r == term.GE && whole:
		lo = v
	default:
		lo = v.Add(one)
	}
	st := q.of(l)
	st.lo, st.hi = interval.Greatest(st.lo, lo), interval.Least(st.hi, hi)
	q.never = q.never || st.hi.Less(st.lo)
}

// of is what the question knows of a line: at first, of an atom alone, where that is.
func (q *question) of(l int32) *state {
	x := &q.lines[l]
	if x.asked == q.asked {
		return &x.state
	}
	x.state = state{asked: q.asked, lo: interval.Min, hi: interval.Max, out: x.out[:0], at: -1}
	q.active = append(q.active, l)
	if t, ok := x.atom(); ok {
		s := q.span(t)
		x.lo, x.hi = s.Lo, s.Hi
		if f := q.definition(t); f != nil {
			q.note(f)
		}
		return &q.lines[l].state
	}
	for _, p := range x.parts {
		q.of(q.lineOfAtom(p.Atom))
	}
	return &q.lines[l].state
}

// value is that of an atom in the witness, 0 if there is none.
func (q *question) value(t *term.Term) interval.Number {
	v, ok := q.begun[t]
	if !ok {
		w, _ := q.eval.Bits(t)
		v = interval.NumberOf(w, t.Sort.Kind == term.Int)
		q.begun[t] = v
	}
	return v
}

// answer searches, and evaluates what was found.
func (q *question) answer(ctx context.Context) smt.Answer {
	if q.never {
		return smt.Answer{Verdict: smt.Unsat, By: Name}
	}
	switch q.search(ctx, 0) {
	case smt.Sat:
		return q.found()
	case smt.Unsat:
		return smt.Answer{Verdict: smt.Unsat, By: Name}
	}
	return unknown(q.reason)
}

// found is the answer with the model, if that is one.
func (q *question) found() smt.Answer {
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
	return smt.Answer{Verdict: smt.Sat, Changes: changes, By: Name}
}

// holds reports whether the path holds under the witness with other values.
func (q *question) holds(values map[int]term.Value) bool {
	e := term.NewEvaluator(func(slot int) (term.Value, bool) {
		if v, ok := values[slot]; ok {
			return v, true
		}
		return q.witness(slot)
	})
	return !slices.ContainsFunc(q.path, func(c *clause) bool { return !e.Holds(c.t) })
}
