package native

import (
	"context"
	"slices"
	"time"

	"nearmiss/internal/worker"
	"nearmiss/search"
)

// SearchResult is the result of a search job.
type SearchResult struct {
	// Result is the worker's answer. If there was none, only the job number,
	// the seed, the status and the evaluations are set.
	Result *worker.SearchResult

	// Found lists the inputs that took new branches, in the order in which
	// the search found them. Each branch is listed once.
	Found []*worker.Found

	// Crashes lists the deaths of workers, in order, and then the crashes that
	// a worker survived.
	Crashes []Crash

	// GaveUp says that the job caused more deaths than it may. Result and
	// Found then cover the evaluations before the last death.
	GaveUp bool

	Elapsed time.Duration
	Lost    time.Duration // part of Elapsed: attempts that a crash ended
}

// Search runs a search job. If found is not nil, Search calls it for each
// input that took new branches, as soon as the worker reports the input.
//
// A crash does not change the other findings of the job. Search runs the job
// again from its seed, and adds the confirmed suspect to the inputs to avoid.
// The new attempt repeats all evaluations up to the crash, gives the suspect
// the worst fitness, and continues after it; repeated evaluations count once.
// So the result depends only on the seed and on the set of inputs that crash.
// A suspect that does not crash when it runs alone is avoided only after it
// has been suspected twice.
//
// When the context ends, Search returns the findings until then and the error
// of the context. The end of the job's time is not an error. The time runs
// while a process is working on the job, attempts with crashes included.
func (w *Worker) Search(ctx context.Context, job *worker.SearchJob, found func(*worker.Found)) (*SearchResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &SearchResult{}
	start := time.Now()
	defer w.beginJob(job.Fuel, job.Time)()
	w.timed, w.timeLeft = job.Time > 0, job.Time
	defer func() { out.Elapsed, out.Lost = time.Since(start), w.lost }()
	inputs := foundSet{known: map[uint32]bool{}, found: &out.Found, onFound: found}
	rec := recovery{
		worker: w, maxWeight: w.opts.crashLimit(job.Crashes), maxRepeated: max(job.Evaluations, minReplay),
		job: func() worker.Message { return &j }, onFound: inputs.add,
		onAnswer: func(m worker.Message) { out.Result = m.(*worker.SearchResult) },
		withEvaluations: func(evaluations uint64) worker.Message {
			part := j
			part.Evaluations = evaluations
			return &part
		},
	}
	cut := func(evaluations uint64) bool {
		j.Evaluations = evaluations
		return evaluations > 0
	}
	end, err := rec.runToEnd(ctx, &j.Avoid, cut)
	out.Crashes, out.GaveUp = append(rec.crashes, w.ignoredCrash()...), rec.gaveUp
	if out.Result != nil {
		out.Result.Evaluations = max(out.Result.Evaluations, rec.evaluationsToCrash()) // the job's time may end while it repeats evaluations
		out.Crashes = append(out.Crashes, goroutinePanicCrashes(job.Entry, out.Result.GoroutinePanics)...)
		out.Result.GoroutinePanics = nil
	} else {
		out.Result = partialResult(job, rec.evaluationsToCrash())
		if end.stopped {
			out.Result.Evaluations = max(out.Result.Evaluations, w.inFlight())
		}
	}
	return out, err
}

// beginJob sets the limits for a job with the given fuel and time. The returned function resets them.
func (w *Worker) beginJob(fuel uint64, within time.Duration) (end func()) {
	w.hang, w.lost, w.ignored = w.opts.hangLimit(fuel, within), 0, ""
	return func() { w.hang, w.timed = w.opts.Hang, false }
}

// minReplay is a number of evaluations that each job may repeat after crashes.
const minReplay = 1 << 16

// partialResult returns the result of a search job without the worker's answer.
func partialResult(job *worker.SearchJob, evaluations uint64) *worker.SearchResult {
	return &worker.SearchResult{Job: job.ID, Seed: job.Seed, Status: search.Stopped, Evaluations: evaluations}
}

// A foundSet collects the inputs that a job found in all its attempts, each branch once.
type foundSet struct {
	known   map[uint32]bool
	found   *[]*worker.Found    // the inputs found
	onFound func(*worker.Found) // may be nil
}

func (n *foundSet) add(m *worker.Found) {
	f := newlyFound(m, n.known)
	if f == nil {
		return
	}
	*n.found = append(*n.found, f)
	if n.onFound != nil {
		n.onFound(f)
	}
}

// panickedOnly is added to a branch in the keys of foundSet.known: a run that panicked has taken the
// branch. A run that takes it and returns is still new.
const panickedOnly = 1 << 30

// newlyFound returns a copy of found with only the branches and the panic site that
// are not known yet, nil if all are known. It adds them to known.
func newlyFound(found *worker.Found, known map[uint32]bool) *worker.Found {
	var branches []uint32
	for _, b := range found.Branches {
		if !known[b] && !(found.Panicked && known[b|panickedOnly]) {
			branches = append(branches, b)
		}
		if found.Panicked {
			known[b|panickedOnly] = true
		} else {
			known[b] = true
		}
	}
	at := found.Panic
	if at != 0 {
		key := ^uint32(at) // differs from the numbers of branches, which count up from 0
		if known[key] {
			at = 0
		}
		known[key] = true
	}
	if len(branches) == 0 && at == 0 {
		return nil
	}
	return &worker.Found{Job: found.Job, Evaluations: found.Evaluations, Vector: found.Vector, Branches: branches, Panic: at, Panicked: found.Panicked}
}

// RunResult is the result of a single run.
type RunResult struct {
	Result *worker.RunResult // nil if the input ends its process
	Crash  *Crash            // of the input; if not Confirmed, of a worker that had run other inputs before

	// FirstTouch describes the first attempt of the run to change anything outside its process. It
	// is "" if there was none, or without Options.Watch.
	FirstTouch string
	FilesRead  []string // names of the files that the run read or queried
}

// patientHang is the factor by which a patient run (worker.RunJob) may last longer than others.
const patientHang = 4

// Run runs one input and records its whole outcome. If the input ends a used
// worker, Run repeats it in a fresh worker, whose outcome counts.
func (w *Worker) Run(ctx context.Context, job *worker.RunJob) (*RunResult, error) {
	out := &RunResult{}
	defer w.beginJob(0, 0)()
	if job.Patient {
		w.hang *= patientHang
	}
	start := time.Now()
	w.lastWatcher = nil
	if w.proc != nil && w.proc.watcher != nil {
		w.proc.watcher.Mark()
	}
	end, err := w.attempt(ctx, job, func(m worker.Message) bool {
		out.Result = m.(*worker.RunResult)
		w.lastWatcher = w.proc.watcher
		return true
	})
	if w.lastWatcher != nil {
		_, out.FirstTouch = w.lastWatcher.Touches()
		out.FilesRead = w.lastWatcher.FilesRead()
	}
	if err != nil {
		return out, err
	}
	if end.crash == nil {
		if out.Crash = runCrash(job.Entry, out.Result); out.Crash != nil {
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

// ShrinkResult is the result of a shrink job.
type ShrinkResult struct {
	Result  *worker.RunResult // run of the smallest input; nil if the original one ends its process
	Crashes []Crash
	GaveUp  bool // the job caused more crashes than it may; Result is a run of the original input
}

// Shrink searches for a smaller input that takes the same branches. After a
// crash, it starts again without the input that caused the crash.
func (w *Worker) Shrink(ctx context.Context, job *worker.ShrinkJob) (*ShrinkResult, error) {
	j := *job
	j.Avoid = slices.Clone(job.Avoid)
	out := &ShrinkResult{}
	defer w.beginJob(1, 0)() // a smaller input that takes longer than the least limit is not wanted
	rec := recovery{
		worker: w, maxWeight: w.opts.MaxCrashes, maxRepeated: max(job.Evaluations, minReplay),
		job:        func() worker.Message { return &j },
		onAnswer:   func(m worker.Message) { out.Result = m.(*worker.RunResult) },
		needsInput: func(c *Crash) bool { return slices.Equal(c.Vector, job.Vector) },
	}
	_, err := rec.runToEnd(ctx, &j.Avoid, func(uint64) bool { return false })
	out.Crashes, out.GaveUp = rec.crashes, rec.gaveUp
	if !out.GaveUp {
		if c := runCrash(job.Entry, out.Result); c != nil {
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
