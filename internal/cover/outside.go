package cover

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// outside searches for the goal of a job in this process, while workers evaluate the inputs.
func (s *session) outside(ctx context.Context, run search.Func, pool runner, j job) (*native.SearchResult, error) {
	start := time.Now()
	job := j.SearchJob
	if job.Time > 0 {
		var done context.CancelFunc
		ctx, done = context.WithTimeout(ctx, job.Time)
		defer done()
	}
	b := &breeding{pool: pool, found: s.saver.saving(j.fn), measure: &s.method.measure, out: &native.SearchResult{}, job: worker.BatchJob{
		ID: job.ID, Entry: job.Entry, Signature: job.Signature, Target: job.Target,
		Mode: search.Standard, Paper: job.Paper, Last: job.Last, Norm: job.Norm, First: true,
		Legal: job.Limits.Legal, Fuel: job.Fuel, Covered: job.Covered, Panics: job.Panics, Avoid: job.Avoid,
	}}
	if n := len(job.Modes); n > 0 {
		b.job.Mode = job.Modes[j.goal.slices%n]
	}
	space := input.NewSpace(job.Signature, job.Limits)
	space.Paper = job.Paper
	if !job.Paper {
		space.Seeds = job.Seeds
	}
	rng := rand.New(rand.NewPCG(job.Seed, 0x67656e65746963))
	r, err := run(ctx, &search.Problem{
		Space: space, Evaluate: b.Evaluate, Rand: rng, Seed: job.Seed, Evaluations: job.Evaluations,
		Lexicographic: job.Lexicographic, Modes: []search.Mode{b.job.Mode}, Starts: job.Starts,
	})
	b.out.Result = &worker.SearchResult{Job: job.ID, Status: r.Status, Seed: r.Seed, Evaluations: r.Evaluations, Unbuilt: b.unbuilt, Cost: b.cost}
	for _, best := range r.Bests {
		b.out.Result.Bests = append(b.out.Result.Bests, worker.Best{Mode: best.Mode, Fitness: best.Fitness, Vector: best.Vector})
	}
	b.out.Elapsed = time.Since(start)
	return b.out, ignoreEnd(err)
}

// breeding evaluates the generations of one search in workers and collects the finds.
type breeding struct {
	pool        runner
	found       func(int, *worker.Found) // called for each find
	measure     *fitness.Function        // nil keeps the measured fitness
	job         worker.BatchJob
	out         *native.SearchResult
	evaluations uint64
	unbuilt     uint64 // inputs that could not be built
	cost        uint64
	deaths      int // number of dead workers
}

// mostCrashes is the number of inputs that may kill their worker before the search is given up.
const mostCrashes = 16

// Evaluate implements the evaluation of a search.Problem.
func (b *breeding) Evaluate(ctx context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	r, err := b.batch(ctx, vectors)
	list := r.Result.Fitness
	for i := range list {
		if b.measure != nil && err == nil {
			err = b.measure.Apply(&list[i])
		}
	}
	return list, err
}

// batch evaluates a generation and records its finds and crashes. Once b.out.GaveUp is set, it
// evaluates nothing. The result is never nil.
func (b *breeding) batch(ctx context.Context, vectors []input.Vector) (*native.BatchResult, error) {
	nothing := &native.BatchResult{Result: &worker.BatchResult{}}
	if b.out.GaveUp {
		return nothing, nil
	}
	b.job.Vectors = vectors
	rs, err := b.pool.Batch(ctx, []*worker.BatchJob{&b.job}, b.found)
	if ctx.Err() != nil {
		err = nil // the search ends with the results so far
	}
	if rs[0] == nil {
		return nothing, err
	}
	r := rs[0]
	for _, f := range r.Found {
		f.Evaluations += b.evaluations
		b.out.Found = append(b.out.Found, f)
		if !f.Panicked && input.Legal(b.job.Signature, f.Vector) {
			b.job.Covered = append(b.job.Covered, f.Branches...)
		}
		if f.Panic != 0 {
			b.job.Panics = append(b.job.Panics, f.Panic)
		}
	}
	for _, c := range r.Crashes {
		if !c.Survived {
			b.deaths++
		} else if i := slices.IndexFunc(b.out.Crashes, func(o native.Crash) bool { return o.Survived && o.Text == c.Text }); i >= 0 {
			b.out.Crashes[i].More += c.More + 1
			continue
		}
		if c.Confirmed {
			b.job.Avoid = append(b.job.Avoid, c.Vector)
		}
		c.Evaluations += b.evaluations
		b.out.Crashes = append(b.out.Crashes, c)
	}
	b.out.GaveUp = r.GaveUp || b.deaths >= mostCrashes
	b.evaluations += r.Result.Evaluations
	b.unbuilt += r.Result.Unbuilt
	b.cost += r.Result.Cost
	return r, err
}
