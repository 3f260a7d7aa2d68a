package bitvec

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/go-air/gini/z"

	"nearmiss/smt"
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// Options limit a query.
type Options struct {
	// Steps is the number of assignments that a query may propagate, the SAT solver's unit of
	// work. It propagates about five million per second. A gate counts as several steps.
	// Default 16 000 000.
	Steps int64

	Gates int // most gates in the circuit of a query; default 2 000 000
}

// Solver implements smt.Solver.
type Solver struct {
	options   Options
	path      []*term.Term // clauses on the path, the last one pushed last
	engine    *engine      // circuits for the bounds of the path or of a prefix; nil if there are none
	steps     int64        // steps taken by all queries
	stepsLeft int64        // steps that the current query may still take
}

// New returns a solver with an empty path.
func New(o Options) *Solver {
	o.Steps = cmp.Or(o.Steps, 16_000_000)
	o.Gates = cmp.Or(o.Gates, 2_000_000)
	return &Solver{options: o}
}

// Push implements smt.Solver.
func (s *Solver) Push(t *term.Term) { s.path = append(s.path, t) }

// Pop implements smt.Solver. It discards learned clauses, so that an answer does not depend on
// earlier paths.
func (s *Solver) Pop(n int) {
	s.path = s.path[:len(s.path)-n]
	s.engine = nil
}

// Close implements smt.Solver.
func (s *Solver) Close() error {
	s.Pop(len(s.path))
	return nil
}

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, extra *term.Term, witness term.Env) smt.Answer {
	return s.query(ctx, extra, witness)
}

// Solve implements smt.Solver.
func (s *Solver) Solve(ctx context.Context, witness term.Env) smt.Answer {
	return s.query(ctx, nil, witness)
}

func holdAll(clauses []*term.Term, env term.Env) bool {
	return !slices.ContainsFunc(clauses, func(c *term.Term) bool {
		v, ok := term.Eval(c, env)
		return !ok || v.Bits == 0
	})
}

const name = "bitvec"

func unknown(format string, args ...any) smt.Answer {
	return smt.Answer{Solver: name, Reason: name + ": " + fmt.Sprintf(format, args...)}
}

// query decides the conjunction of the path and extra, if extra is not nil. It first tries
// integers near the witness if that may be much faster.
func (s *Solver) query(ctx context.Context, extra *term.Term, witness term.Env) smt.Answer {
	s.stepsLeft = s.options.Steps
	question := &query{clauses: s.path, extra: extra, witness: witness}
	if extra != nil {
		question.clauses = append(s.path[:len(s.path):len(s.path)], extra)
	}
	box := make(interval.Box)
	for _, c := range s.path {
		if !box.Learn(c) {
			return smt.Answer{Verdict: smt.Unsat, Solver: name}
		}
	}
	if a := s.tryNear(ctx, box, question); a.Verdict == smt.Sat {
		return a
	}
	if s.engine == nil || s.engine.mostlyUnused(s.path) {
		s.engine = newEngine(box)
	}
	a, sound := s.queryEngine(ctx, s.engine, question, s.stepsLeft)
	if !sound {
		s.engine = nil
	}
	return a
}

// queryEngine queries an engine within limit steps. It drops clauses that are not over
// integers: Unsat is valid without them, and a model may satisfy them by chance. If sound is
// false, the engine must not be used again.
func (s *Solver) queryEngine(ctx context.Context, e *engine, question *query, limit int64) (answer smt.Answer, sound bool) {
	limit = min(limit, s.stepsLeft)
	end := s.stepsLeft - limit
	question.lits, question.dropped, question.reason = nil, nil, ""
	e.firstNode = len(e.nodes)
	e.maxNodes = e.firstNode + min(s.options.Gates, int(limit/stepsPerGate))
	for _, c := range question.clauses {
		before := len(e.nodes)
		literal, reason := e.clause(c)
		s.spend(int64(len(e.nodes)-before) * stepsPerGate)
		if reason := s.exhausted(ctx, e, end); reason != "" {
			return unknown("%s", reason), false
		}
		switch {
		case reason != "":
			question.dropped, question.reason = append(question.dropped, c), reason
		case literal == constFalse:
			return smt.Answer{Verdict: smt.Unsat, Solver: name}, true
		case literal != constTrue:
			question.lits = append(question.lits, literal)
		}
	}
	// If extra was dropped, the witness satisfies all other clauses and a query would be
	// useless.
	if n := len(question.dropped); n > 0 && question.extra != nil && question.dropped[n-1] == question.extra {
		return unknown("%s", question.reason), true
	}
	answer, sound = s.decide(ctx, e, question, end)
	if answer.Verdict == smt.Sat && !holdAll(question.dropped, changed(question.witness, answer.Changes)) {
		return unknown("%s", question.reason), sound
	}
	return answer, sound
}

// query is a query to an engine.
type query struct {
	clauses []*term.Term // clauses to satisfy together, including extra
	extra   *term.Term   // the clause of a Check; nil for Solve
	witness term.Env
	lits    []lit        // literals of the encoded clauses
	dropped []*term.Term // clauses that could not be encoded
	reason  string       // reason why the last of dropped could not be encoded
}

// changed returns the witness with the changes of an answer.
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

// emitBatch is the number of gates that are emitted between two checks of the limits.
const emitBatch = 1 << 12

// stepsPerGate is the number of steps that count for making a gate, and again for emitting it. It
// approximates the time.
const stepsPerGate = 4

// exhausted returns the reason why an engine must stop, or "". It must stop if fewer than end steps
// are left.
func (s *Solver) exhausted(ctx context.Context, e *engine, end int64) string {
	switch {
	case ctx.Err() != nil:
		return "time is up"
	case len(e.nodes)-e.firstNode > s.options.Gates:
		return fmt.Sprintf("a circuit of more than %d gates is too large", s.options.Gates)
	case s.stepsLeft < end || len(e.nodes) > e.maxNodes:
		return s.tooMuch()
	}
	return ""
}

// spend subtracts steps from the steps that the query may still take.
func (s *Solver) spend(steps int64) {
	s.steps += steps
	s.stepsLeft -= steps
}

func (s *Solver) tooMuch() string { return fmt.Sprintf("more than %d steps", s.options.Steps) }

// decide searches for a model until at most end steps remain.
func (s *Solver) decide(ctx context.Context, e *engine, question *query, end int64) (a smt.Answer, sound bool) {
	cone := e.missingNodes(question.lits...)
	for len(cone) > 0 {
		n := min(emitBatch, len(cone))
		for _, node := range cone[:n] {
			e.emit(node)
		}
		cone = cone[n:]
		s.spend(int64(n) * stepsPerGate)
		if reason := s.exhausted(ctx, e, end); reason != "" {
			return unknown("%s", reason), false
		}
	}
	from := e.steps()
	verdict := e.preferWitness(ctx, s.stepsLeft-end, question)
	assume := make([]z.Lit, len(question.lits))
	if verdict == sat || verdict == unsat {
		for i, l := range question.lits {
			assume[i] = e.lit(l)
		}
		verdict = e.solve(ctx, s.stepsLeft-end-(e.steps()-from), assume)
	}
	s.spend(min(e.steps()-from, s.stepsLeft-end)) // excess steps depend on when the solver was paused, so they do not count
	switch verdict {
	case sat:
		return smt.Answer{Verdict: smt.Sat, Changes: e.changes(question), Solver: name}, true
	case unsat:
		return smt.Answer{Verdict: smt.Unsat, Solver: name}, true
	case canceled:
		return unknown("time is up"), false
	}
	return unknown("%s", s.tooMuch()), false
}
