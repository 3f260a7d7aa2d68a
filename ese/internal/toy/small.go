package toy

import (
	"context"
	"math/bits"

	"nearmiss/smt"
	"nearmiss/term"
)

// small is a solver by backtracking over few values.
type small struct {
	values  int
	clauses []*term.Term
	value   map[int]uint64 // of the slots that have been given one
}

// Small returns a solver that decides conjunctions over slots from 0 to
// values-1. It takes exponential time where clauses share many slots.
func Small(values int) smt.Solver { return &small{values: values} }

// Push implements smt.Solver.
func (s *small) Push(clause *term.Term) { s.clauses = append(s.clauses, clause) }

// Pop implements smt.Solver.
func (s *small) Pop(n int) { s.clauses = s.clauses[:len(s.clauses)-n] }

// Close implements smt.Solver.
func (s *small) Close() error { return nil }

// Solve implements smt.Solver.
func (s *small) Solve(_ context.Context, w term.Env) smt.Answer {
	return s.solve(s.clauses, slotsOf(s.clauses...), w)
}

// Check implements smt.Solver: only what is connected with extra can change.
func (s *small) Check(_ context.Context, extra *term.Term, w term.Env) smt.Answer {
	slots, clauses := slotsOf(extra), []*term.Term{extra}
	for again := true; again; {
		again = false
		near := s.near(slots)
		if grown := slotsOf(near...).with(slots); grown.len() > slots.len() {
			slots, again = grown, true
		}
		clauses = append(near, extra)
	}
	return s.solve(clauses, slots, w)
}

// near lists the clauses that use any of the slots.
func (s *small) near(slots slotSet) (near []*term.Term) {
	for _, c := range s.clauses {
		if slotsOf(c).meets(slots) {
			near = append(near, c)
		}
	}
	return near
}

func (s *small) solve(clauses []*term.Term, slots slotSet, w term.Env) smt.Answer {
	s.value = make(map[int]uint64)
	order := slots.list()
	last := make(map[int][]*term.Term) // clauses by the slot that is given a value last
	for _, c := range clauses {
		if c.IsConst() {
			if c.Bits == 0 {
				return smt.Answer{Verdict: smt.Unsat, By: "small"}
			}
			continue
		}
		used := slotsOf(c).list()
		at := used[len(used)-1]
		last[at] = append(last[at], c)
	}
	if !s.assign(order, last) {
		return smt.Answer{Verdict: smt.Unsat, By: "small"}
	}
	a := smt.Answer{Verdict: smt.Sat, By: "small"}
	for _, slot := range order {
		if old, ok := w(slot); !ok || old.Bits != s.value[slot] {
			a.Changes = append(a.Changes, smt.Assignment{Slot: slot, Value: term.Value{Bits: s.value[slot]}})
		}
	}
	return a
}

// assign gives values to the slots from the first one on.
func (s *small) assign(order []int, last map[int][]*term.Term) bool {
	if len(order) == 0 {
		return true
	}
	slot := order[0]
	for v := range s.values {
		s.value[slot] = uint64(v)
		if s.hold(last[slot]) && s.assign(order[1:], last) {
			return true
		}
	}
	return false
}

func (s *small) hold(clauses []*term.Term) bool {
	for _, c := range clauses {
		if v, ok := term.Eval(c, s.env); !ok || v.Bits == 0 {
			return false
		}
	}
	return true
}

func (s *small) env(slot int) (term.Value, bool) { return term.Value{Bits: s.value[slot]}, true }

// slotSet is a set of slots, bit by bit.
type slotSet []uint64

func slotsOf(ts ...*term.Term) (set slotSet) {
	for _, t := range ts {
		set = set.with(t.SlotSet())
	}
	return set
}

func (a slotSet) with(b slotSet) slotSet {
	sum := append(slotSet{}, a...)
	for i, w := range b {
		if i == len(sum) {
			sum = append(sum, 0)
		}
		sum[i] |= w
	}
	return sum
}

func (a slotSet) meets(b slotSet) bool {
	for i := range min(len(a), len(b)) {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

func (a slotSet) len() (n int) {
	for _, w := range a {
		n += bits.OnesCount64(w)
	}
	return n
}

func (a slotSet) list() (slots []int) {
	for i, w := range a {
		for ; w != 0; w &= w - 1 {
			slots = append(slots, i*64+bits.TrailingZeros64(w))
		}
	}
	return slots
}
