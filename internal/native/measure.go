package native

import (
	"context"
	"slices"

	"nearmiss/internal/worker"
)

// MeasureResult is what became of a measure job.
type MeasureResult struct {
	// Runs has a row for each vector. There are fewer if the context ended or
	// the job was given up.
	Runs []worker.Measured

	// Crashes lists the deaths of workers, in order. The rows of vectors that
	// cause one say that they were avoided.
	Crashes []Crash

	GaveUp bool // there were more crashes than one job may cause
}

// Measure runs a measure job. A vector that ends its process is blamed, and
// the other rows are what they would have been without it, as Search has it.
func (w *Worker) Measure(ctx context.Context, job *worker.MeasureJob) (*MeasureResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &MeasureResult{}
	defer w.begin(job.Fuel)()
	var falls []worker.Fall
	rec := recovery{
		worker: w, limit: w.opts.MaxCrashes, replay: max(uint64(len(job.Vectors)), minReplay),
		job: func() worker.Message { return &j },
		answered: func(m worker.Message) {
			r := m.(*worker.MeasureResult)
			out.Runs, falls = r.Runs, r.Falls
		},
		shorter: func(evaluations uint64) worker.Message {
			part := j
			part.Vectors = j.Vectors[:min(evaluations, uint64(len(j.Vectors)))]
			return &part
		},
	}
	_, err := rec.outlive(ctx, &j.Avoid, before(&j.Vectors))
	out.Crashes, out.GaveUp = append(rec.crashes, crashesOf(job.Entry, falls)...), rec.gaveUp
	return out, err
}

// Measure runs a round of measure jobs, as Search does with its jobs.
func (p *Pool) Measure(ctx context.Context, jobs []*worker.MeasureJob) ([]*MeasureResult, error) {
	return round(ctx, p, jobs, func(w *Worker, _ int, job *worker.MeasureJob) (*MeasureResult, error) {
		r, err := w.Measure(ctx, job)
		p.count(uint64(len(r.Runs)), len(r.Crashes), w)
		return r, err
	})
}
