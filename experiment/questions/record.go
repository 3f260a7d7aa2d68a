// Package questions records the questions that a solver gets, and asks other solvers the same questions.
//
//	recordings, err := questions.Comparisons(ctx, "stable sort", rng)
//	tally := questions.Replay(ctx, solver, recordings[0], questions.Limits{Question: time.Second, All: time.Minute})
//
// An answer is wrong if its model violates a clause, or if its verdict differs from that of the recorded solver, whose models
// were checked, too.
package questions

import (
	"context"
	"slices"
	"time"

	"nearmiss/smt"
	"nearmiss/term"
)

// A Step is one call of a solver.
type Step struct {
	pop     int
	push    *term.Term
	check   *term.Term
	witness []uint64
	verdict smt.Verdict // of a check, by the recorded solver
}

// A recorder keeps the calls of a solver.
type recorder struct {
	smt.Solver
	slots int // of a witness
	steps []Step
}

func (r *recorder) Push(t *term.Term) {
	r.steps = append(r.steps, Step{push: t})
	r.Solver.Push(t)
}

func (r *recorder) Pop(n int) {
	r.steps = append(r.steps, Step{pop: n})
	r.Solver.Pop(n)
}

func (r *recorder) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	words := make([]uint64, r.slots)
	for i := range words {
		v, _ := w(i)
		words[i] = v.Bits
	}
	a := r.Solver.Check(ctx, extra, w)
	r.steps = append(r.steps, Step{check: extra, witness: words, verdict: a.Verdict})
	return a
}

// Limits end a replay.
type Limits struct {
	Question time.Duration // of each question
	All      time.Duration // questions that would begin later are not asked
}

// A Tally counts the answers of a solver.
type Tally struct {
	Asked, Decided, Wrong int
	Taken                 time.Duration // time of the questions and of the path before each; a question that is not decided counts as its limit
}

// Replay asks a solver the recorded questions. Before, it asks the first question without its path, so that the solver's
// start does not count.
func Replay(ctx context.Context, s smt.Solver, steps []Step, l Limits) (t Tally) {
	if i := slices.IndexFunc(steps, func(p Step) bool { return p.check != nil }); i >= 0 {
		ask(ctx, s, steps[i], l)
	}
	var path []*term.Term
	var all time.Duration
	for _, p := range steps {
		start := time.Now()
		switch {
		case p.push != nil:
			path = append(path, p.push)
			s.Push(p.push)
			t.Taken += time.Since(start)
		case p.check == nil:
			path = path[:len(path)-p.pop]
			s.Pop(p.pop)
			t.Taken += time.Since(start)
		default:
			a := ask(ctx, s, p, l)
			taken := time.Since(start)
			if t.Asked++; a.Verdict == smt.Unknown {
				taken = max(taken, l.Question)
			} else {
				t.Decided++
			}
			t.Taken += taken
			if wrong(a, p, path) {
				t.Wrong++
			}
		}
		if all += time.Since(start); all > l.All || ctx.Err() != nil {
			break
		}
	}
	return t
}

func ask(ctx context.Context, s smt.Solver, p Step, l Limits) smt.Answer {
	ctx, cancel := context.WithTimeout(ctx, l.Question)
	defer cancel()
	return s.Check(ctx, p.check, words(p.witness))
}

// wrong reports whether an answer contradicts the recorded one, or has a model that violates a clause.
func wrong(a smt.Answer, p Step, path []*term.Term) bool {
	switch {
	case a.Verdict == smt.Unknown:
		return false
	case a.Verdict == smt.Sat && !satisfies(a, p, path):
		return true
	}
	return p.verdict != smt.Unknown && a.Verdict != p.verdict
}

func satisfies(a smt.Answer, p Step, path []*term.Term) bool {
	model := slices.Clone(p.witness)
	for _, c := range a.Changes {
		model[c.Slot] = c.Value.Bits
	}
	eval := term.NewWordEvaluator(func(slot int) uint64 { return model[slot] })
	for _, clause := range path {
		if !eval.Holds(clause) {
			return false
		}
	}
	return eval.Holds(p.check)
}

// words is the environment of a witness.
func words(v []uint64) term.Env {
	return func(slot int) (term.Value, bool) { return term.Value{Bits: v[slot]}, true }
}
