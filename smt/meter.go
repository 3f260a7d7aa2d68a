package smt

import (
	"context"
	"time"

	"nearmiss/term"
)

// Meter adds up the time of the queries that pass through it.
type Meter struct {
	Solver
	clock func() time.Duration
	taken time.Duration
}

// NewMeter returns a meter in front of a solver.
func NewMeter(next Solver, clock func() time.Duration) *Meter {
	return &Meter{Solver: next, clock: clock}
}

// Check implements Solver.
func (m *Meter) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	from := m.clock()
	defer func() { m.taken += m.clock() - from }()
	return m.Solver.Check(ctx, extra, w)
}

// Solve implements Solver.
func (m *Meter) Solve(ctx context.Context, w term.Env) Answer {
	from := m.clock()
	defer func() { m.taken += m.clock() - from }()
	return m.Solver.Solve(ctx, w)
}

// Taken returns the time of all queries.
func (m *Meter) Taken() time.Duration { return m.taken }
