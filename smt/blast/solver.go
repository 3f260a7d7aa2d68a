package blast

import (
	"context"
	"fmt"

	"github.com/go-air/gini/z"

	"nearmiss/smt"
	"nearmiss/term"
)

// Options limit what a query may take.
type Options struct {
	// Steps is how often a query may propagate an assignment, the SAT
	// solver's unit of work; a second has one to five million. Default
	// 4 000 000.
	Steps int64

	// Gates is how large the circuit of a query may be. Default 2 000 000.
	Gates int
}

// Solver implements smt.Solver.
type Solver struct {
	options Options
	enc     *encoder
	path    []*clause
	known   map[*term.Term]*clause
	bySlot  map[int][]int // of a slot: places of the clauses on the path that use it
	engine  *engine
	roots   map[*clause]bool // clauses in the engine
}

// clause is a boolean term with what the solver has made of it.
type clause struct {
	t       *term.Term
	slots   []int
	lit     lit
	reason  string // why it has no lit
	encoded bool
}

// New returns a solver with an empty path.
func New(o Options) *Solver {
	if o.Steps == 0 {
		o.Steps = 4_000_000
	}
	if o.Gates == 0 {
		o.Gates = 2_000_000
	}
	s := &Solver{options: o, bySlot: make(map[int][]int)}
	s.reset()
	return s
}

func (s *Solver) reset() {
	s.enc = newEncoder()
	s.known = make(map[*term.Term]*clause)
	s.engine, s.roots = nil, nil
}

func (s *Solver) clause(t *term.Term) *clause {
	c := s.known[t]
	if c == nil {
		c = &clause{t: t, slots: slotsOf(t)}
		s.known[t] = c
	}
	return c
}

func slotsOf(t *term.Term) []int {
	var slots []int
	for i, w := range t.SlotSet() {
		for b := 0; w != 0; b, w = b+1, w>>1 {
			if w&1 != 0 {
				slots = append(slots, 64*i+b)
			}
		}
	}
	return slots
}

// Push implements smt.Solver.
func (s *Solver) Push(t *term.Term) {
	c := s.clause(t)
	for _, i := range c.slots {
		s.bySlot[i] = append(s.bySlot[i], len(s.path))
	}
	s.path = append(s.path, c)
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	for range n {
		last := len(s.path) - 1
		for _, i := range s.path[last].slots {
			s.bySlot[i] = s.bySlot[i][:len(s.bySlot[i])-1]
		}
		s.path = s.path[:last]
	}
	if len(s.path) == 0 {
		s.reset()
	}
}

// Close implements smt.Solver.
func (s *Solver) Close() error {
	s.path, s.bySlot = nil, make(map[int][]int)
	s.reset()
	return nil
}

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, extra *term.Term, witness term.Env) smt.Answer {
	c := s.clause(extra)
	return s.ask(ctx, append(s.connected(c), c), witness)
}

// connected are the clauses on the path that share slots with c, directly or
// through others, in the order of the path.
func (s *Solver) connected(c *clause) []*clause {
	seenSlot, seenClause := make(map[int]bool), make([]bool, len(s.path))
	work := append([]int(nil), c.slots...)
	for len(work) > 0 {
		slot := work[len(work)-1]
		work = work[:len(work)-1]
		if seenSlot[slot] {
			continue
		}
		seenSlot[slot] = true
		for _, at := range s.bySlot[slot] {
			if !seenClause[at] {
				seenClause[at] = true
				work = append(work, s.path[at].slots...)
			}
		}
	}
	var clauses []*clause
	for at, seen := range seenClause {
		if seen {
			clauses = append(clauses, s.path[at])
		}
	}
	return clauses
}

// Solve implements smt.Solver. Groups of clauses that share no slots are
// asked about one after another, those that the witness satisfies not at all.
func (s *Solver) Solve(ctx context.Context, witness term.Env) smt.Answer {
	answer := smt.Answer{Verdict: smt.Sat, By: name}
	done := make(map[*clause]bool)
	for _, c := range s.path {
		if done[c] {
			continue
		}
		group := s.connected(c)
		if len(c.slots) == 0 {
			group = []*clause{c}
		}
		for _, d := range group {
			done[d] = true
		}
		if holdAll(group, witness) {
			continue
		}
		a := s.ask(ctx, group, witness)
		if a.Verdict == smt.Unsat {
			return a
		}
		if a.Verdict == smt.Unknown && answer.Verdict != smt.Unknown {
			answer = a
		}
		answer.Changes = append(answer.Changes, a.Changes...)
	}
	if answer.Verdict != smt.Sat {
		answer.Changes = nil
	}
	return answer
}

func holdAll(clauses []*clause, env term.Env) bool {
	for _, c := range clauses {
		if v, ok := term.Eval(c.t, env); !ok || v.Bits == 0 {
			return false
		}
	}
	return true
}

const name = "blast"

func unknown(format string, args ...any) smt.Answer {
	return smt.Answer{By: name, Reason: fmt.Sprintf(format, args...)}
}

// ask decides the conjunction of the clauses. Those that are not of integers
// are left out at first: without them a contradiction is one all the same,
// and a model may satisfy them by luck.
func (s *Solver) ask(ctx context.Context, clauses []*clause, witness term.Env) smt.Answer {
	var asked, left []*clause
	for _, c := range clauses {
		if !c.encoded {
			c.lit, c.reason = s.enc.clause(c.t)
			c.encoded = true
		}
		switch {
		case c.reason != "":
			left = append(left, c)
		case c.lit == no:
			return smt.Answer{Verdict: smt.Unsat, Core: []*term.Term{c.t}, By: name}
		case c.lit != yes:
			asked = append(asked, c)
		}
	}
	if len(left) > 0 && left[len(left)-1] == clauses[len(clauses)-1] && len(asked) == 0 {
		return unknown("%s", left[0].reason)
	}
	answer := s.decide(ctx, asked, witness)
	if answer.Verdict == smt.Sat && len(left) > 0 && !holdAll(left, changed(witness, answer.Changes)) {
		return unknown("%s", left[0].reason)
	}
	return answer
}

// changed is the witness with the changes of an answer.
func changed(witness term.Env, changes []smt.Assignment) term.Env {
	values := make(map[int]term.Value, len(changes))
	for _, c := range changes {
		values[c.Slot] = c.Value
	}
	return func(slot int) (term.Value, bool) {
		if v, ok := values[slot]; ok {
			return v, true
		}
		return witness(slot)
	}
}

// prepare has an engine that knows the clauses, and not much else.
func (s *Solver) prepare(clauses []*clause) {
	want := make(map[*clause]bool, len(clauses))
	for _, c := range clauses {
		want[c] = true
	}
	extra := 0
	for c := range s.roots {
		if !want[c] {
			extra++
		}
	}
	if s.engine == nil || extra > 8 && extra > len(clauses)/4 {
		s.engine, s.roots = newEngine(s.enc.circuit), make(map[*clause]bool)
	}
	for _, c := range clauses {
		if !s.roots[c] {
			s.roots[c] = true
			s.engine.require(c.lit)
		}
	}
}

func (s *Solver) decide(ctx context.Context, clauses []*clause, witness term.Env) smt.Answer {
	s.prepare(clauses)
	if s.engine.size > s.options.Gates {
		size := s.engine.size
		s.engine = nil
		return unknown("a circuit of %d gates is too large", size)
	}
	s.incline(ctx, clauses, witness)
	assume := make([]z.Lit, len(clauses))
	byLit := make(map[z.Lit]*clause)
	for i, c := range clauses {
		assume[i] = s.engine.lit(c.lit)
		byLit[assume[i]] = c
	}
	switch s.engine.solve(ctx, s.options.Steps, assume) {
	case sat:
		return smt.Answer{Verdict: smt.Sat, Changes: s.changes(clauses, witness), By: name}
	case unsat:
		answer := smt.Answer{Verdict: smt.Unsat, By: name}
		for _, m := range s.engine.sat.Why(nil) {
			answer.Core = append(answer.Core, byLit[m].t)
		}
		return answer
	case stopped:
		s.engine = nil
		return unknown("time is up")
	default:
		s.engine = nil
		return unknown("more than %d steps", s.options.Steps)
	}
}

// slots are those of the clauses, each once, in a fixed order.
func slots(clauses []*clause) []int {
	var all []int
	seen := make(map[int]bool)
	for _, c := range clauses {
		for _, i := range c.slots {
			if !seen[i] {
				seen[i] = true
				all = append(all, i)
			}
		}
	}
	return all
}

// incline makes the solver begin with the values that the circuit has under
// the witness: it keeps the last value of a variable for its next guess, and
// to give it the witness's inputs is a question that takes no search.
func (s *Solver) incline(ctx context.Context, clauses []*clause, witness term.Env) {
	var assume []z.Lit
	for _, i := range slots(clauses) {
		v, ok := witness(i)
		if !ok {
			continue
		}
		for b, l := range s.enc.slots[i] {
			if s.engine.vars[l.node()] == 0 {
				continue // no clause depends on this bit
			}
			m := s.engine.lit(l)
			if v.Bits>>b&1 == 0 {
				m = m.Not()
			}
			assume = append(assume, m)
		}
	}
	s.engine.solve(ctx, s.options.Steps, assume)
}

func (s *Solver) changes(clauses []*clause, witness term.Env) []smt.Assignment {
	var changes []smt.Assignment
	for _, i := range slots(clauses) {
		v, ok := witness(i)
		bits := v.Bits
		for b, l := range s.enc.slots[i] {
			if s.engine.vars[l.node()] == 0 {
				continue
			}
			bits &^= 1 << b
			if s.engine.holds(l) {
				bits |= 1 << b
			}
		}
		if s.enc.sorts[i].IsInteger() {
			bits = s.enc.sorts[i].Wrap(bits)
		}
		if !ok || bits != v.Bits {
			changes = append(changes, smt.Assignment{Slot: i, Value: term.Value{Bits: bits}})
		}
	}
	return changes
}
