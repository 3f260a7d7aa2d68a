package worker

import (
	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// batch executes a BatchJob.
func (w *worker) batch(job *BatchJob) {
	w.machine.startJob(job.ID)
	defer w.limitFuel(job.Fuel)()
	eval := newEvaluator(&w.machine, &SearchJob{
		ID: job.ID, Entry: job.Entry, Signature: job.Signature, Target: job.Target, Paper: job.Paper, Last: job.Last,
		Norm: job.Norm, Covered: job.Covered, Panics: job.Panics, Avoid: job.Avoid,
		Limits: input.Limits{Legal: job.Legal},
	}, w.send)
	eval.SetMode(job.Mode)
	result := &BatchResult{Job: job.ID, Fitness: make([]search.Fitness, 0, len(job.Vectors))}
	for _, v := range job.Vectors {
		if eval.shouldStop() {
			break
		}
		var f search.Fitness
		eval.Evaluate(v, &f)
		if result.Fitness = append(result.Fitness, f); f.Reached() && job.First {
			break
		}
	}
	probe.SetTarget(nil)
	result.Evaluations, result.Unbuilt, result.Cost, result.GoroutinePanics = eval.runs, eval.unbuilt, eval.cost, w.machine.goroutinePanics
	w.send(result)
}
