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

// Names of solvers for the final path condition, besides the programs of package smtlib.
const (
	autoSolver     = "auto"     // Z3 if it is installed, then embedded
	embeddedSolver = "embedded" // the solvers of the search, with more time
)

// Solvers lists the names of the solvers for the final path condition, the default first.
func Solvers() []string { return append([]string{autoSolver, embeddedSolver}, smtlib.Names()...) }

// An attempt is the answer of one solver to the final path condition.
type attempt struct {
	solver string
	reason string // why the solver gave no model
}

// After the search, the executor may follow the best input, and solvers look for a model of its
// path condition. The time limit for both together is 1/followUpDivisor of that of the search, but
// at least minFollowUp and at most maxFollowUp.
const (
	followUpDivisor = 4
	minFollowUp     = 2 * time.Second
	maxFollowUp     = 20 * time.Second
)

// Without a time limit, solvers count steps, so that the result is the same on any machine.
const (
	maxSolverSteps = 100_000_000 // steps of an external solver, which take about twenty seconds
	noTimeLimit    = 24 * time.Hour
)

// clauseRate limits the clauses of a solver query for each second of its time limit. With more
// clauses, the solver would spend most of that time on reading them.
const clauseRate = 50_000

// followUpTime returns the time limit of the work after a search, 0 if the search has none.
func followUpTime(search time.Duration) time.Duration {
	if search == 0 {
		return 0
	}
	return min(max(search/followUpDivisor, minFollowUp), maxFollowUp)
}

// maxClauses returns the maximum number of clauses of a path condition for the solvers.
func maxClauses(search time.Duration) int {
	d := followUpTime(search)
	if d == 0 {
		d = maxFollowUp
	}
	return int(d.Seconds() * clauseRate)
}

// startFollowUp sets the deadline of the work after the search.
func (e *engine) startFollowUp(search time.Duration) {
	if d := followUpTime(search); d > 0 {
		e.deadline = time.Now().Add(d)
	}
}

// withShare returns ctx with a timeout of 1/share of the time until the deadline.
func (e *engine) withShare(ctx context.Context, share int) (context.Context, context.CancelFunc) {
	if e.deadline.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(e.deadline)/time.Duration(share))
}

// limits returns the limits of an external solver for one query.
func (e *engine) limits(ctx context.Context) smtlib.Options {
	if end, ok := ctx.Deadline(); ok && !e.deadline.IsZero() {
		return smtlib.Options{Time: max(time.Until(end), time.Millisecond)}
	}
	return smtlib.Options{Time: noTimeLimit, Steps: maxSolverSteps}
}

// solve asks the solver of a name for an input that satisfies the whole condition of a path. The
// input is nil if there is no model. solve returns an attempt for each solver that it asked; if
// there is a model, it is that of the last attempt.
func (e *engine) solve(ctx context.Context, solverName string, p *symexec.Path, plain input.Vector) (input.Vector, []attempt) {
	var tried []attempt
	try := func(ctx context.Context, name string, s smt.Solver) input.Vector {
		v, a := pathModel(ctx, s, p, plain)
		if v == nil && a.Reason == "" {
			a.Reason = "it says " + a.Verdict.String()
		}
		tried = append(tried, attempt{name, a.Reason})
		return v
	}
	name := solverName
	if solverName == autoSolver {
		name = smtlib.Z3
	}
	if tool, ok := smtlib.Look(name); ok {
		share := 1
		if solverName == autoSolver {
			share = 2 // the other half is for the embedded solvers
		}
		ctx, cancel := e.withShare(ctx, share)
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
	if solverName != autoSolver && solverName != embeddedSolver {
		return nil, tried
	}
	ctx, cancel := e.withShare(ctx, 1)
	defer cancel()
	s := embedded.New(embedded.Options{})
	defer s.Close()
	return try(ctx, embeddedSolver, s), tried
}

// noteAttempts adds a note for each solver that gave no model, and sets Result.Solver to the one
// that did.
func (r *Result) noteAttempts(found bool, tried []attempt) {
	for i, a := range tried {
		if found && i == len(tried)-1 {
			r.Solver = a.solver
			return
		}
		r.note("%s gave no model of the path condition: %s", a.solver, truncate(lastReason(a.reason)))
	}
	r.note("the input that the executor kept is used instead")
}

// lastReason returns the last of the reasons that a chain of solvers gave, separated by "; ".
func lastReason(reasons string) string {
	parts := strings.Split(strings.TrimSuffix(reasons, "."), "; ")
	return parts[len(parts)-1]
}
