package bitvec

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/go-air/gini/z"

	"nearmiss/smt"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// Options limit what a query may take.
type Options struct {
	// Steps is how often a query may propagate an assignment, the SAT
	// solver's unit of work; a second has about five million. A gate counts as
	// several of them. Default 16 000 000.
	Steps int64

	// Gates is how large the circuit of a query may be. Default 2 000 000.
	Gates int
}

// Solver implements smt.Solver.
type Solver struct {
	options Options
	path    []*clause
	known   map[*term.Term]*clause
	engine  *engine // with bounds of the path, or of its beginning
	steps   int64   // taken so far
	left    int64   // of the query
}

// clause is a boolean term that the solver was given.
type clause struct {
	t    *term.Term
	hard bool // there are operations that take large circuits
}

// New returns a solver with an empty path.
func New(o Options) *Solver {
	o.Steps = cmp.Or(o.Steps, 16_000_000)
	o.Gates = cmp.Or(o.Gates, 2_000_000)
	return &Solver{options: o, known: make(map[*term.Term]*clause)}
}

func (s *Solver) clause(t *term.Term) *clause {
	c := s.known[t]
	if c == nil {
		c = &clause{t, isHard(t)}
		s.known[t] = c
	}
	return c
}

// Push implements smt.Solver.
func (s *Solver) Push(t *term.Term) { s.path = append(s.path, s.clause(t)) }

// Pop implements smt.Solver. What was learned goes too, so that an answer does
// not depend on the paths before.
func (s *Solver) Pop(n int) {
	s.path = s.path[:len(s.path)-n]
	s.engine = nil
	if len(s.path) == 0 {
		s.known = make(map[*term.Term]*clause)
	}
}

// Close implements smt.Solver.
func (s *Solver) Close() error {
	s.Pop(len(s.path))
	return nil
}

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, extra *term.Term, witness term.Env) smt.Answer {
	return s.ask(ctx, s.clause(extra), witness)
}

// Solve implements smt.Solver.
func (s *Solver) Solve(ctx context.Context, witness term.Env) smt.Answer {
	return s.ask(ctx, nil, witness)
}

func holdAll(clauses []*clause, env term.Env) bool {
	return !slices.ContainsFunc(clauses, func(c *clause) bool {
		v, ok := term.Eval(c.t, env)
		return !ok || v.Bits == 0
	})
}

const name = "bitvec"

func unknown(format string, args ...any) smt.Answer {
	return smt.Answer{By: name, Reason: name + ": " + fmt.Sprintf(format, args...)}
}

// ask decides the conjunction of the path and extra, if there is one: among
// integers that are near the witness at first, if that may be much quicker.
func (s *Solver) ask(ctx context.Context, extra *clause, witness term.Env) smt.Answer {
	s.left = s.options.Steps
	q := &question{clauses: s.path, extra: extra, witness: witness}
	if extra != nil {
		q.clauses = append(s.path[:len(s.path):len(s.path)], extra)
	}
	box := make(interval.Box)
	for _, c := range s.path {
		if !box.Learn(c.t) {
			return smt.Answer{Verdict: smt.Unsat, By: name}
		}
	}
	if a := s.narrow(ctx, box, q); a.Verdict == smt.Sat {
		return a
	}
	if s.engine == nil || s.engine.crowded(s.path) {
		s.engine = newEngine(box)
	}
	a, sound := s.with(ctx, s.engine, q, s.left)
	if !sound {
		s.engine = nil
	}
	return a
}

// with asks an engine, which may take so many steps. The clauses that are not of
// integers are left out at first: without them a contradiction is one all the
// same, and a model may satisfy them by luck. If it is not sound the engine must
// not be asked again.
func (s *Solver) with(ctx context.Context, e *engine, q *question, limit int64) (a smt.Answer, sound bool) {
	limit = min(limit, s.left)
	end := s.left - limit
	q.lits, q.left, q.reason = nil, nil, ""
	e.first = len(e.nodes)
	e.most = e.first + min(s.options.Gates, int(limit/perGate))
	for _, c := range q.clauses {
		before := len(e.nodes)
		l, reason := e.clause(c)
		s.take(int64(len(e.nodes)-before) * perGate)
		if reason := s.beyond(ctx, e, end); reason != "" {
			return unknown("%s", reason), false
		}
		switch {
		case reason != "":
			q.left, q.reason = append(q.left, c), reason
		case l == no:
			return smt.Answer{Verdict: smt.Unsat, By: name}, true
		case l != yes:
			q.lits = append(q.lits, l)
		}
	}
	// Without extra the path has nothing new to say.
	if n := len(q.left); n > 0 && q.extra != nil && q.left[n-1] == q.extra {
		return unknown("%s", q.reason), true
	}
	a, sound = s.decide(ctx, e, q, end)
	if a.Verdict == smt.Sat && !holdAll(q.left, changed(q.witness, a.Changes)) {
		return unknown("%s", q.reason), sound
	}
	return a, sound
}

// question is what is asked of an engine.
type question struct {
	clauses []*clause // with extra
	extra   *clause   // nil: there is none
	witness term.Env
	lits    []lit     // of those that have one
	left    []*clause // those that have none
	reason  string
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

// emitted is how many gates are made clauses of at once.
const emitted = 1 << 12

// perGate is how many steps count for a gate that is made, and once more for one
// that becomes clauses of the solver: about the time that it takes.
const perGate = 4

// beyond says why an engine is not to be gone on with, if there is a reason.
func (s *Solver) beyond(ctx context.Context, e *engine, end int64) string {
	switch {
	case ctx.Err() != nil:
		return "time is up"
	case len(e.nodes)-e.first > s.options.Gates:
		return fmt.Sprintf("a circuit of more than %d gates is too large", s.options.Gates)
	case s.left < end || len(e.nodes) > e.most:
		return s.tooMuch()
	}
	return ""
}

func (s *Solver) take(steps int64) {
	s.steps += steps
	s.left -= steps
}

func (s *Solver) tooMuch() string { return fmt.Sprintf("more than %d steps", s.options.Steps) }

// decide searches until no more than end steps are left.
func (s *Solver) decide(ctx context.Context, e *engine, q *question, end int64) (a smt.Answer, sound bool) {
	cone := e.cone(q.lits...)
	for len(cone) > 0 {
		n := min(emitted, len(cone))
		for _, node := range cone[:n] {
			e.emit(node)
		}
		cone = cone[n:]
		s.take(int64(n) * perGate)
		if reason := s.beyond(ctx, e, end); reason != "" {
			return unknown("%s", reason), false
		}
	}
	from := e.steps()
	verdict := e.incline(ctx, s.left-end, q)
	assume := make([]z.Lit, len(q.lits))
	if verdict == sat || verdict == unsat {
		for i, l := range q.lits {
			assume[i] = e.lit(l)
		}
		verdict = e.solve(ctx, s.left-end-(e.steps()-from), assume)
	}
	s.take(min(e.steps()-from, s.left-end)) // what the solver took beyond hangs on when it was looked at
	switch verdict {
	case sat:
		return smt.Answer{Verdict: smt.Sat, Changes: e.changes(q), By: name}, true
	case unsat:
		return smt.Answer{Verdict: smt.Unsat, By: name}, true
	case stopped:
		return unknown("time is up"), false
	}
	return unknown("%s", s.tooMuch()), false
}
