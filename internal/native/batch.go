package native

import (
	"context"
	"slices"

	"nearmiss/internal/worker"
)

// BatchResult is what became of a batch job.
type BatchResult struct {
	// Result is the worker's answer; without one it has no rows.
	Result *worker.BatchResult

	Found   []*worker.Found // as in SearchResult
	Crashes []Crash

	// GaveUp says that there were more crashes than one job may cause. The
	// rows are then those of the vectors before the last of them.
	GaveUp bool
}

// Batch runs a batch job. A vector that ends its process gets the worst
// fitness; the other rows are what they would have been without it, as Search
// has it. When the context ends, the result is what is known by then, and the
// error the context's.
func (w *Worker) Batch(ctx context.Context, job *worker.BatchJob, found func(*worker.Found)) (*BatchResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &BatchResult{Result: &worker.BatchResult{Job: job.ID}}
	heard := finds{known: map[uint32]bool{}, list: &out.Found, tell: found}
	defer w.begin(job.Fuel)()
	rec := recovery{
		worker: w, limit: w.opts.MaxCrashes, replay: max(uint64(len(job.Vectors)), minReplay),
		job: func() worker.Message { return &j }, found: heard.add,
		answered: func(m worker.Message) { out.Result = m.(*worker.BatchResult) },
		shorter: func(evaluations uint64) worker.Message {
			part := j
			part.Vectors = j.Vectors[:min(evaluations, uint64(len(j.Vectors)))]
			return &part
		},
	}
	_, err := rec.outlive(ctx, &j.Avoid, before(&j.Vectors))
	out.Crashes, out.GaveUp = slices.Concat(rec.crashes, crashesOf(job.Entry, out.Result.Falls), w.strange()), rec.gaveUp
	out.Result.Falls = nil
	return out, err
}

// Batch runs a round of batch jobs, as Search does with its jobs.
func (p *Pool) Batch(ctx context.Context, jobs []*worker.BatchJob, found func(job int, f *worker.Found)) ([]*BatchResult, error) {
	tell := oneAtATime(found)
	return round(ctx, p, jobs, func(w *Worker, i int, job *worker.BatchJob) (*BatchResult, error) {
		r, err := w.Batch(ctx, job, func(f *worker.Found) { tell(i, f) })
		p.count(r.Result.Evaluations, len(r.Crashes), w)
		return r, err
	})
}
