package worst

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nearmiss/input"
	"nearmiss/internal/wire"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// clause is a condition on the inputs.
type clause = *term.Term

// solveTime is what one solver may take for the final path condition.
const solveTime = 20 * time.Second

// settle makes the input of the best path, runs it natively, and reports what
// is counted there.
func (s *Session) settle(ctx context.Context, opt Options, e *engine, r *Result, f *finding) error {
	u := s.subject
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // an interrupt keeps what was found
	defer cancel()
	defer context.AfterFunc(opt.Abandon, cancel)()
	vector := f.vector
	if f.path != nil {
		model, by, err := e.solve(ctx, opt.Solver, f.path, f.shape.vector)
		if err != nil {
			return err
		}
		r.Solver = by
		if model != nil {
			vector = plainer(model, f.shape.vars, f.path)
		} else {
			r.note("no solver gave a model of the whole path condition in %v; the input that the executor kept stands in", solveTime)
		}
	}
	runs, err := u.measure(ctx, true, vector, f.vector)
	if err != nil {
		return err
	}
	m, other := &runs[0], &runs[1]
	by := metric(opt.Cost)
	if f.path != nil && !agree(m, f.path) && agree(other, f.path) {
		r.note("the input of %s runs another way than the path (%d in place of %d); the input that the executor kept stands in",
			r.Solver, m.Cost.By(by), other.Cost.By(by))
		vector, m = f.vector, other
	}
	r.accept(u, vector, m, by)
	if f.path != nil && counts(m) && m.Cost.By(by) != pathMetric(opt.Cost)(f.path.Cost) {
		r.note("the executor counted %d %s where the native run has %d", pathMetric(opt.Cost)(f.path.Cost), opt.Cost, m.Cost.By(by))
	}
	return nil
}

// accept makes an input the worst one.
func (r *Result) accept(u *subject, vector input.Vector, m *wire.Measured, by wire.Metric) {
	r.vector, r.run = vector, m
	r.Cost.Worst = m.Cost.By(by)
	switch {
	case m.Avoided:
		r.note("the worst input ends its process natively, so that nothing was counted there")
	case m.Outcome == wire.FuelOut:
		r.note("the worst input is not done natively after %d statements", uint64(fuel))
	case m.Outcome == wire.Panicked || m.Outcome == wire.RuntimeError:
		r.note("the worst input panics: %s", m.Text)
	}
	p := input.Printer{Own: u.pkg.ImportPath}
	r.Call, _ = p.Call(u.fn.Sig, vector)
	r.Input = literals(u.fn.Sig, vector)
}

func (r *Result) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// counts reports whether a run was counted to its end.
func counts(m *wire.Measured) bool {
	return !m.Avoided && (m.Outcome == wire.Returned || m.Outcome == wire.Panicked || m.Outcome == wire.RuntimeError)
}

// agree reports whether a native run did what the path does.
func agree(m *wire.Measured, p *symexec.Path) bool {
	return counts(m) && m.Cost.Statements == p.Cost.Statements && m.Cost.Branches == p.Cost.Branches
}

// literals prints the inputs as Go, with commas between them.
func literals(sig *input.Signature, vector input.Vector) string {
	text := ""
	for i := range sig.Inputs() {
		p := input.Printer{}
		lit, _ := p.Literal(sig.Input(i).Type, sig.Part(vector, i))
		if i > 0 {
			text += ", "
		}
		text += lit
	}
	return text
}

// model asks a solver for an input that satisfies a path condition. It begins
// with zeros, so that the numbers stay as small as the solver keeps them.
func model(ctx context.Context, solver smt.Solver, p *symexec.Path, plain input.Vector) (input.Vector, smt.Answer) {
	ctx, cancel := context.WithTimeout(ctx, solveTime)
	defer cancel()
	for _, c := range p.Condition {
		solver.Push(c)
	}
	defer solver.Pop(len(p.Condition))
	env := func(slot int) (term.Value, bool) {
		return term.Value{Bits: plain[slot]}, slot < len(plain)
	}
	a := solver.Solve(ctx, env)
	if a.Verdict != smt.Sat {
		return nil, a
	}
	v := slices.Clone(plain)
	for _, c := range a.Changes {
		v[c.Slot] = c.Value.Bits
	}
	return v, a
}
