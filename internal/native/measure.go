package native

import (
	"context"
	"slices"

	"nearmiss/internal/worker"
)

// MeasureResult is the result of a measure job.
type MeasureResult struct {
	// Runs has a row for each vector. There are fewer rows if the context ended
	// or the job was given up.
	Runs []worker.Measured

	// Crashes lists the deaths of workers, in order. A vector that causes one
	// has a row with Avoided set.
	Crashes []Crash

	GaveUp bool // the job caused more crashes than it may
}

// Measure runs a measure job. A vector that ends its process is avoided, and
// the other rows are the same as without this vector (see Search).
func (w *Worker) Measure(ctx context.Context, job *worker.MeasureJob) (*MeasureResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &MeasureResult{}
	defer w.beginJob(job.Fuel, 0)()
	var panics []worker.GoroutinePanic
	rec := recovery{
		worker: w, maxWeight: w.opts.MaxCrashes, maxRepeated: max(uint64(len(job.Vectors)), minReplay),
		job: func() worker.Message { return &j },
		onAnswer: func(m worker.Message) {
			r := m.(*worker.MeasureResult)
			out.Runs, panics = r.Runs, r.GoroutinePanics
		},
		withEvaluations: func(evaluations uint64) worker.Message {
			part := j
			part.Vectors = j.Vectors[:min(evaluations, uint64(len(j.Vectors)))]
			return &part
		},
	}
	_, err := rec.runToEnd(ctx, &j.Avoid, cutBefore(&j.Vectors))
	out.Crashes, out.GaveUp = append(rec.crashes, goroutinePanicCrashes(job.Entry, panics)...), rec.gaveUp
	return out, err
}

// Measure runs a round of measure jobs, as Search runs search jobs.
func (p *Pool) Measure(ctx context.Context, jobs []*worker.MeasureJob) ([]*MeasureResult, error) {
	return runRound(ctx, p, jobs, func(w *Worker, _ int, job *worker.MeasureJob) (*MeasureResult, error) {
		r, err := w.Measure(ctx, job)
		p.addDone(uint64(len(r.Runs)), w)
		return r, err
	})
}
