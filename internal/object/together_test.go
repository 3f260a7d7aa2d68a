package object_test

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"

	"nearmiss/dse"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// A narrow pool runs so many jobs at a time, and calls each before each job.
type narrow struct {
	pool  *native.Pool
	slots chan struct{}
	each  func()
}

func (n narrow) Measure(ctx context.Context, jobs []*worker.MeasureJob) ([]*native.MeasureResult, error) {
	n.slots <- struct{}{}
	defer func() { <-n.slots }()
	n.each()
	return n.pool.Measure(ctx, jobs)
}

// TestTogether: the same seed gives the same runs, states and counts with any number of workers,
// however many conditions are asked for at a time.
func TestTogether(t *testing.T) {
	queries, counts := []int{1, 5}, []int{1, 4}
	if testing.Short() { // under the race detector, with nothing to compare
		queries, counts = queries[1:], counts[1:]
	}
	for name, c := range map[string]struct {
		strategy dse.Factory
		queries  int
	}{
		"(*Sample).Run": {dse.Tardis, 20}, "(*Account).Draw": {dse.Random, 20}, "(*Stack).Sorted": {dse.Tardis, 15}, "(*Slow).Get": {dse.Random, 10},
	} {
		s, prog := find(t, name)
		for _, together := range queries {
			var first *searched
			for _, workers := range counts {
				m := methodOf(t, s)
				m.Pool = narrow{s.Pool, make(chan struct{}, workers), func() {}}
				r := searchIn(t, m, c.strategy, s, prog, 1, 100, c.queries, together)
				if first == nil {
					first = r
				}
				if !slices.Equal(first.calls, r.calls) || !reflect.DeepEqual(first.Count, r.Count) || !slices.Equal(texts(first.held), texts(r.held)) ||
					first.Queries != r.Queries || !maps.Equal(first.Unknown, r.Unknown) {
					t.Errorf("%s, %d at a time: %+v and %q with one worker, %+v and %q with %d", name, together, first.Count, first.calls, r.Count, r.calls, workers)
				}
			}
		}
	}
}
