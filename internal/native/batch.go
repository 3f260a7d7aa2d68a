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
	j.Avoid = append([][]uint64(nil), job.Avoid...)
	out := &BatchResult{Result: &worker.BatchResult{Job: job.ID}}
	heard := finds{known: map[uint32]bool{}, list: &out.Found, tell: found}
	rec := recovery{worker: w, limit: w.opts.MaxCrashes, replay: max(uint64(len(job.Vectors)), minReplay)}
	defer w.begin(job.Fuel)()
	rec.shorter = func(ctx context.Context, evaluations uint64) (ending, error) {
		part := j
		part.Vectors = j.Vectors[:min(evaluations, uint64(len(j.Vectors)))]
		return w.attempt(ctx, &part, isBatchResult)
	}
	attempt := func() (end ending, sound uint64, err error) {
		end, err = w.attempt(ctx, &j, func(m worker.Message) bool {
			switch m := m.(type) {
			case *worker.Found:
				sound = m.Evaluations
				heard.add(m)
			case *worker.BatchResult:
				out.Result = m
				return true
			}
			return false
		})
		return end, sound, err
	}
	_, err := rec.outlive(ctx, attempt, &j.Avoid, before(&j.Vectors))
	out.Crashes, out.GaveUp = slices.Concat(rec.crashes, crashesOf(job.Entry, out.Result.Falls), w.strange()), rec.gaveUp
	out.Result.Falls = nil
	return out, err
}

func isBatchResult(m worker.Message) bool {
	_, ok := m.(*worker.BatchResult)
	return ok
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
