package native

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nearmiss/internal/worker"
)

// A Pool is a number of workers of one binary that share rounds of jobs.
type Pool struct {
	workers []*Worker
	free    chan *Worker // those without a job

	mu   sync.Mutex
	done Progress // of the jobs that are over
	told uint64   // the most evaluations that Progress has told of
}

// Progress says how far a pool is.
type Progress struct {
	Evaluations uint64 // of search and shrink jobs and runs, repeated ones left out
	Crashes     int
	Lost        time.Duration // of all workers, to crashes
}

// NewPool starts n workers. Any error ends them all.
func NewPool(ctx context.Context, bin *Binary, opts Options, n int) (*Pool, error) {
	p := &Pool{workers: make([]*Worker, max(n, 1))}
	errs := make([]error, len(p.workers))
	var wg sync.WaitGroup
	for i := range p.workers {
		wg.Go(func() { p.workers[i], errs[i] = Start(ctx, bin, opts) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			p.Close()
			return nil, err
		}
	}
	p.free = make(chan *Worker, len(p.workers))
	for _, w := range p.workers {
		p.free <- w
	}
	return p, nil
}

// Entries names the functions that jobs number.
func (p *Pool) Entries() []string { return p.workers[0].Entries() }

// Asked names the environment variables that the initialization asks for, if anybody
// watches.
func (p *Pool) Asked() []string { return p.workers[0].Asked() }

// Knows reports whether workers have a search of a name.
func (p *Pool) Knows(search string) bool { return slices.Contains(p.workers[0].searches, search) }

// Close ends all workers.
func (p *Pool) Close() {
	var wg sync.WaitGroup
	for _, w := range p.workers {
		if w != nil {
			wg.Go(w.Close)
		}
	}
	wg.Wait()
}

// Progress may be called at any time, during rounds too. Its numbers never go
// down: a job that starts again after a crash is told as standing still.
func (p *Pool) Progress() Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum := p.done
	for _, w := range p.workers {
		sum.Evaluations += w.inFlight()
	}
	p.told = max(p.told, sum.Evaluations)
	sum.Evaluations = p.told
	return sum
}

// Search runs a round of search jobs. Result i belongs to job i, whichever
// worker did it and whenever; found hears of inputs as they come, one call at
// a time. The results are complete but for an error: the context's, or the
// first in the order of jobs.
func (p *Pool) Search(ctx context.Context, jobs []*worker.SearchJob, found func(job int, f *worker.Found)) ([]*SearchResult, error) {
	tell := oneAtATime(found)
	return round(ctx, p, jobs, func(w *Worker, i int, job *worker.SearchJob) (*SearchResult, error) {
		r, err := w.Search(ctx, job, func(f *worker.Found) { tell(i, f) })
		p.count(r.Result.Evaluations, len(r.Crashes), w)
		return r, err
	})
}

// oneAtATime is found for several workers at once. found may be nil.
func oneAtATime(found func(job int, f *worker.Found)) func(int, *worker.Found) {
	var mu sync.Mutex
	return func(job int, f *worker.Found) {
		if found != nil {
			mu.Lock()
			defer mu.Unlock()
			found(job, f)
		}
	}
}

// Run runs a round of single runs, as Search does with its jobs.
func (p *Pool) Run(ctx context.Context, jobs []*worker.RunJob) ([]*RunResult, error) {
	return round(ctx, p, jobs, func(w *Worker, i int, job *worker.RunJob) (*RunResult, error) {
		r, err := w.Run(ctx, job)
		crashes := 0
		if r.Crash != nil {
			crashes = 1
		}
		p.count(1, crashes, w)
		return r, err
	})
}

// Shrink runs a round of shrink jobs, as Search does with its jobs.
func (p *Pool) Shrink(ctx context.Context, jobs []*worker.ShrinkJob) ([]*ShrinkResult, error) {
	return round(ctx, p, jobs, func(w *Worker, i int, job *worker.ShrinkJob) (*ShrinkResult, error) {
		r, err := w.Shrink(ctx, job)
		var n uint64
		if r.Result != nil {
			n = r.Result.Evaluations
		}
		p.count(n, len(r.Crashes), w)
		return r, err
	})
}

func (p *Pool) count(evaluations uint64, crashes int, w *Worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done.Evaluations += evaluations
	p.done.Crashes += crashes
	p.done.Lost += w.lost
	w.setMost(0)
}

// round hands the jobs to the workers in order, each to the first that is
// free, and waits for all of them. After an error no further job is begun;
// results of jobs that were not begun are nil. Several rounds may go on at
// once: they share the workers.
func round[J, R any](ctx context.Context, p *Pool, jobs []J, do func(*Worker, int, J) (R, error)) ([]R, error) {
	results := make([]R, len(jobs))
	errs := make([]error, len(jobs))
	var failed atomic.Bool
	var wg sync.WaitGroup
	for i := range jobs {
		w := p.acquire(ctx)
		if w == nil || failed.Load() {
			p.release(w)
			break
		}
		wg.Go(func() {
			defer p.release(w)
			results[i], errs[i] = do(w, i, jobs[i])
			if errs[i] != nil {
				failed.Store(true)
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

// acquire waits for a free worker; nil if the context ends first.
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

func (p *Pool) release(w *Worker) {
	if w != nil {
		p.free <- w
	}
}
