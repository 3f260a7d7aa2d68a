package worst

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/smt/lib"
	"nearmiss/symexec"
)

// What may solve the final path condition beside the programs that package lib
// knows.
const (
	autoSolver     = "auto"     // Z3 where it is installed, else embedded
	embeddedSolver = "embedded" // the chain of the search, with more time
)

// Solvers lists what may solve the final path condition, the default first.
func Solvers() []string { return append([]string{autoSolver, embeddedSolver}, lib.Names()...) }

// installed makes sure before the search that a solver is there.
func installed(which string) error {
	if which == autoSolver || which == embeddedSolver {
		return nil
	}
	if _, ok := lib.Look(which); !ok {
		return fmt.Errorf("-solver %s: there is no program %s in PATH; -solver auto does without", which, which)
	}
	return nil
}

// An attempt is what one solver said of the final path condition.
type attempt struct {
	by     string
	reason string // why it gave no model
}

// solve asks for an input that takes a path, by its whole condition. There is
// none if no solver answers. The attempts are those that failed, and the last
// one.
func (e *engine) solve(ctx context.Context, which string, limit time.Duration, p *symexec.Path, plain input.Vector) (input.Vector, []attempt) {
	var tried []attempt
	try := func(name string, s smt.Solver) input.Vector {
		v, a := model(ctx, limit, s, p, plain)
		if v == nil && a.Reason == "" {
			a.Reason = "it says " + a.Verdict.String()
		}
		tried = append(tried, attempt{name, a.Reason})
		return v
	}
	name := which
	if which == autoSolver {
		name = lib.Z3
	}
	if tool, ok := lib.Look(name); ok {
		s, err := lib.New(tool, lib.Options{Time: limit})
		if err != nil {
			tried = append(tried, attempt{name, err.Error()})
		} else {
			defer s.Close()
			if v := try(name, s); v != nil {
				return v, tried
			}
		}
	}
	if which != autoSolver && which != embeddedSolver {
		return nil, tried
	}
	s := embedded.New(embedded.Options{})
	defer s.Close()
	return try(embeddedSolver, s), tried
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
