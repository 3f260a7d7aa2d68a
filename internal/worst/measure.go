package worst

import (
	"context"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/wire"
)

// fuel is how many statements a run may execute.
const fuel = 1 << 24

// typicalRuns is over how many random inputs a typical cost is the median.
const typicalRuns = 101

// measure runs inputs natively.
func (u *subject) measure(ctx context.Context, results bool, vectors ...input.Vector) ([]wire.Measured, error) {
	r, err := u.pool.Measure(ctx, []*wire.MeasureJob{{Entry: 0, Vectors: vectors, Branches: true, Results: results}})
	if err != nil {
		return nil, err
	}
	return r[0].Runs, nil
}

// Cost counts what a run of an input costs natively.
func (s *Session) Cost(ctx context.Context, name string, v input.Vector) (uint64, error) {
	runs, err := s.subject.measure(ctx, false, v)
	if err != nil {
		return 0, err
	}
	if !counts(&runs[0]) {
		return 0, errNoRun
	}
	return runs[0].Cost.By(metric(name)), nil
}

// typical draws random inputs of a shape and returns the one of median cost.
func (u *subject) typical(ctx context.Context, sh *shape, metric wire.Metric, rng *rand.Rand) (input.Vector, uint64, error) {
	vectors := make([]input.Vector, typicalRuns)
	for i := range vectors {
		vectors[i] = slices.Clone(sh.vector)
		sh.space.Scalars(vectors[i], sh.vars, rng)
	}
	type run struct {
		vector input.Vector
		cost   uint64
	}
	var runs []run
	// One job for each part, so that large inputs do not lie in memory twice.
	for part := range slices.Chunk(vectors, 8) {
		measured, err := u.measure(ctx, false, part...)
		if err != nil {
			return nil, 0, err
		}
		for i := range measured {
			if m := &measured[i]; !m.Avoided && m.Outcome != wire.Unbuilt {
				runs = append(runs, run{part[i], m.Cost.By(metric)})
			}
		}
	}
	if len(runs) == 0 {
		return nil, 0, errNoRun
	}
	slices.SortStableFunc(runs, func(a, b run) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	r := runs[len(runs)/2]
	return r.vector, r.cost, nil
}

// metric is the worker's name for what is counted.
func metric(name string) wire.Metric {
	for m := wire.NoMetric; m < wire.NumMetrics; m++ {
		if m.String() == name {
			return m
		}
	}
	panic("worst: BUG: no metric " + name)
}
