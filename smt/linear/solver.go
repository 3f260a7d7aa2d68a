package linear

import (
	"context"

	"nearmiss/smt"
	"nearmiss/term"
)

// Name is what answers are marked with.
const Name = "linear"

// Options limit what a question may take.
type Options struct {
	// Steps is how many entries of tableaus and factors of sums a question may
	// touch; a second has some hundred millions. Default 400 000.
	Steps int
}

// Solver implements smt.Solver.
type Solver struct {
	opt    Options
	path   []*clause
	shrunk int // terms were forgotten so often when the path was empty last

	atoms    []atom
	numbers  map[key]int32
	lines    []line
	known    map[string]int32 // lines by their parts
	forms    map[*term.Term]*form
	compiled map[*term.Term]*clause
	asked    uint32 // questions

	eval  *term.Evaluator
	model map[int]uint64 // over the witness
	under term.Env
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New(o Options) *Solver {
	if o.Steps == 0 {
		o.Steps = 400_000
	}
	s := &Solver{opt: o, model: make(map[int]uint64)}
	s.eval = term.NewEvaluator(s.env)
	s.forget()
	return s
}

func (s *Solver) forget() {
	s.atoms, s.lines = nil, nil
	s.numbers, s.known = make(map[key]int32), make(map[string]int32)
	s.forms, s.compiled = make(map[*term.Term]*form), make(map[*term.Term]*clause)
}

// env is the witness with the model over it.
func (s *Solver) env(slot int) (term.Value, bool) {
	if v, ok := s.model[slot]; ok {
		return term.Value{Bits: v}, true
	}
	return s.under(slot)
}

// Push implements smt.Solver.
func (s *Solver) Push(t *term.Term) {
	if b := t.Builder(); len(s.path) == 0 && b.Shrunk() != s.shrunk {
		s.shrunk = b.Shrunk()
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
	return s.ask(ctx, w)
}

// Solve implements smt.Solver.
func (s *Solver) Solve(ctx context.Context, w term.Env) smt.Answer { return s.ask(ctx, w) }

func unknown(reason string) smt.Answer { return smt.Answer{By: Name, Reason: Name + ": " + reason} }

// ask looks for a solution of the path, twice if the first one is none because
// something wraps.
func (s *Solver) ask(ctx context.Context, w term.Env) smt.Answer {
	s.under = w
	left := s.opt.Steps
	q := s.question(left, false)
	a := q.answer(ctx)
	if a.Verdict == smt.Unknown && q.missed && q.left > 0 {
		if b := s.question(q.left, true).answer(ctx); b.Verdict == smt.Sat {
			return b
		}
	}
	return a
}

// satisfied reports whether the path holds under the model.
func (s *Solver) satisfied() bool {
	s.eval.Reset()
	for _, c := range s.path {
		if !s.eval.Holds(c.t) {
			return false
		}
	}
	return true
}
