package smt

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nearmiss/term"
)

// Count is how often a solver answered what.
type Count struct {
	By                  string
	Sat, Unsat, Unknown int
}

// Queries is the number of answers.
func (c Count) Queries() int { return c.Sat + c.Unsat + c.Unknown }

func (c *Count) add(v Verdict) {
	switch v {
	case Sat:
		c.Sat++
	case Unsat:
		c.Unsat++
	default:
		c.Unknown++
	}
}

// Meter counts the questions that pass through it.
type Meter struct {
	Solver
	clock func() time.Duration
	all   Count
	by    map[string]*Count
	taken time.Duration
}

// NewMeter returns a meter before a solver. clock, if not nil, tells the time.
func NewMeter(next Solver, clock func() time.Duration) *Meter {
	return &Meter{Solver: next, clock: clock, by: make(map[string]*Count)}
}

// Check implements Solver.
func (m *Meter) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	defer m.timed(m.now())
	return m.count(m.Solver.Check(ctx, extra, w))
}

// Solve implements Solver.
func (m *Meter) Solve(ctx context.Context, w term.Env) Answer {
	defer m.timed(m.now())
	return m.count(m.Solver.Solve(ctx, w))
}

func (m *Meter) now() time.Duration {
	if m.clock == nil {
		return 0
	}
	return m.clock()
}

func (m *Meter) timed(from time.Duration) { m.taken += m.now() - from }

func (m *Meter) count(a Answer) Answer {
	m.all.add(a.Verdict)
	c := m.by[a.By]
	if c == nil {
		c = &Count{By: a.By}
		m.by[a.By] = c
	}
	c.add(a.Verdict)
	return a
}

// Total is the count over all solvers.
func (m *Meter) Total() Count { return m.all }

// Taken is the time that questions took, if there is a clock.
func (m *Meter) Taken() time.Duration { return m.taken }

// Counts are the counts by who answered, most answers first. An answer that
// nobody had is by "".
func (m *Meter) Counts() []Count {
	var out []Count
	for _, c := range m.by {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Queries(), a.Queries()), cmp.Compare(a.By, b.By))
	})
	return out
}
