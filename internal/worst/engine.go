package worst

import (
	"context"
	"fmt"
	"time"

	"nearmiss/ese"
	"nearmiss/internal/subject"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// An engine executes the function symbolically for one search. It owns the terms and the solver.
type engine struct {
	ctx      context.Context
	session  *Session
	builder  *term.Builder
	meter    *smt.Meter
	bySize   map[int]*symexec.Executor // for training at other sizes
	deadline time.Time                 // of the work after the search; zero before startFollowUp, and if the search has no time limit
}

func (s *Session) newEngine(ctx context.Context, start time.Time) *engine {
	return &engine{
		ctx: ctx, session: s, builder: term.NewBuilder(), bySize: map[int]*symexec.Executor{},
		meter: smt.NewMeter(embedded.New(embedded.Effort()), func() time.Duration { return time.Since(start) }),
	}
}

// newExecutor returns an executor for inputs of a shape.
func (e *engine) newExecutor(sh *subject.Shape) (*symexec.Executor, error) {
	return symexec.NewExecutor(e.ctx, e.session.program, 0, symexec.Options{
		Vector: sh.Vector, Solver: e.meter, Builder: e.builder,
		Limits: symexec.Limits{Statements: fuel, Calls: maxCalls},
	})
}

// At implements ese.Sizes: it returns an executor of the function at another size. Parameters
// with a size of their own (Sizes.Named) keep it.
func (e *engine) At(size int) (ese.Explorer, error) {
	if x := e.bySize[size]; x != nil {
		return x, nil
	}
	sh, err := subject.ShapeOf(e.session.subject.Fn.Sig, size, e.session.opt.Sizes.Named)
	if err != nil {
		return nil, err
	}
	x, err := e.newExecutor(sh)
	if err != nil {
		return nil, fmt.Errorf("at size %d: %w", size, err)
	}
	e.bySize[size] = x
	return x, nil
}

// solverTime returns the time spent in the solver.
func (e *engine) solverTime() time.Duration { return e.meter.Taken() }

func (e *engine) close() error { return e.meter.Close() }
