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
	typicalWords = 1 << 23
	typicalBad   = 3
)

// A function is what is searched.
type function struct{ *subject.Subject }

var errNoRun = errors.New("no run of it could be counted")

// Cost counts what a run of an input costs natively.
func (s *Session) Cost(ctx context.Context, name string, v input.Vector) (uint64, error) {
	runs, err := s.subject.Measure(ctx, false, v)
	if err != nil {
		return 0, err
	}
	if !subject.Counts(&runs[0]) {
		return 0, errNoRun
	}
	return metric(name)(runs[0].Cost), nil
}

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
func (u *function) typical(ctx context.Context, sh *subject.Shape, metric ese.Metric, rng *rand.Rand) (sample, error) {
	var runs []sampled
	var s sample
	for range max(min(typicalRuns, typicalWords/(len(sh.Vector)+1)), 3) {
		v := slices.Clone(sh.Vector)
		sh.Space.Scalars(v, sh.Vars, rng)
		measured, err := u.Measure(ctx, false, v)
		if err != nil {
			return sample{}, err
		}
		m := &measured[0]
		if uncounted(m) == "" && m.Outcome != wire.Unbuilt {
			r := sampled{v, metric(m.Cost)}
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
