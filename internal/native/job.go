package native

import (
	"context"
	"slices"
	"time"

	"nearmiss/internal/worker"
	"nearmiss/search"
)

// SearchResult is what became of a search job.
type SearchResult struct {
	// Result is the worker's answer. If none came it holds what is known
	// without one: the job, the seed, the evaluations.
	Result *worker.SearchResult

	// Found lists the inputs that took new branches, in the order in which
	// they were found; a branch is listed once.
	Found []*worker.Found

	// Crashes lists the deaths of workers, in order, and then what was caught
	// before a worker died of it.
	Crashes []Crash

	// GaveUp says that there were more deaths than one job may cause. The
	// result then covers the evaluations before the last of them.
	GaveUp bool

	Elapsed time.Duration
	Lost    time.Duration // of it, to crashes: what ended so is done again
}

// Search runs a search job. found, if not nil, hears of each input that took
// new branches as soon as it is known.
//
// A crash does not change what the job finds otherwise: the job is run again
// from its seed with the confirmed suspect on its list of inputs to avoid.
// All evaluations up to the crash repeat themselves, the one that crashed has
// the worst fitness, and the search goes on behind it; evaluations count once.
// So the result depends on the seed and on which inputs crash, and on nothing
// else. A suspect that runs well alone is excluded only when it is suspected a
// second time.
//
// When the context ends, the result is what is known by then, and the error
// the context's. The end of the job's time is no error: it begins to count when a
// process is ready, and what an input costs that crashes is part of it.
func (w *Worker) Search(ctx context.Context, job *worker.SearchJob, found func(*worker.Found)) (*SearchResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &SearchResult{}
	start := time.Now()
	defer w.begin(job.Fuel)()
	w.timed, w.left = job.Time > 0, job.Time
	defer func() { out.Elapsed, out.Lost = time.Since(start), w.lost }()
	heard := finds{known: map[uint32]bool{}, list: &out.Found, tell: found}
	rec := recovery{
		worker: w, limit: w.opts.most(job.Crashes), replay: max(job.Evaluations, minReplay),
		job: func() worker.Message { return &j }, found: heard.add,
		answered: func(m worker.Message) { out.Result = m.(*worker.SearchResult) },
		shorter: func(evaluations uint64) worker.Message {
			part := j
			part.Evaluations = evaluations
			return &part
		},
	}
	cut := func(evaluations uint64) bool {
		j.Evaluations = evaluations
		return evaluations > 0
	}
	end, err := rec.outlive(ctx, &j.Avoid, cut)
	out.Crashes, out.GaveUp = append(rec.crashes, w.strange()...), rec.gaveUp
	if out.Result != nil {
		out.Result.Evaluations = max(out.Result.Evaluations, rec.reached()) // where its time ended what it repeats
		out.Crashes = append(out.Crashes, crashesOf(job.Entry, out.Result.Falls)...)
		out.Result.Falls = nil
	} else {
		out.Result = unanswered(job, rec.reached())
		if end.stopped {
			out.Result.Evaluations = max(out.Result.Evaluations, w.inFlight())
		}
	}
	return out, err
}

// begin prepares for a job with so much fuel, until the function returned.
func (w *Worker) begin(fuel uint64) (end func()) {
	w.hang, w.lost, w.ignored = w.opts.hang(fuel), 0, ""
	return func() { w.hang, w.timed = w.opts.Hang, false }
}

// minReplay is how many evaluations any job may repeat after crashes.
const minReplay = 1 << 16

// unanswered is the result of a search job without the worker's answer.
func unanswered(job *worker.SearchJob, evaluations uint64) *worker.SearchResult {
	return &worker.SearchResult{Job: job.ID, Seed: job.Seed, Status: search.Stopped, Evaluations: evaluations}
}

// finds collects what a job finds, over all its attempts: a branch once.
type finds struct {
	known map[uint32]bool
	list  *[]*worker.Found
	tell  func(*worker.Found) // may be nil
}

func (n *finds) add(m *worker.Found) {
	f := fresh(m, n.known)
	if f == nil {
		return
	}
	*n.list = append(*n.list, f)
	if n.tell != nil {
		n.tell(f)
	}
}

// byPanic marks a branch of which only runs that panicked are known: one that
// returns is news.
const byPanic = 1 << 30

// fresh returns f with those branches only that were not known before, and the
// panic if that was not, nil if nothing is left.
func fresh(f *worker.Found, known map[uint32]bool) *worker.Found {
	var branches []uint32
	for _, b := range f.Branches {
		if !known[b] && !(f.Panicked && known[b|byPanic]) {
			branches = append(branches, b)
		}
		if f.Panicked {
			known[b|byPanic] = true
		} else {
			known[b] = true
		}
	}
	at := f.Panic
	if at != 0 {
		key := ^uint32(at) // branches are counted from the other end
		if known[key] {
			at = 0
		}
		known[key] = true
	}
	if len(branches) == 0 && at == 0 {
		return nil
	}
	return &worker.Found{Job: f.Job, Evaluations: f.Evaluations, Vector: f.Vector, Branches: branches, Panic: at, Panicked: f.Panicked}
}

// RunResult is what became of a run.
type RunResult struct {
	Result *worker.RunResult // nil if the input ends its process
	Crash  *Crash            // how; or, unconfirmed, how a worker died that had run other inputs before

	// Touched says how the run first tried to change anything outside its process, "" if it
	// did not or nobody watched, whatever its end. Looked names the files that it asked
	// about or read.
	Touched string
	Looked  []string
}

// patientHang is how many times longer a patient run may last.
const patientHang = 4

// Run runs one input with everything recorded. An input that ends a used
// worker is run again in a fresh one, and what happens there counts.
func (w *Worker) Run(ctx context.Context, job *worker.RunJob) (*RunResult, error) {
	out := &RunResult{}
	defer w.begin(0)()
	if job.Patient {
		w.hang *= patientHang
	}
	start := time.Now()
	w.last = nil
	if w.proc != nil && w.proc.watcher != nil {
		w.proc.watcher.Mark()
	}
	end, err := w.attempt(ctx, job, func(m worker.Message) bool {
		out.Result = m.(*worker.RunResult)
		w.last = w.proc.watcher
		return true
	})
	if w.last != nil {
		_, out.Touched = w.last.Touched()
		out.Looked = w.last.Looked()
	}
	if err != nil {
		return out, err
	}
	if end.crash == nil {
		if out.Crash = fell(job.Entry, out.Result); out.Crash != nil {
			out.Result = nil
		}
		return out, ctx.Err()
	}
	defer func() { w.lost = time.Since(start) }()
	out.Crash = end.crash
	out.Crash.Entry, out.Crash.Vector = job.Entry, job.Vector
	if out.Crash.Kind == BeforeRun {
		return out, ctx.Err()
	}
	out.Result, err = w.confirm(ctx, out.Crash, job.Patient)
	if out.Result != nil {
		out.Result.Job = job.ID
	}
	if err == nil {
		err = ctx.Err()
	}
	return out, err
}

// ShrinkResult is what became of a shrink job.
type ShrinkResult struct {
	Result  *worker.RunResult // of the smallest vector, nil if even the first one ends its process
	Crashes []Crash
	GaveUp  bool // there were more crashes than one job may cause: the vector is the first one
}

// Shrink looks for a smaller input that takes the same branches. After a crash
// it starts again without the input that caused it.
func (w *Worker) Shrink(ctx context.Context, job *worker.ShrinkJob) (*ShrinkResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &ShrinkResult{}
	defer w.begin(0)()
	rec := recovery{
		worker: w, limit: w.opts.MaxCrashes, replay: max(job.Evaluations, minReplay),
		job:      func() worker.Message { return &j },
		answered: func(m worker.Message) { out.Result = m.(*worker.RunResult) },
		hopeless: func(c *Crash) bool { return slices.Equal(c.Vector, job.Vector) },
	}
	_, err := rec.outlive(ctx, &j.Avoid, func(uint64) bool { return false })
	out.Crashes, out.GaveUp = rec.crashes, rec.gaveUp
	if !out.GaveUp {
		if c := fell(job.Entry, out.Result); c != nil {
			out.Crashes, out.Result = append(out.Crashes, *c), nil
		}
		return out, err
	}
	lost := w.lost
	defer func() { w.lost += lost }()
	r, err := w.Run(ctx, &worker.RunJob{ID: job.ID, Entry: job.Entry, Vector: job.Vector})
	out.Result = r.Result
	return out, err
}
