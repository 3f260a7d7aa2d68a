package linear

import (
	"cmp"
	"context"

	"nearmiss/smt"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// Name is what answers are marked with.
const Name = "linear"

// Options limit what a question may take.
type Options struct {
	// Steps is how many entries of tableaus and factors of sums a question may
	// touch; a second has some millions. Default 400 000.
	Steps int
}

// Solver implements smt.Solver.
type Solver struct {
	opt    Options
	path   []*clause
	home   *term.Builder
	shrunk int // it had forgotten terms so often when the path was empty last

	sums     *interval.Sums
	compiled map[*term.Term]*clause
	defined  map[*term.Term]*fact // of quotients and remainders
	lines    []line
	known    map[string]int32 // lines by their parts
	asked    uint32           // questions

	eval    *term.Evaluator // under the witness
	witness term.Env
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New(o Options) *Solver {
	o.Steps = cmp.Or(o.Steps, 400_000)
	s := &Solver{opt: o, eval: term.NewEvaluator(nil)}
	s.forget()
	return s
}

// mostParts is how many parts a sum may have.
const mostParts = 128

func (s *Solver) forget() {
	s.sums, s.compiled = interval.NewSums(mostParts), make(map[*term.Term]*clause)
	s.defined = make(map[*term.Term]*fact)
	s.lines, s.known = nil, make(map[string]int32)
}

// Push implements smt.Solver.
func (s *Solver) Push(t *term.Term) {
	if b := t.Builder(); len(s.path) == 0 && (b != s.home || b.Shrunk() != s.shrunk) {
		s.home, s.shrunk = b, b.Shrunk()
		s.forget()
	}
	s.path = append(s.path, s.compile(t))
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	keep := len(s.path) - n
	clear(s.path[keep:])
	s.path = s.path[:keep]
}

// Close does nothing.
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

func unknown(reason string) smt.Answer { return smt.Answer{By: Name, Reason: Name + ": " + reason} }

// Solve implements smt.Solver. Sums that may wrap are supposed not to: a contradiction is one
// without them.
func (s *Solver) Solve(ctx context.Context, w term.Env) smt.Answer {
	s.witness = w
	s.eval.Under(w)
	q := s.question(s.opt.Steps, true)
	a := q.answer(ctx)
	if a.Verdict != smt.Unsat || !q.supposed {
		return a
	}
	if a = s.question(q.left, false).answer(ctx); a.Verdict == smt.Unsat {
		return a
	}
	return unknown("it may hold if a sum wraps")
}
