package main

import (
	"context"
	"time"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/smt/smtlib"
	"nearmiss/term"
)

// A step is one call of a solver, or the pops before one.
type step struct {
	pop     int
	push    *term.Term
	check   *term.Term
	witness []uint64
	verdict smt.Verdict // of a check, by the recorded solver
}

// A recorder keeps what a solver is asked.
type recorder struct {
	smt.Solver
	slots int // of a witness
	steps []step
}

func (r *recorder) Push(t *term.Term) {
	r.steps = append(r.steps, step{push: t})
	r.Solver.Push(t)
}

func (r *recorder) Pop(n int) {
	r.steps = append(r.steps, step{pop: n})
	r.Solver.Pop(n)
}

func (r *recorder) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	words := make([]uint64, r.slots)
	for i := range words {
		v, _ := w(i)
		words[i] = v.Bits
	}
	a := r.Solver.Check(ctx, extra, w)
	r.steps = append(r.steps, step{check: extra, witness: words, verdict: a.Verdict})
	return a
}

// questions is how many checks there are.
func (r *recorder) questions() int {
	n := 0
	for _, s := range r.steps {
		if s.check != nil {
			n++
		}
	}
	return n
}

// A tally is how a back end did.
type tally struct {
	asked, solved int
	taken         time.Duration
	cut           bool          // the recording was left off
	processes     time.Duration // what programs took of a processor
}

func (t *tally) add(u tally) {
	t.asked += u.asked
	t.solved += u.solved
	t.taken += u.taken
	t.cut = t.cut || u.cut
	t.processes += u.processes
}

// mean is the time of a question.
func (t *tally) mean() time.Duration {
	return t.taken / time.Duration(max(t.asked, 1))
}

// replay asks a back end what was recorded, until the budget is used up.
func replay(ctx context.Context, s smt.Solver, steps []step, c *config, j *judge) (t tally) {
	start := time.Now()
	for _, p := range steps {
		switch {
		case p.push != nil:
			s.Push(p.push)
		case p.check == nil:
			s.Pop(p.pop)
		default:
			limited, cancel := context.WithTimeout(ctx, c.limit)
			a := s.Check(limited, p.check, testutil.Env(p.witness))
			cancel()
			j.compare(a.Verdict, p.verdict)
			t.asked++
			if a.Verdict != smt.Unknown {
				t.solved++
			}
		}
		if t.taken = time.Since(start); t.taken > c.budget || ctx.Err() != nil {
			t.cut = true
			break
		}
	}
	return t
}

// warm has a solver start what it needs.
func warm(ctx context.Context, s smt.Solver) {
	b := term.NewBuilder()
	x, y := b.Slot(0, term.Signed(64), false), b.Slot(1, term.Signed(64), false)
	s.Check(ctx, b.Compare(term.LT, x, y), testutil.Env(make([]uint64, 2)))
}

// replayAll opens a back end for each recording.
func replayAll(ctx context.Context, b backend, recordings [][]step, c *config, j *judge) (t tally, err error) {
	for _, steps := range recordings {
		s, err := b.open()
		if err != nil {
			return t, err
		}
		warm(ctx, s)
		t.add(replay(ctx, s, steps, c, j))
		if err := s.Close(); err != nil {
			return t, err
		}
		if l, ok := s.(*smtlib.Solver); ok {
			t.processes += l.Stats().CPU
		}
	}
	return t, nil
}
