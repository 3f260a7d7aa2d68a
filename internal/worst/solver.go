package worst

import (
	"context"
	"strings"
	"time"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/smt/smtlib"
	"nearmiss/symexec"
)

// What may solve the final path condition beside the programs that package lib
// knows.
const (
	autoSolver     = "auto"     // Z3 where it is installed, else embedded
	embeddedSolver = "embedded" // the chain of the search, with more time
)

// Solvers lists what may solve the final path condition, the default first.
func Solvers() []string { return append([]string{autoSolver, embeddedSolver}, smtlib.Names()...) }

// An attempt is what one solver said of the final path condition.
type attempt struct {
	by     string
	reason string // why it gave no model
}

// What follows the search, running its best input in the executor and asking
// solvers for a plainer one, has one end: a part of what the search had, within
// bounds.
const (
	afterShare = 4
	leastAfter = 2 * time.Second
	mostAfter  = 20 * time.Second
)

// Without a clock only work is counted, so that the result is the same on any
// machine.
const (
	mostSteps   = 100_000_000 // of a program: some twenty seconds
	noTimeLimit = 24 * time.Hour
)

// clauseRate is how many clauses a solver may be asked about for each second
// there is: of more, most of the time would go by with telling them.
const clauseRate = 50_000

// settling is how long what follows a search may take, 0 without a clock.
func settling(search time.Duration) time.Duration {
	if search == 0 {
		return 0
	}
	return min(max(search/afterShare, leastAfter), mostAfter)
}

// mostClauses is how many clauses the solvers are asked about.
func mostClauses(search time.Duration) int {
	d := settling(search)
	if d == 0 {
		d = mostAfter
	}
	return int(d.Seconds() * clauseRate)
}

// searched begins what follows the search.
func (e *engine) searched(search time.Duration) {
	if d := settling(search); d > 0 {
		e.end = time.Now().Add(d)
	}
}

// within is ctx that also ends when a share of the time that is left for what
// follows the search is over.
func (e *engine) within(ctx context.Context, share int) (context.Context, context.CancelFunc) {
	if e.end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(e.end)/time.Duration(share))
}

// limits are what a program may take for each question.
func (e *engine) limits(ctx context.Context) smtlib.Options {
	if end, ok := ctx.Deadline(); ok && !e.end.IsZero() {
		return smtlib.Options{Time: max(time.Until(end), time.Millisecond)}
	}
	return smtlib.Options{Time: noTimeLimit, Steps: mostSteps}
}

// solve asks for an input that takes a path, by its whole condition. There is
// none if no solver answers. The attempts are those that failed, and the last
// one.
func (e *engine) solve(ctx context.Context, which string, p *symexec.Path, plain input.Vector) (input.Vector, []attempt) {
	var tried []attempt
	try := func(ctx context.Context, name string, s smt.Solver) input.Vector {
		v, a := model(ctx, s, p, plain)
		if v == nil && a.Reason == "" {
			a.Reason = "it says " + a.Verdict.String()
		}
		tried = append(tried, attempt{name, a.Reason})
		return v
	}
	name := which
	if which == autoSolver {
		name = smtlib.Z3
	}
	if tool, ok := smtlib.Look(name); ok {
		share := 1
		if which == autoSolver {
			share = 2 // the other half is for the one that is embedded
		}
		ctx, cancel := e.within(ctx, share)
		defer cancel()
		s, err := smtlib.New(tool, e.limits(ctx))
		if err != nil {
			tried = append(tried, attempt{name, err.Error()})
		} else {
			defer s.Close()
			if v := try(ctx, name, s); v != nil {
				return v, tried
			}
		}
	}
	if which != autoSolver && which != embeddedSolver {
		return nil, tried
	}
	ctx, cancel := e.within(ctx, 1)
	defer cancel()
	s := embedded.New(embedded.Options{})
	defer s.Close()
	return try(ctx, embeddedSolver, s), tried
}

// settled says in notes which solvers gave no model.
func (r *Result) settled(found bool, tried []attempt) {
	for i, a := range tried {
		if found && i == len(tried)-1 {
			r.Solver = a.by
			return
		}
		r.note("%s gave no model of the path condition: %s", a.by, brief(lastReason(a.reason)))
	}
	r.note("the input that the executor kept stands in")
}

// lastReason is the last of what the parts of a solver said.
func lastReason(reasons string) string {
	parts := strings.Split(strings.TrimSuffix(reasons, "."), "; ")
	return parts[len(parts)-1]
}
