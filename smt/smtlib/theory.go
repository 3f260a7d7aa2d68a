package smtlib

import (
	"context"
	"strings"

	"nearmiss/smt"
	"nearmiss/term"
)

// theory is what integers are.
type theory uint8

const (
	differences theory = iota // numbers without a width, of which two are compared
	integers                  // numbers without a width
	words                     // bit-vectors
)

func (t theory) String() string {
	return [...]string{"differences", "integers without a width", "bit-vectors"}[t]
}

func (t theory) words() bool { return t == words }

// ladder asks with one theory after another. Of several reasons for not
// knowing it gives one: the last of those that were asked, if any was.
type ladder struct {
	smt.Solver // the chain of them
	rungs      []smt.Solver
}

func (l *ladder) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	return l.first(ctx, func(s smt.Solver) smt.Answer { return s.Check(ctx, extra, w) })
}

func (l *ladder) Solve(ctx context.Context, w term.Env) smt.Answer {
	return l.first(ctx, func(s smt.Solver) smt.Answer { return s.Solve(ctx, w) })
}

func (l *ladder) first(ctx context.Context, ask func(smt.Solver) smt.Answer) (best smt.Answer) {
	for _, s := range l.rungs {
		a := ask(s)
		if a.Verdict != smt.Unknown {
			return a
		}
		if best.Reason == "" || unasked(best) || !unasked(a) {
			best = a
		}
		if ctx.Err() != nil {
			break
		}
	}
	return best
}

// notAsked is in the reason where a question is not for a theory.
const notAsked = "was not asked: "

func unasked(a smt.Answer) bool { return strings.Contains(a.Reason, notAsked) }
