package order

import (
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// Name is the name of the solver in answers.
const Name = "order"

// clause is a clause on the path.
type clause struct {
	term        *term.Term
	steps       int  // length of the trail before the clause was added
	unsupported bool // the atoms do not imply the clause
	isFalse     bool // the clause is constant false

	// soft reports that the atoms are stronger than the clause: they assume that sums do not
	// wrap, in the clause or in clauses with bounds that it relies on.
	soft bool
}

// Solver is an smt.Solver for comparisons.
type Solver struct {
	graph
	values
	propagations [2]propagation // one propagation upwards and one downwards
	clauses      []clause
	inGraph      int               // number of first clauses that the graph has
	inexact      []int32           // indices of the clauses that are unsupported or soft
	falseClauses []int32           // indices of the clauses that are constant false
	pins         []int             // by slot: number of unsupported clauses that depend on the slot
	keepPinned   bool              // pinned slots must keep their values
	splitsLeft   int               // remaining splits of the query
	depth        int               // number of nested splits
	core         []int32           // owners of the constraints that contradict each other
	reasons      []int32           // owners of the bounds that the atoms of the literal parsed last rely on
	assumptions  []atom            // assumptions of the atoms of the literal parsed last
	taken        []interval.Number // scratch: values that a moving node must not take
	moved        []int32           // scratch: nodes that a repair has moved
	eval         *term.Evaluator   // under the witness with the changes
	solveSolver  *Solver           // separate solver for Solve; nil until it is needed
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New() *Solver {
	s := &Solver{graph: newGraph()}
	s.eval = term.NewEvaluator(s.env)
	return s
}

func (s *Solver) Close() error { return nil }

func (s *Solver) grow() {
	s.values.grow(len(s.nodes))
	s.propagations[0].grow(len(s.nodes))
	s.propagations[1].grow(len(s.nodes))
}

// Push adds a clause to the path.
func (s *Solver) Push(t *term.Term) { s.clauses = append(s.clauses, clause{term: t}) }

// sync adds the clauses of the path to the graph.
func (s *Solver) sync() {
	for ; s.inGraph < len(s.clauses); s.inGraph++ {
		c := &s.clauses[s.inGraph]
		c.steps = len(s.trail)
		s.reasons = s.reasons[:0]
		s.addLiteral(c, literal{c.term, true}, int32(s.inGraph))
		s.classify(c, int32(s.inGraph))
		if c.unsupported {
			s.changePins(c.term, 1)
		}
		if c.isFalse {
			s.falseClauses = append(s.falseClauses, int32(s.inGraph))
		}
	}
}

// classify records whether a clause is inexact.
func (s *Solver) classify(c *clause, me int32) {
	c.soft = c.soft || slices.ContainsFunc(s.reasons, s.soft)
	if c.unsupported || c.soft {
		s.inexact = append(s.inexact, me)
	}
}

// addLiteral adds the atoms of a literal without repairing values.
func (s *Solver) addLiteral(c *clause, lit literal, me int32) {
	lit = lit.withoutNot()
	switch {
	case lit.term.Op == term.AndAlso && lit.want, lit.term.Op == term.OrElse && !lit.want:
		s.addLiteral(c, literal{lit.term.Args[0], lit.want}, me)
		s.addLiteral(c, literal{lit.term.Args[1], lit.want}, me)
		return
	case lit.term.Op == term.AndAlso, lit.term.Op == term.OrElse:
		c.unsupported = true
		return
	}
	a, ok := s.parse(lit)
	c.unsupported = c.unsupported || !ok
	c.isFalse = c.isFalse || a.isFalse
	if ok && len(s.assumptions) > 0 {
		c.soft = true
		for _, a := range s.assumptions {
			s.add(a, me)
		}
	}
	for _, a := range a.list[:a.n] {
		s.add(a, me)
	}
}

// changePins adds delta to the pins of the slots of a clause.
func (s *Solver) changePins(t *term.Term, delta int) {
	for _, slot := range t.Slots() {
		for len(s.pins) <= int(slot) {
			s.pins = append(s.pins, 0)
		}
		s.pins[slot] += delta
	}
}

// Pop removes the last n clauses of the path.
func (s *Solver) Pop(n int) {
	for keep := len(s.clauses) - n; len(s.clauses) > keep; {
		last := int32(len(s.clauses) - 1)
		if c := &s.clauses[last]; int(last) < s.inGraph {
			s.removeLast(c)
			s.inGraph--
		}
		s.clauses[last] = clause{}
		s.clauses = s.clauses[:last]
	}
}

// removeLast removes the last clause of the graph.
func (s *Solver) removeLast(c *clause) {
	s.undo(c.steps)
	if c.unsupported || c.soft {
		s.inexact = s.inexact[:len(s.inexact)-1]
	}
	if c.unsupported {
		s.changePins(c.term, -1)
	}
	if c.isFalse {
		s.falseClauses = s.falseClauses[:len(s.falseClauses)-1]
	}
}
