package native

import (
	"context"
	"slices"

	"nearmiss/internal/worker"
)

// BatchResult is the result of a batch job.
type BatchResult struct {
	// Result is the worker's answer. If there was none, it has no rows.
	Result *worker.BatchResult

	Found   []*worker.Found // as in SearchResult
	Crashes []Crash

	// GaveUp says that the job caused more crashes than it may. Result then has the rows of the
	// vectors before the last crash.
	GaveUp bool
}

// Batch runs a batch job. If found is not nil, Batch calls it for each input that took new branches.
// A vector that ends its process gets the worst fitness, and the other rows are the same as without
// this vector (see Search). When the context ends, Batch returns the results known by then and the
// error of the context.
func (w *Worker) Batch(ctx context.Context, job *worker.BatchJob, found func(*worker.Found)) (*BatchResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &BatchResult{Result: &worker.BatchResult{Job: job.ID}}
	inputs := foundSet{known: map[uint32]bool{}, found: &out.Found, onFound: found}
	defer w.beginJob(job.Fuel, 0)()
	rec := recovery{
		worker: w, maxWeight: w.opts.MaxCrashes, maxRepeated: max(uint64(len(job.Vectors)), minReplay),
		job: func() worker.Message { return &j }, onFound: inputs.add,
		onAnswer: func(m worker.Message) { out.Result = m.(*worker.BatchResult) },
		withEvaluations: func(evaluations uint64) worker.Message {
			part := j
			part.Vectors = j.Vectors[:min(evaluations, uint64(len(j.Vectors)))]
			return &part
		},
	}
	_, err := rec.runToEnd(ctx, &j.Avoid, cutBefore(&j.Vectors))
	out.Crashes, out.GaveUp = slices.Concat(rec.crashes, goroutinePanicCrashes(job.Entry, out.Result.GoroutinePanics), w.ignoredCrash()), rec.gaveUp
	out.Result.GoroutinePanics = nil
	return out, err
}

// Batch runs a round of batch jobs, as Search runs search jobs.
func (p *Pool) Batch(ctx context.Context, jobs []*worker.BatchJob, found func(job int, f *worker.Found)) ([]*BatchResult, error) {
	report := lockedCallback(found)
	return runRound(ctx, p, jobs, func(w *Worker, i int, job *worker.BatchJob) (*BatchResult, error) {
		r, err := w.Batch(ctx, job, func(f *worker.Found) { report(i, f) })
		p.addDone(r.Result.Evaluations, w)
		return r, err
	})
}
