package order

import (
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// Name is what answers are marked with.
const Name = "order"

// clause is one on the path.
type clause struct {
	t           *term.Term
	steps       int  // of the trail before it
	unsupported bool // the atoms do not say all of it
	soft        bool // the atoms say more: that sums do not wrap, here or in clauses whose bounds it relies on
	never       bool // the atoms say that it is false
}

// Solver is a smt.Solver for comparisons.
type Solver struct {
	graph
	values
	propagations [2]propagation // up and down
	clauses      []clause
	ready        int     // of them are in the graph
	others       []int32 // clauses that are unsupported or soft
	nevers       []int32 // clauses that are never true
	pins         []int   // by slot: how many unsupported clauses depend on it
	still        bool    // slots with pins stay where they are
	left         int     // splits
	depth        int     // of splits
	core         []int32
	because      []int32 // owners of the bounds that the atoms of a literal rely on
	assumed      []atom  // what they take besides
	taken        []interval.Number
	moved        []int32
	fresh        *Solver // for Solve
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New() *Solver { return &Solver{graph: newGraph()} }

// Close does nothing.
func (s *Solver) Close() error { return nil }

func (s *Solver) grow() {
	s.values.grow(len(s.nodes))
	s.propagations[0].grow(len(s.nodes))
	s.propagations[1].grow(len(s.nodes))
}

// Push puts a clause on the path.
func (s *Solver) Push(t *term.Term) { s.clauses = append(s.clauses, clause{t: t}) }

// catchUp puts what is on the path into the graph.
func (s *Solver) catchUp() {
	for ; s.ready < len(s.clauses); s.ready++ {
		c := &s.clauses[s.ready]
		c.steps = len(s.trail)
		s.because = s.because[:0]
		s.install(c, literal{c.t, true}, int32(s.ready))
		s.note(c, int32(s.ready))
		if c.unsupported {
			s.pin(c.t, 1)
		}
		if c.never {
			s.nevers = append(s.nevers, int32(s.ready))
		}
	}
}

// note keeps whether the atoms of a clause say more or less than it.
func (s *Solver) note(c *clause, me int32) {
	c.soft = c.soft || slices.ContainsFunc(s.because, s.soft)
	if c.unsupported || c.soft {
		s.others = append(s.others, me)
	}
}

// install adds what a literal says, without looking at values.
func (s *Solver) install(c *clause, l literal, me int32) {
	for l.t.Op == term.Not {
		l = literal{l.t.Args[0], !l.want}
	}
	switch {
	case l.t.Op == term.AndAlso && l.want, l.t.Op == term.OrElse && !l.want:
		s.install(c, literal{l.t.Args[0], l.want}, me)
		s.install(c, literal{l.t.Args[1], l.want}, me)
		return
	case l.t.Op == term.AndAlso, l.t.Op == term.OrElse:
		c.unsupported = true
		return
	}
	a, ok := s.parse(l)
	c.unsupported = c.unsupported || !ok
	c.never = c.never || a.never
	if ok && len(s.assumed) > 0 {
		c.soft = true
		for _, a := range s.assumed {
			s.add(a, me)
		}
	}
	for _, a := range a.list[:a.n] {
		s.add(a, me)
	}
}

// pin adds by to the pins of the slots of a clause.
func (s *Solver) pin(t *term.Term, by int) {
	for _, slot := range t.Slots() {
		for len(s.pins) <= int(slot) {
			s.pins = append(s.pins, 0)
		}
		s.pins[slot] += by
	}
}

// Pop takes the last n clauses off the path.
func (s *Solver) Pop(n int) {
	for keep := len(s.clauses) - n; len(s.clauses) > keep; {
		last := int32(len(s.clauses) - 1)
		if c := &s.clauses[last]; int(last) < s.ready {
			s.forget(c)
			s.ready--
		}
		s.clauses[last] = clause{}
		s.clauses = s.clauses[:last]
	}
}

// forget takes the last clause of those that are ready out of the graph.
func (s *Solver) forget(c *clause) {
	s.undo(c.steps)
	if c.unsupported || c.soft {
		s.others = s.others[:len(s.others)-1]
	}
	if c.unsupported {
		s.pin(c.t, -1)
	}
	if c.never {
		s.nevers = s.nevers[:len(s.nevers)-1]
	}
}
