package native

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"

	"nearmiss/internal/probe"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// batch runs every n below 20 against a branch.
func (x *wired) batch(name string) *worker.BatchJob {
	j := x.search(name)
	b := &worker.BatchJob{ID: j.ID, Entry: j.Entry, Signature: j.Signature, Vectors: j.Starts, Mode: search.Standard}
	b.Target = worker.Target{Branch: 1, Nodes: []worker.Node{{Away: probe.AwayFalse}}}
	return b
}

// TestBatchSurvives: vectors that kill the worker get the worst fitness and
// a confirmed crash; the other rows are the same as in a batch without these vectors.
func TestBatchSurvives(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	for _, name := range []string{"Exit", "Overflow", "Kill"} {
		job := x.batch(name)
		r, err := w.Batch(t.Context(), job, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.GaveUp || len(r.Crashes) == 0 || len(r.Result.Fitness) != 20 || r.Result.Evaluations != 20 {
			t.Fatalf("%s: %+v", name, r)
		}
		killers := map[uint64]bool{}
		for _, c := range r.Crashes {
			if !c.Confirmed {
				t.Errorf("%s: %+v", name, c)
			}
			killers[c.Vector[0]] = true
		}
		var rest [][]uint64
		var rows []search.Fitness
		for i, v := range job.Vectors {
			if killers[v[0]] {
				if r.Result.Fitness[i] != search.Worst() {
					t.Errorf("%s: killer %v has %+v", name, v, r.Result.Fitness[i])
				}
				continue
			}
			rest = append(rest, v)
			rows = append(rows, r.Result.Fitness[i])
		}
		job.Vectors = rest
		again, err := w.Batch(t.Context(), job, nil)
		if err != nil || len(again.Crashes) > 0 || !reflect.DeepEqual(again.Result.Fitness, rows) {
			t.Errorf("%s: %+v, %v; want rows %+v", name, again, err, rows)
		}
	}
}

// TestBatchGivesUp: the rows before the last crash are kept.
func TestBatchGivesUp(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	opts := x.options(t)
	opts.MaxCrashes = 2
	w := start(t, x, bin, opts)
	r, err := w.Batch(t.Context(), x.batch("Exit"), nil)
	if err != nil || !r.GaveUp || len(r.Crashes) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if n := r.Crashes[1].Vector[0]; uint64(len(r.Result.Fitness)) != n {
		t.Errorf("%d rows before the crash of %d", len(r.Result.Fitness), n)
	}
}

// TestBatchRounds: concurrent rounds share the workers, and each has the same
// results as alone.
func TestBatchRounds(t *testing.T) {
	bin, x := crashBinary(t)
	p, err := NewPool(t.Context(), bin, x.options(t), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	names := []string{"Exit", "Long", "Kill"}
	alone := make([][]*BatchResult, len(names))
	for i, name := range names {
		if alone[i], err = p.Batch(t.Context(), []*worker.BatchJob{x.batch(name)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	before := p.Progress().Evaluations
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() {
			for range 2 {
				rs, err := p.Batch(t.Context(), []*worker.BatchJob{x.batch(name), x.batch(name)}, nil)
				if err != nil || !slices.EqualFunc(rs, slices.Concat(alone[i], alone[i]), func(a, b *BatchResult) bool { return reflect.DeepEqual(a.Result, b.Result) }) {
					t.Errorf("%s: %+v, %v", name, rs, err)
				}
			}
		})
	}
	wg.Wait()
	if got := p.Progress().Evaluations - before; got != 4*before {
		t.Errorf("%d evaluations, want four times %d", got, before)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rs, err := p.Batch(ctx, []*worker.BatchJob{x.batch("Long")}, nil); err != context.Canceled || rs[0] != nil {
		t.Errorf("cancelled: %+v, %v", rs, err)
	}
}
