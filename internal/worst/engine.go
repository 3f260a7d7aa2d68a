package worst

import (
	"context"
	"fmt"
	"time"

	"nearmiss/ese"
	"nearmiss/internal/subject"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// An engine takes paths through the function for one search: it has terms and
// a solver of its own.
type engine struct {
	ctx     context.Context
	session *Session
	builder *term.Builder
	meter   *smt.Meter
	bySize  map[int]*symexec.Executor // for training
	end     time.Time                 // of what follows the search; zero: there is no clock
}

func (s *Session) engine(ctx context.Context, start time.Time) *engine {
	return &engine{
		ctx: ctx, session: s, builder: term.NewBuilder(), bySize: map[int]*symexec.Executor{},
		meter: smt.NewMeter(embedded.New(effort()), func() time.Duration { return time.Since(start) }),
	}
}

// effort is what a question of the search may take: a side of which nobody can
// say whether it is possible is one that another path may come to. The final
// path condition has no such limit.
func effort() embedded.Options {
	return embedded.Options{Blast: bitvec.Options{Steps: 400_000, Gates: 300_000}}
}

// explorer takes paths with inputs of a shape.
func (e *engine) explorer(sh *subject.Shape) (*symexec.Executor, error) {
	return symexec.NewExecutor(e.ctx, e.session.program, 0, symexec.Options{
		Vector: sh.Vector, Solver: e.meter, Builder: e.builder,
		Limits: symexec.Limits{Statements: fuel, Calls: maxCalls},
	})
}

// At implements ese.Sizes: the same function at another size, with what has a
// size of its own as it is.
func (e *engine) At(size int) (ese.Explorer, error) {
	if x := e.bySize[size]; x != nil {
		return x, nil
	}
	sh, err := subject.ShapeOf(e.session.subject.Fn.Sig, size, e.session.opt.Sizes.Named)
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
