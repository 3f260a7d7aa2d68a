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
	"nearmiss/internal/worker"
	"nearmiss/symexec"
)

// Limits of one run.
const (
	fuel     = 1 << 22 // statements
	memory   = 1 << 30 // bytes
	maxCalls = 1 << 17 // depth of calls in the executor
)

// Limits of the sample of random inputs whose median is the typical cost.
const (
	typicalRuns  = 101     // inputs
	typicalPaths = 11      // inputs, if the executor has to follow them
	typicalWords = 1 << 23 // words of all inputs together
	maxBadRuns   = 3       // runs that end their process or use up their fuel
)

var errNoRun = errors.New("no run of it could be counted")

// Cost returns the cost of a native run of an input, in units of the named metric.
func (s *Session) Cost(ctx context.Context, name string, v input.Vector) (uint64, error) {
	c, err := s.newCounter(ctx, name, v)
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

// A counter measures the costs of inputs of one shape under one metric.
type counter struct {
	fn       *subject.Subject
	metric   ese.NamedMetric
	executor *symexec.Executor // measures metrics that native runs cannot; nil for other metrics
}

// newCounter returns a counter that measures the costs of inputs of the shape of v under the named
// metric.
func (s *Session) newCounter(ctx context.Context, name string, v input.Vector) (c *counter, err error) {
	c = &counter{fn: s.subject, metric: metric(name)}
	if c.metric.OfPaths {
		c.executor, err = symexec.NewExecutor(ctx, s.program, 0, symexec.Options{
			Vector: v, Limits: symexec.Limits{Statements: fuel, Calls: maxCalls},
		})
	}
	return c, err
}

// run runs an input natively. If the metric needs the executor, run takes the cost from there.
func (c *counter) run(ctx context.Context, results bool, v input.Vector) (*worker.Measured, error) {
	runs, err := c.fn.Measure(ctx, results, v)
	if err != nil {
		return nil, err
	}
	m := &runs[0]
	if c.executor != nil && subject.Counts(m) {
		p, err := c.executor.ExploreFrom(ctx, v, nil, symexec.Follow{})
		if err != nil {
			return nil, err
		}
		if sameCost(m, p) {
			m.Cost = p.Cost
		}
	}
	return m, nil
}

// cost returns the cost of a run under the metric.
func (c *counter) cost(m *worker.Measured) uint64 { return c.metric.Metric(m.Cost) }

// A sample holds the costs of random inputs of a shape.
type sample struct {
	median, worst costedInput // worst is over the runs that returned or panicked
	runs          int
	deaths        int          // runs that ended their process
	outOfFuel     int          // runs that used up their fuel
	cutInput      input.Vector // the input of the first run that used up its fuel
}

type costedInput struct {
	vector input.Vector
	cost   uint64
}

// typical runs random inputs of a shape.
func (c *counter) typical(ctx context.Context, sh *subject.Shape, rng *rand.Rand) (sample, error) {
	most := max(min(typicalRuns, typicalWords/(len(sh.Vector)+1)), 3)
	if c.executor != nil {
		most = min(most, typicalPaths)
	}
	var runs []costedInput
	var s sample
	for range most {
		v := slices.Clone(sh.Vector)
		sh.Space.Scalars(v, sh.Vars, rng)
		m, err := c.run(ctx, false, v)
		if err != nil {
			return sample{}, err
		}
		if uncountedReason(m) == "" && m.Outcome != worker.Unbuilt {
			r := costedInput{v, c.cost(m)}
			runs = append(runs, r)
			if subject.Counts(m) && (s.worst.vector == nil || r.cost > s.worst.cost) {
				s.worst = r
			}
		}
		switch {
		case m.Avoided:
			s.deaths++
		case m.Outcome == worker.FuelOut:
			if s.outOfFuel++; s.cutInput == nil {
				s.cutInput = v
			}
		}
		if s.deaths+s.outOfFuel == maxBadRuns {
			break
		}
	}
	if len(runs) == 0 {
		return sample{}, errNoRun
	}
	slices.SortStableFunc(runs, func(a, b costedInput) int { return cmp.Compare(a.cost, b.cost) })
	s.median, s.runs = runs[len(runs)/2], len(runs)
	return s, nil
}
