package native

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/worker"
)

// A Pool runs rounds of jobs on several workers of one binary.
type Pool struct {
	workers []*Worker
	free    chan *Worker // workers without a job

	mu       sync.Mutex
	done     Progress // progress of the finished jobs
	reported uint64   // largest number of evaluations that Progress has returned
}

// Progress counts the work of a pool.
type Progress struct {
	Evaluations uint64        // runs of inputs, without repetitions after crashes
	Lost        time.Duration // time of all workers that crashes cost
}

// NewPool starts n workers. If one does not start, NewPool ends all and returns the error.
func NewPool(ctx context.Context, bin *Binary, opts Options, n int) (*Pool, error) {
	pool := &Pool{workers: make([]*Worker, max(n, 1))}
	errs := make([]error, len(pool.workers))
	var wg fault.Group
	for i := range pool.workers {
		wg.Go(func() { pool.workers[i], errs[i] = Start(ctx, bin, opts) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			pool.Close()
			return nil, err
		}
	}
	pool.free = make(chan *Worker, len(pool.workers))
	for _, w := range pool.workers {
		pool.free <- w
	}
	return pool, nil
}

// Entries returns the names of the functions. Jobs refer to a function by its index.
func (p *Pool) Entries() []string { return p.workers[0].Entries() }

// EnvRead returns the names of the environment variables that package initialization reads. It
// needs Options.Watch.
func (p *Pool) EnvRead() []string { return p.workers[0].EnvRead() }

// HasSearch reports whether workers have a search algorithm of the given name.
func (p *Pool) HasSearch(search string) bool { return slices.Contains(p.workers[0].searches, search) }

// Close ends all workers.
func (p *Pool) Close() {
	var wg fault.Group
	for _, w := range p.workers {
		if w != nil {
			wg.Go(w.Close)
		}
	}
	wg.Wait()
}

// Progress returns the progress of the pool. It may be called during rounds. Its
// counts never decrease: they stay constant while a job repeats evaluations after a crash.
func (p *Pool) Progress() Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum := p.done
	for _, w := range p.workers {
		sum.Evaluations += w.inFlight()
	}
	p.reported = max(p.reported, sum.Evaluations)
	sum.Evaluations = p.reported
	return sum
}

// Search runs a round of search jobs. Result i belongs to job i. Search calls
// found for each input that takes new branches, as soon as a worker reports it,
// one call at a time. Results may be missing only if there is an error: that of
// the context, or the first in the order of jobs.
func (p *Pool) Search(ctx context.Context, jobs []*worker.SearchJob, found func(job int, f *worker.Found)) ([]*SearchResult, error) {
	report := lockedCallback(found)
	return runRound(ctx, p, jobs, func(w *Worker, i int, job *worker.SearchJob) (*SearchResult, error) {
		r, err := w.Search(ctx, job, func(f *worker.Found) { report(i, f) })
		p.addDone(r.Result.Evaluations, w)
		return r, err
	})
}

// lockedCallback returns a function that calls found, one call at a time. found may be nil.
func lockedCallback(found func(job int, f *worker.Found)) func(int, *worker.Found) {
	var mu sync.Mutex
	return func(job int, f *worker.Found) {
		if found != nil {
			mu.Lock()
			defer mu.Unlock()
			found(job, f)
		}
	}
}

// Run runs a round of single runs, as Search runs search jobs.
func (p *Pool) Run(ctx context.Context, jobs []*worker.RunJob) ([]*RunResult, error) {
	return runRound(ctx, p, jobs, func(w *Worker, i int, job *worker.RunJob) (*RunResult, error) {
		r, err := w.Run(ctx, job)
		p.addDone(1, w)
		return r, err
	})
}

// Shrink runs a round of shrink jobs, as Search runs search jobs.
func (p *Pool) Shrink(ctx context.Context, jobs []*worker.ShrinkJob) ([]*ShrinkResult, error) {
	return runRound(ctx, p, jobs, func(w *Worker, i int, job *worker.ShrinkJob) (*ShrinkResult, error) {
		r, err := w.Shrink(ctx, job)
		var n uint64
		if r.Result != nil {
			n = r.Result.Evaluations
		}
		p.addDone(n, w)
		return r, err
	})
}

// addDone adds the work of a finished job of w to the progress.
func (p *Pool) addDone(evaluations uint64, w *Worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done.Evaluations += evaluations
	p.done.Lost += w.lost
	w.setMaxEvaluations(0)
}

// runRound runs the jobs in order, each on the first free worker, and waits for
// all of them. After an error it starts no further jobs, whose results stay nil.
// Concurrent rounds share the workers.
func runRound[J, R any](ctx context.Context, pool *Pool, jobs []J, do func(*Worker, int, J) (R, error)) ([]R, error) {
	results := make([]R, len(jobs))
	errs := make([]error, len(jobs))
	var started atomic.Int64
	var failed atomic.Bool
	runNext := func() bool {
		w := pool.acquire(ctx)
		if w == nil {
			return false
		}
		defer pool.release(w)
		i := int(started.Add(1)) - 1
		if i >= len(jobs) || failed.Load() {
			return false
		}
		results[i], errs[i] = do(w, i, jobs[i])
		if errs[i] != nil {
			failed.Store(true)
		}
		return true
	}
	var wg fault.Group
	for range min(len(jobs), len(pool.workers)) {
		wg.Go(func() { // one goroutine for many jobs: a switch between goroutines can take longer than a job
			for runNext() {
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return results, err
		}
	}
	return results, ctx.Err()
}

// acquire waits for a free worker. It returns nil if the context ends first.
func (p *Pool) acquire(ctx context.Context) *Worker {
	if ctx.Err() != nil {
		return nil
	}
	select {
	case w := <-p.free:
		return w
	case <-ctx.Done():
		return nil
	}
}

func (p *Pool) release(w *Worker) { p.free <- w }
