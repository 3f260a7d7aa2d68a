package worst

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// clause is a condition on the inputs.
type clause = *term.Term

// confirm solves the condition of the best path for an input, runs the input natively, and stores
// the cost of that run in r.
func (s *Session) confirm(ctx context.Context, opt Options, c *counter, e *engine, r *Result, f *finding) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // an interrupt ends the search, but not the confirmation
	defer cancel()
	defer context.AfterFunc(opt.Abandon, cancel)()
	vector := f.vector
	if n := clauseCount(f.path); n > maxClauses(opt.Time) {
		r.note("no solver was asked about the path condition: it has %d clauses, and there is time for %d; the input that the executor kept is used instead", n, maxClauses(opt.Time))
	} else if n > 0 {
		model, tried := e.solve(ctx, opt.Solver, f.path, f.shape.Vector)
		r.noteAttempts(model != nil, tried)
		if model != nil {
			vector = printableText(smallIntegers(model, f.shape.Vars, f.path), f.shape.Vars, f.path)
		}
	}
	return c.chooseInput(ctx, opt, r, f, vector)
}

// clauseCount counts the clauses of the path condition. The path may be nil.
func clauseCount(p *symexec.Path) int {
	if p == nil {
		return 0
	}
	return len(p.Condition)
}

// chooseInput runs vector, the model of the best path, and makes it the worst input of r. Two other
// inputs can take its place. If the run does not follow the path, chooseInput tries the witness that
// the executor kept for the path. If the run cannot be counted, chooseInput takes the witness of the
// best path that returned or panicked.
func (c *counter) chooseInput(ctx context.Context, opt Options, r *Result, f *finding, vector input.Vector) error {
	u := c.fn
	run := func(v input.Vector) (*worker.Measured, error) { return c.run(ctx, true, v) }
	m, err := run(vector)
	if err != nil {
		return err
	}
	path := f.path
	if path != nil && !sameCost(m, path) && finished(path) && !slices.Equal(vector, f.vector) {
		other, err := run(f.vector)
		if err != nil {
			return err
		}
		if sameCost(other, path) {
			r.note("the run of the model of %s differs from the path (cost %d in place of %d); the input that the executor kept is used instead",
				r.Solver, c.cost(m), c.cost(other))
			vector, m = f.vector, other
		}
	}
	if what := uncountedReason(m); what != "" && f.bestEnded != nil && f.bestEnded != path {
		r.note("this input %s, so that nothing can be counted: %s; the reported input is the worst that comes to an end", what, truncate(u.Call(vector)))
		vector, path = f.bestEnded.Input, f.bestEnded
		if m, err = run(vector); err != nil {
			return err
		}
	}
	r.setWorst(c, vector, m)
	switch {
	case uncountedReason(m) != "":
		return fmt.Errorf("%s: the worst input %s, so that nothing could be counted", u.Fn.Sig.Name, uncountedReason(m))
	case m.Outcome == worker.FuelOut && (path == nil || finished(path)):
		r.note("the worst input is not done after %d statements, and was cut off there", fuel)
	case m.Outcome == worker.Panicked || m.Outcome == worker.RuntimeError:
		r.note("the worst input panics: %s", m.Text)
	case m.Outcome == worker.Unbuilt:
		r.note("the worst input could not be made again")
	}
	if path != nil && subject.Counts(m) && finished(path) && !sameCost(m, path) {
		r.note("the executor counted %d %s where the native run has %d: state that outlives a run, such as a sync.Pool, can be why", c.metric.Metric(path.Cost), opt.Cost, c.cost(m))
	}
	return nil
}

// finished reports whether a path returned or panicked, rather than being cut off.
func finished(p *symexec.Path) bool {
	return p.End.Kind == symexec.Returned || p.End.Kind == symexec.Panicked
}

// setWorst stores an input and its run as the worst one.
func (r *Result) setWorst(c *counter, vector input.Vector, m *worker.Measured) {
	u := c.fn
	r.vector, r.run = vector, m
	r.Cost.Worst = c.cost(m)
	r.Call = u.Call(vector)
	_, inputs, _ := testgen.Call(u.Package, u.Fn, vector)
	r.Input = strings.Join(inputs, ", ")
}

// truncate shortens a text to about 200 bytes.
func truncate(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

func (r *Result) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// uncountedReason returns why a run could not be counted, as a verb phrase about the input, or "".
func uncountedReason(m *worker.Measured) string {
	switch {
	case m.Avoided:
		return "ends its process"
	case m.Starved:
		return "asks for more memory than a run may hold"
	}
	return ""
}

// sameCost reports whether a native run executed as many statements and branches as the path.
func sameCost(m *worker.Measured, p *symexec.Path) bool {
	return subject.Counts(m) && m.Cost.Statements == p.Cost.Statements && m.Cost.Branches == p.Cost.Branches
}

// pathModel asks a solver for an input that satisfies a path condition. The solver starts from plain,
// whose scalars are zero, so that it changes as few numbers as it needs to. The clauses stay on
// the solver: it cannot be used again.
func pathModel(ctx context.Context, solver smt.Solver, p *symexec.Path, plain input.Vector) (input.Vector, smt.Answer) {
	for i, c := range p.Condition {
		if smt.Late(ctx, i) {
			return nil, smt.Answer{Reason: "the time was up before the solver had the whole path condition"}
		}
		solver.Push(c)
	}
	a := solver.Solve(ctx, func(slot int) (term.Value, bool) { return term.Value{Bits: plain[slot]}, slot < len(plain) })
	if a.Verdict != smt.Sat {
		return nil, a
	}
	v := slices.Clone(plain)
	for _, c := range a.Changes {
		v[c.Slot] = c.Value.Bits
	}
	return v, a
}
