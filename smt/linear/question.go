package linear

import (
	"context"
	"math"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// bound is one of a line. What says so is a source.
type bound struct {
	v   int64
	set bool
	why int32
}

// Of some bounds nobody is the source: those of sorts, which always hold, and
// those that are assumed.
const nobody = -1

// source is what a bound comes from: a clause, and bounds of lines that leave no
// room for wrapping.
type source struct {
	clause  *clause // nil: a definition
	because []int32
}

// state is what a question knows of a line.
type state struct {
	asked  uint32
	lo, hi bound
	out    []bound // values that it does not have
	active bool
	at     int32 // its place among the variables, -1 if none
}

// question is what is asked now.
type question struct {
	*Solver
	tableau
	sources []source
	active  []int32         // lines with bounds, in the order that they got them
	begun   map[int32]int64 // values of atoms in the witness
	defined map[int32]bool
	assumed bool    // slots are small
	missed  bool    // a fact was left out: there may be wrapping
	core    []int32 // the contradiction that was found
	reason  string
}

// question collects what the clauses say. With small, slots of sums that may
// wrap are small.
func (s *Solver) question(steps int, small bool) *question {
	s.asked++
	clear(s.model)
	s.eval.Reset()
	q := &question{Solver: s, begun: make(map[int32]int64), defined: make(map[int32]bool), assumed: small}
	q.left = steps
	q.collect()
	return q
}

// collect notes the facts of the clauses: those that need no room, definitions,
// and all others, whose room comes from these.
func (q *question) collect() {
	for _, c := range q.path {
		for i := range c.facts {
			if f := &c.facts[i]; len(f.rooms) == 0 {
				q.note(f, c)
			}
		}
	}
	for _, c := range q.path {
		for _, a := range c.atoms {
			q.define(a)
		}
	}
	for _, c := range q.path {
		for i := range c.facts {
			if f := &c.facts[i]; len(f.rooms) > 0 {
				q.note(f, c)
			}
		}
	}
}

// of is what the question knows of a line.
func (q *question) of(l int32) *state {
	st := &q.lines[l].state
	if st.asked != q.asked {
		*st = state{asked: q.asked, out: st.out[:0], at: -1}
		if p := q.lines[l].parts; len(p) == 1 {
			a := &q.atoms[p[0].atom]
			st.lo, st.hi = narrower(a.lo), narrower(a.hi)
		}
	}
	return st
}

// narrower is a limit as a bound, if it is not that of a word.
func narrower(v interval.Number) bound {
	least, most := limits(term.Signed(64))
	return bound{int64(v.Bits()), least.Less(v) && v.Less(most), nobody}
}

// define notes what an atom is.
func (q *question) define(a int32) {
	d := q.atoms[a].define
	if d == nil || q.defined[a] {
		return
	}
	q.defined[a] = true
	if d.x != nil {
		q.remainder(d)
	}
	for i := range d.facts {
		q.note(&d.facts[i], nil)
	}
}

// remainder bounds what remains of a sum that does not wrap by its sign.
func (q *question) remainder(d *definition) {
	from, to, why, ok := q.span(d.x)
	if !ok {
		return
	}
	for _, r := range d.facts[0].rooms {
		if from.Less(r.lo) || r.hi.Less(to) {
			return
		}
	}
	f := fact{line: q.atoms[d.rem].line}
	if from.Sign() >= 0 {
		f.has |= low
	}
	if to.Sign() <= 0 {
		f.has |= high
	}
	q.bound(&f, source{nil, why})
}

// span is where a sum is, and the sources of that; false if its factors are
// large.
func (q *question) span(f *form) (lo, hi interval.Number, why []int32, ok bool) {
	lo, hi = interval.Int(f.c), interval.Int(f.c)
	q.left -= len(f.parts)
	for _, p := range f.parts {
		if size(p.k) > 1<<40 {
			return lo, hi, nil, false
		}
		a := &q.atoms[p.atom]
		from, to := a.lo, a.hi
		st := q.of(a.line)
		if v := interval.Int(st.lo.v); st.lo.set && from.Less(v) {
			from = v
			why = append(why, st.lo.why)
		}
		if v := interval.Int(st.hi.v); st.hi.set && v.Less(to) {
			to = v
			why = append(why, st.hi.why)
		}
		k := interval.Int(p.k)
		if p.k < 0 {
			from, to = to, from
		}
		lo, hi = lo.Add(from.Mul(k)), hi.Add(to.Mul(k))
	}
	return lo, hi, why, true
}

// note has a fact hold, if there is room for it.
func (q *question) note(f *fact, c *clause) {
	from := source{clause: c}
	for _, r := range f.rooms {
		lo, hi, why, ok := q.span(r.f)
		if ok = ok && !lo.Less(r.lo) && !r.hi.Less(hi); !ok {
			q.missed = true
			if !q.assumed || !q.shrink(r.f) {
				return
			}
			continue
		}
		from.because = append(from.because, why...)
	}
	q.bound(f, from)
}

// shrink has the slots of a sum be half as long as they could be, or as they
// are; false if that does not help.
func (q *question) shrink(f *form) bool {
	for _, p := range f.parts {
		a := &q.atoms[p.atom]
		v, ok := q.value(p.atom)
		if !ok || size(p.k) > 1<<16 {
			return false
		}
		half := int64(1) << (a.t.Sort.Bits/2 - 2)
		l := fact{line: a.line, lo: min(-half, v), hi: max(half, v), has: low | high}
		if a.lo.Sign() >= 0 {
			l.lo = 0
		}
		q.bound(&l, source{})
	}
	return true
}

// bound narrows a line.
func (q *question) bound(f *fact, from source) {
	me := int32(len(q.sources))
	q.sources = append(q.sources, from)
	if f.line < 0 {
		q.contradict(me)
		return
	}
	st := q.of(f.line)
	if !st.active && f.has != 0 {
		st.active = true
		q.active = append(q.active, f.line)
	}
	if f.has&exclude != 0 {
		st.out = append(st.out, bound{f.lo, true, me})
	}
	if f.has&low != 0 && (!st.lo.set || st.lo.v < f.lo) {
		st.lo = bound{f.lo, true, me}
	}
	if f.has&high != 0 && (!st.hi.set || f.hi < st.hi.v) {
		st.hi = bound{f.hi, true, me}
	}
	for q.tighten(st) {
	}
	if st.lo.set && st.hi.set && st.hi.v < st.lo.v {
		q.contradict(st.lo.why, st.hi.why)
	}
}

// tighten moves a bound off a value that is excluded.
func (q *question) tighten(st *state) bool {
	for _, o := range st.out {
		switch {
		case st.lo.set && st.lo.v == o.v && o.v < math.MaxInt64:
			q.sources = append(q.sources, source{nil, []int32{st.lo.why, o.why}})
			st.lo = bound{o.v + 1, true, int32(len(q.sources) - 1)}
			return true
		case st.hi.set && st.hi.v == o.v && o.v > math.MinInt64:
			q.sources = append(q.sources, source{nil, []int32{st.hi.why, o.why}})
			st.hi = bound{o.v - 1, true, int32(len(q.sources) - 1)}
			return true
		}
	}
	return false
}

// contradict notes the first contradiction.
func (q *question) contradict(why ...int32) {
	if q.core == nil {
		q.core = append([]int32{}, why...)
	}
}

// clauses are those that sources come from.
func (q *question) clauses(list []int32) []*term.Term {
	in := make(map[int32]bool)
	from := make(map[*clause]bool)
	var out []*term.Term
	for work := slices.Clone(list); len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i == nobody || in[i] {
			continue
		}
		in[i] = true
		src := q.sources[i]
		if c := src.clause; c != nil && !from[c] {
			from[c] = true
			out = append(out, c.t)
		}
		work = append(work, src.because...)
	}
	slices.SortFunc(out, func(a, b *term.Term) int { return a.ID - b.ID })
	return out
}

// value is that of an atom in the witness, false if it is none or too large.
func (q *question) value(a int32) (int64, bool) {
	if v, ok := q.begun[a]; ok {
		return v, true
	}
	at := &q.atoms[a]
	w, ok := q.eval.Bits(at.t)
	if !ok {
		w = 0
	}
	if at.t.Sort.Kind == term.Uint && w > math.MaxInt64 {
		if at.slot >= 0 {
			return 0, false
		}
		w = 0 // evaluation tells
	}
	v := int64(w)
	switch {
	case v == math.MinInt64:
		return 0, false
	case at.by == 0:
	case at.op == term.Div:
		v /= int64(at.by)
	default:
		v %= int64(at.by)
	}
	q.begun[a] = v
	return v, true
}

// answer searches, and evaluates what was found.
func (q *question) answer(ctx context.Context) smt.Answer {
	if q.core == nil {
		switch q.search(ctx, 0) {
		case smt.Sat:
			return q.found()
		case smt.Unknown:
			return unknown(q.reason)
		}
	}
	if q.assumed {
		return unknown("no small solution")
	}
	return smt.Answer{Verdict: smt.Unsat, Core: q.clauses(q.core), By: Name}
}

// found is the answer with the model, if that is one.
func (q *question) found() smt.Answer {
	var changes []smt.Assignment
	for _, x := range q.vars {
		if l := &q.lines[x.line]; len(l.parts) == 1 {
			a := &q.atoms[l.parts[0].atom]
			if a.slot < 0 {
				continue
			}
			v := a.t.Sort.Wrap(uint64(x.value.n))
			if w, ok := q.under(a.slot); !ok || w.Bits != v {
				changes = append(changes, smt.Assignment{Slot: a.slot, Value: term.Value{Bits: v}})
				q.model[a.slot] = v
			}
		}
	}
	if !q.satisfied() {
		return unknown("not only sums")
	}
	slices.SortFunc(changes, func(a, b smt.Assignment) int { return a.Slot - b.Slot })
	return smt.Answer{Verdict: smt.Sat, Changes: changes, By: Name}
}
