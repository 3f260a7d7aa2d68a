package worst

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/internal/subject"
	wire "nearmiss/internal/worker"
	"nearmiss/symexec"
)

// What a run may use up.
const (
	fuel     = 1 << 22 // statements
	memory   = 1 << 30 // bytes
	maxCalls = 1 << 17 // calls within calls, in the executor
)

// Over how many random inputs a typical cost is the median, and fewer where
// they are large, end their process or do not end.
const (
	typicalRuns  = 101
	typicalPaths = 11 // where an executor has to follow them
	typicalWords = 1 << 23
	typicalBad   = 3
)

// A function is what is searched.
type function struct{ *subject.Subject }

var errNoRun = errors.New("no run of it could be counted")

// Cost counts what a run of an input costs natively.
func (s *Session) Cost(ctx context.Context, name string, v input.Vector) (uint64, error) {
	c, err := s.counter(ctx, name, v)
	if err != nil {
		return 0, err
	}
	m, err := c.run(ctx, false, v)
	if err != nil {
		return 0, err
	}
	if !subject.Counts(m) {
		return 0, errNoRun
	}
	return c.cost(m), nil
}

// A counter counts what inputs of a shape cost when they are run.
type counter struct {
	u        *function
	metric   ese.NamedMetric
	executor *symexec.Executor // that follows them, where machine code has no such cost; else nil
}

// counter makes one for inputs like v.
func (s *Session) counter(ctx context.Context, name string, v input.Vector) (c *counter, err error) {
	c = &counter{u: s.subject, metric: metric(name)}
	if c.metric.OfPaths {
		c.executor, err = symexec.NewExecutor(ctx, s.program, 0, symexec.Options{
			Vector: v, Limits: symexec.Limits{Statements: fuel, Calls: maxCalls},
		})
	}
	return c, err
}

// run runs an input natively.
func (c *counter) run(ctx context.Context, results bool, v input.Vector) (*wire.Measured, error) {
	runs, err := c.u.Measure(ctx, results, v)
	if err != nil {
		return nil, err
	}
	m := &runs[0]
	if c.executor != nil && subject.Counts(m) {
		p, err := c.executor.ExploreFrom(ctx, v, nil, symexec.Follow{})
		if err != nil {
			return nil, err
		}
		if agree(m, p) {
			m.Cost = p.Cost
		}
	}
	return m, nil
}

// cost is what a run has cost.
func (c *counter) cost(m *wire.Measured) uint64 { return c.metric.Metric(m.Cost) }

// A sample is what random inputs of a shape have cost.
type sample struct {
	median, worst sampled // the worst of those that are counted to their end
	runs          int
	deaths        int          // of processes
	cut           int          // that used up their fuel
	first         input.Vector // of these
}

type sampled struct {
	vector input.Vector
	cost   uint64
}

// typical draws random inputs of a shape.
func (c *counter) typical(ctx context.Context, sh *subject.Shape, rng *rand.Rand) (sample, error) {
	most := max(min(typicalRuns, typicalWords/(len(sh.Vector)+1)), 3)
	if c.executor != nil {
		most = min(most, typicalPaths)
	}
	var runs []sampled
	var s sample
	for range most {
		v := slices.Clone(sh.Vector)
		sh.Space.Scalars(v, sh.Vars, rng)
		m, err := c.run(ctx, false, v)
		if err != nil {
			return sample{}, err
		}
		if uncounted(m) == "" && m.Outcome != wire.Unbuilt {
			r := sampled{v, c.cost(m)}
			runs = append(runs, r)
			if subject.Counts(m) && (s.worst.vector == nil || r.cost > s.worst.cost) {
				s.worst = r
			}
		}
		switch {
		case m.Avoided:
			s.deaths++
		case m.Outcome == wire.FuelOut:
			if s.cut++; s.first == nil {
				s.first = v
			}
		}
		if s.deaths+s.cut == typicalBad {
			break
		}
	}
	if len(runs) == 0 {
		return sample{}, errNoRun
	}
	slices.SortStableFunc(runs, func(a, b sampled) int { return cmp.Compare(a.cost, b.cost) })
	s.median, s.runs = runs[len(runs)/2], len(runs)
	return s, nil
}
