package order

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// Check asks whether the path and extra hold together.
func (s *Solver) Check(_ context.Context, extra *term.Term, witness term.Env) smt.Answer {
	if len(s.nevers) > 0 {
		return s.unsat(nil, s.nevers[:1])
	}
	single := [1]literal{{extra, true}}
	all := [][]literal{single[:]}
	if extra.Op == term.AndAlso || extra.Op == term.OrElse || extra.Op == term.Not {
		if all = expand(single[0]); all == nil {
			return unknown("too many alternatives")
		}
	}
	s.values.begin(witness)
	s.left = splits
	if len(s.others) > 0 {
		s.still = true
		out, steps := s.any(all)
		s.still = false
		s.undo(steps)
		switch {
		case out == mended:
			return s.sat()
		case out == refuted && !slices.Contains(s.core, pinned):
			return s.unsat(extra, s.core)
		case out != refuted:
			return s.cannot(out)
		}
	}
	out, steps := s.any(all)
	s.undo(steps)
	switch {
	case out == refuted:
		return s.unsat(extra, s.core)
	case out != mended:
		return s.cannot(out)
	case len(s.others) > 0 && !s.keepsOthers():
		return unknown("not only comparisons")
	}
	return s.sat()
}

// any takes the first conjunction that can be made true. It returns where the
// trail began.
func (s *Solver) any(all [][]literal) (outcome, int) {
	steps := len(s.trail)
	var cores []int32
	out := refuted
	worst := refuted
	for _, conj := range all {
		s.because = s.because[:0]
		out = s.every(conj)
		if out == mended {
			return mended, steps
		}
		s.undo(steps)
		s.back(0)
		if out != refuted {
			worst = out
		}
		if len(all) > 1 {
			cores = append(append(cores, s.core...), s.because...)
		}
	}
	if len(all) > 1 {
		s.core = append(s.core[:0], cores...)
	}
	return worst, steps
}

// every makes literals true.
func (s *Solver) every(conj []literal) outcome {
	me := int32(len(s.clauses))
	for _, l := range conj {
		a, ok := s.parse(l)
		if !ok {
			return alien
		}
		if a.never {
			s.core = append(s.core[:0], me)
			return refuted
		}
		for _, atom := range a.list[:a.n] {
			if out := s.assume(atom, me, a.n == 1); out != mended {
				return out
			}
		}
	}
	return s.settle(0)
}

// keepsOthers reports whether the clauses of other kinds hold that a change
// reaches.
func (s *Solver) keepsOthers() bool {
	env := s.env()
	for _, o := range s.others {
		t := s.clauses[o].t
		reached := slices.ContainsFunc(s.moves, func(m move) bool {
			return s.now[m.n] != s.was[m.n] && t.Uses(s.nodes[m.n].slot)
		})
		if !reached {
			continue
		}
		if v, ok := term.Eval(t, env); !ok || v.Bits == 0 {
			return false
		}
	}
	return true
}

// env is the witness as it was changed.
func (s *Solver) env() term.Env {
	return func(slot int) (term.Value, bool) {
		if slot < len(s.bySlot) {
			if n := s.bySlot[slot]; n != zero && s.round[n] == s.current {
				return term.Value{Bits: s.now[n].Bits()}, true
			}
		}
		return s.witness(slot)
	}
}

// sat is the answer with the values as they are now.
func (s *Solver) sat() smt.Answer {
	a := smt.Answer{Verdict: smt.Sat, By: Name}
	for _, m := range s.moves {
		if s.now[m.n] != s.was[m.n] {
			a.Changes = append(a.Changes, s.assignment(m.n))
			s.was[m.n] = s.now[m.n]
		}
	}
	for _, n := range s.none {
		if !slices.ContainsFunc(a.Changes, func(c smt.Assignment) bool { return c.Slot == s.nodes[n].slot }) {
			a.Changes = append(a.Changes, s.assignment(n))
		}
	}
	return a
}

func (s *Solver) assignment(n int32) smt.Assignment {
	return smt.Assignment{Slot: s.nodes[n].slot, Value: term.Value{Bits: s.now[n].Bits()}}
}

// unsat is the answer with the clauses that owners stand for, and those whose
// bounds they rely on.
func (s *Solver) unsat(extra *term.Term, owners []int32) smt.Answer {
	all := make([]int32, 0, len(owners)+len(s.because))
	all = append(all, owners...)
	if slices.Contains(all, int32(len(s.clauses))) {
		all = append(all, s.because...)
	}
	all = s.close(all)
	a := smt.Answer{Verdict: smt.Unsat, By: Name}
	a.Core = make([]*term.Term, 0, len(all))
	for _, o := range all {
		switch {
		case o == int32(len(s.clauses)):
			a.Core = append(a.Core, extra)
		case o >= 0:
			a.Core = append(a.Core, s.clauses[o].t)
		}
	}
	return a
}

// close sorts owners and adds those on whose bounds they rely.
func (s *Solver) close(owners []int32) []int32 {
	for {
		slices.Sort(owners)
		owners = slices.Compact(owners)
		n := len(owners)
		for _, o := range owners[:n] {
			if o < 0 || int(o) >= len(s.clauses) {
				continue
			}
			for _, b := range s.clauses[o].because {
				if _, ok := slices.BinarySearch(owners[:n], b); !ok {
					owners = append(owners, b)
				}
			}
		}
		if len(owners) == n {
			return owners
		}
	}
}

func unknown(why string) smt.Answer {
	return smt.Answer{Verdict: smt.Unknown, By: Name, Reason: why}
}

func (s *Solver) cannot(out outcome) smt.Answer {
	switch out {
	case gaveUp:
		return unknown("too many disequalities in too little room")
	case confused:
		return unknown("the witness does not satisfy the path")
	}
	return unknown("not only comparisons")
}

// Solve asks whether the path holds: its clauses are assumed one after the
// other.
func (s *Solver) Solve(_ context.Context, witness term.Env) smt.Answer {
	if s.fresh == nil {
		s.fresh = New()
	}
	f := s.fresh
	f.undo(0)
	f.clauses, f.others = s.clauses, s.others
	defer func() { f.clauses, f.others = nil, nil }()
	f.values.begin(witness)
	f.left, f.because = splits, f.because[:0]
	if out := f.assumeAll(); out == refuted {
		return f.unsat(nil, f.core)
	} else if out != mended {
		return f.cannot(out)
	}
	env := f.env()
	for _, o := range f.others {
		if v, ok := term.Eval(f.clauses[o].t, env); !ok || v.Bits == 0 {
			return unknown("not only comparisons")
		}
	}
	return f.sat()
}

// assumeAll mends the values for one clause after the other.
func (s *Solver) assumeAll() outcome {
	for me := range s.clauses {
		if out := s.assumeClause(literal{s.clauses[me].t, true}, int32(me)); out != mended {
			return out
		}
	}
	return s.settle(0)
}

func (s *Solver) assumeClause(l literal, me int32) outcome {
	for l.t.Op == term.Not {
		l = literal{l.t.Args[0], !l.want}
	}
	switch {
	case l.t.Op == term.AndAlso && l.want, l.t.Op == term.OrElse && !l.want:
		if out := s.assumeClause(literal{l.t.Args[0], l.want}, me); out != mended {
			return out
		}
		return s.assumeClause(literal{l.t.Args[1], l.want}, me)
	case l.t.Op == term.AndAlso, l.t.Op == term.OrElse:
		return mended
	}
	a, ok := s.parse(l)
	switch {
	case !ok:
		return mended
	case a.never:
		s.core = append(s.core[:0], me)
		return refuted
	}
	for _, atom := range a.list[:a.n] {
		if out := s.assume(atom, me, a.n == 1); out != mended {
			return out
		}
	}
	return mended
}
