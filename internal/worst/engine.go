package worst

import (
	"context"
	"fmt"
	"time"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// An engine is the executor's form of the function, with its solver.
type engine struct {
	ctx     context.Context
	session *session
	sig     *input.Signature
	program *symexec.Program
	builder *term.Builder
	meter   *smt.Meter
	bySize  map[int]*symexec.Executor // for training
}

// engine loads the rewritten source for the executor.
func (s *session) engine(ctx context.Context, u *subject) (*engine, error) {
	p, err := symexec.Load(ctx, u.set, s.env)
	if err != nil {
		return nil, err
	}
	e := &engine{ctx: ctx, session: s, sig: u.fn.Sig, program: p, bySize: map[int]*symexec.Executor{}}
	e.builder = term.NewBuilder()
	e.meter = smt.NewMeter(embedded(e.builder), func() time.Duration { return time.Since(s.start) })
	return e, nil
}

// explorer takes paths through inputs of a shape.
func (e *engine) explorer(sh *shape) (*symexec.Executor, error) {
	return symexec.NewExecutor(e.ctx, e.program, 0, symexec.Options{
		Vector: sh.vector, Solver: e.meter, Builder: e.builder,
		Limits: symexec.Limits{Statements: fuel, Calls: maxCalls},
	})
}

// maxCalls is how deep calls may go.
const maxCalls = 100_000

// At implements ese.Sizes: the same function at another size, with what has a
// size of its own as it is.
func (e *engine) At(size int) (ese.Explorer, error) {
	if x := e.bySize[size]; x != nil {
		return x, nil
	}
	sh, err := shapeOf(e.sig, size, e.session.opt.Sizes.Named)
	if err != nil {
		return nil, err
	}
	x, err := e.explorer(sh)
	if err != nil {
		return nil, fmt.Errorf("at size %d: %w", size, err)
	}
	e.bySize[size] = x
	return x, nil
}

// spent is the time in the solver.
func (e *engine) spent() time.Duration { return e.meter.Taken() }

func (e *engine) close() error { return e.meter.Close() }
