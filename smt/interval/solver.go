package interval

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// Name is what answers are marked with.
const Name = "interval"

// nobody owns what the sort of a slot says.
const nobody = -1

// known is what clauses say of a slot, and which of them.
type known struct {
	span   Span
	lo, hi int32 // owners: places of clauses on the path; meaningless if not set
	set    bool
}

// undo is what was known before a step.
type undo struct {
	slot int32
	old  known
}

// clause is one on the path.
type clause struct {
	t       *term.Term
	steps   int     // of the trail before it
	because []int32 // the clauses that spoke of its slots before
	never   bool    // it cannot be true
}

// Solver is a smt.Solver that knows only when to answer Unsat.
type Solver struct {
	analysis
	slots   []known
	trail   []undo
	clauses []clause
	nevers  []int32 // the clauses that cannot be true
	owner   int32   // of what is learnt now
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New() *Solver {
	s := new(Solver)
	s.analysis = analysis{bounds: s.Bounds, memo: make(map[*term.Term]fact)}
	return s
}

// Close does nothing.
func (s *Solver) Close() error { return nil }

// Bounds says what the path says of a slot.
func (s *Solver) Bounds(slot int) (Span, bool) {
	if slot >= len(s.slots) || !s.slots[slot].set {
		return Span{}, false
	}
	return s.slots[slot].span, true
}

// Push puts a clause on the path.
func (s *Solver) Push(t *term.Term) {
	me := int32(len(s.clauses))
	c := clause{t: t, steps: len(s.trail), because: s.owners(t)}
	if c.never = !s.learn(t, me); c.never {
		s.nevers = append(s.nevers, me)
	}
	s.clauses = append(s.clauses, c)
}

// Pop takes the last n clauses off the path.
func (s *Solver) Pop(n int) {
	for ; n > 0; n-- {
		last := len(s.clauses) - 1
		c := &s.clauses[last]
		s.back(c.steps)
		if c.never {
			s.nevers = s.nevers[:len(s.nevers)-1]
		}
		*c = clause{}
		s.clauses = s.clauses[:last]
	}
}

// back undoes all steps but the first so many.
func (s *Solver) back(keep int) {
	for ; len(s.trail) > keep; s.trail = s.trail[:len(s.trail)-1] {
		u := s.trail[len(s.trail)-1]
		s.slots[u.slot] = u.old
	}
}

// Check asks whether the path and extra hold together.
func (s *Solver) Check(_ context.Context, extra *term.Term, _ term.Env) smt.Answer {
	if len(s.nevers) > 0 {
		return s.unsat(nil, s.nevers[:1])
	}
	steps := len(s.trail)
	ok := s.learn(extra, int32(len(s.clauses)))
	s.back(steps)
	if !ok {
		return s.unsat(extra, s.owners(extra))
	}
	return open()
}

// Solve asks whether the path holds.
func (s *Solver) Solve(context.Context, term.Env) smt.Answer {
	if len(s.nevers) > 0 {
		return s.unsat(nil, s.nevers[:1])
	}
	return open()
}

func open() smt.Answer {
	return smt.Answer{Verdict: smt.Unknown, By: Name, Reason: Name + ": bounds do not exclude it"}
}

// unsat is the answer with extra, some clauses, and those that these rely on.
func (s *Solver) unsat(extra *term.Term, owners []int32) smt.Answer {
	all := slices.Clone(owners)
	in := make(map[int32]bool, len(all))
	for _, o := range all {
		in[o] = true
	}
	for i := 0; i < len(all); i++ {
		for _, o := range s.clauses[all[i]].because {
			if !in[o] {
				in[o] = true
				all = append(all, o)
			}
		}
	}
	slices.Sort(all)
	a := smt.Answer{Verdict: smt.Unsat, By: Name}
	for _, o := range all {
		a.Core = append(a.Core, s.clauses[o].t)
	}
	if extra != nil {
		a.Core = append(a.Core, extra)
	}
	return a
}

// owners lists the clauses from which what is known of the slots of t comes.
func (s *Solver) owners(t *term.Term) []int32 {
	var all []int32
	for _, slot := range t.Slots() {
		if int(slot) >= len(s.slots) || !s.slots[slot].set {
			continue
		}
		k := s.slots[slot]
		if k.lo != nobody {
			all = append(all, k.lo)
		}
		if k.hi != nobody && k.hi != k.lo {
			all = append(all, k.hi)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// learn narrows slots by a clause; false if it cannot be true.
func (s *Solver) learn(t *term.Term, owner int32) bool {
	if len(s.memo) > 1<<10 {
		s.memo = make(map[*term.Term]fact)
	}
	clear(s.memo)
	s.owner = owner
	return s.narrow(t, always)
}

// bound narrows a slot to a span, of which it has something.
func (s *Solver) bound(slot int, sort term.Sort, to Span) {
	for len(s.slots) <= slot {
		s.slots = append(s.slots, known{})
	}
	k := &s.slots[slot]
	now := *k
	if !now.set {
		now = known{span: limits(sort), lo: nobody, hi: nobody, set: true}
	}
	if now.span.Lo.Less(to.Lo) {
		now.span.Lo, now.lo = to.Lo, s.owner
	}
	if to.Hi.Less(now.span.Hi) {
		now.span.Hi, now.hi = to.Hi, s.owner
	}
	if now != *k {
		s.trail = append(s.trail, undo{int32(slot), *k})
		*k = now
	}
}

var one = Int(1)
