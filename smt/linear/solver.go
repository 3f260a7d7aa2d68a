package linear

import (
	"cmp"
	"context"

	"nearmiss/smt"
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// Name is the name of the solver in answers.
const Name = "linear"

// Options limit a query.
type Options struct {
	// Steps is the number of tableau entries and factors of sums that a query may visit, some
	// millions per second. Default 400 000.
	Steps int
}

// Solver implements smt.Solver.
type Solver struct {
	options Options
	path    []*clause
	builder *term.Builder // builder of the terms in the caches
	shrunk  int           // the builder's Shrunk when the caches were last emptied

	sums     *interval.Sums
	compiled map[*term.Term]*clause
	defined  map[*term.Term]*fact // definitions of quotients and remainders, by their terms
	lines    []line
	known    map[string]int32 // index in lines, by the encoding of a line's parts
	queries  uint32           // number of queries

	eval    *term.Evaluator // under the witness
	witness term.Env
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New(o Options) *Solver {
	o.Steps = cmp.Or(o.Steps, 400_000)
	s := &Solver{options: o, eval: term.NewEvaluator(nil)}
	s.reset()
	return s
}

// maxParts is the largest number of parts of a sum.
const maxParts = 128

// reset empties the caches.
func (s *Solver) reset() {
	s.sums, s.compiled = interval.NewSums(maxParts), make(map[*term.Term]*clause)
	s.defined = make(map[*term.Term]*fact)
	s.lines, s.known = nil, make(map[string]int32)
}

// Push implements smt.Solver.
func (s *Solver) Push(t *term.Term) {
	if b := t.Builder(); len(s.path) == 0 && (b != s.builder || b.Shrunk() != s.shrunk) {
		s.builder, s.shrunk = b, b.Shrunk()
		s.reset()
	}
	s.path = append(s.path, s.compile(t))
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	keep := len(s.path) - n
	clear(s.path[keep:])
	s.path = s.path[:keep]
}

func (s *Solver) Close() error { return nil }

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	s.Push(extra)
	defer s.Pop(1)
	if len(s.path[len(s.path)-1].facts) == 0 {
		return unknown("no comparison of sums")
	}
	return s.Solve(ctx, w)
}

func unknown(reason string) smt.Answer { return smt.Answer{Solver: Name, Reason: Name + ": " + reason} }

// Solve implements smt.Solver. It assumes that sums do not wrap. If the result is unsat, it
// repeats the query without facts about sums that may wrap.
func (s *Solver) Solve(ctx context.Context, w term.Env) smt.Answer {
	s.witness = w
	s.eval.SetEnv(w)
	q := s.newQuery(s.options.Steps, true)
	a := q.answer(ctx)
	if a.Verdict != smt.Unsat || !q.assumedNoWrap {
		return a
	}
	if a = s.newQuery(q.steps, false).answer(ctx); a.Verdict == smt.Unsat {
		return a
	}
	return unknown("it may hold if a sum wraps")
}
