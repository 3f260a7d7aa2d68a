package native

import (
	"context"
	"fmt"
	"sync"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
)

// A Worker runs jobs in a worker process, and starts a new process when that
// dies. It runs one job at a time. Counters may be called concurrently.
type Worker struct {
	path     string   // of the executable
	opts     Options  // with default values set
	entries  []string // names of the functions
	searches []string // names of the search algorithms
	envRead  []string // environment variables that package initialization reads

	hang time.Duration // hang limit of the current job
	lost time.Duration // time that crashes of the current job have cost

	timed    bool          // the current job has a time limit
	timeLeft time.Duration // remaining time of the job

	proc        *process         // nil between a death and the next job
	lastWatcher *sandbox.Watcher // of the process of the last run

	ignored string // reason to reject an ignored message of the current job, "" if there was none

	mu             sync.Mutex // guards mem and maxEvaluations
	mem            *sharedMemory
	maxEvaluations uint64 // maximum number of evaluations of the current job; 0 once the pool has counted them
}

// Start starts a worker process for the binary and waits until it is ready.
// If the package under test ends the process in its initialization, the error
// is a *StartError.
func Start(ctx context.Context, bin *Binary, opts Options) (*Worker, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	mem, err := newSharedMemory()
	if err != nil {
		return nil, fmt.Errorf("cannot share memory with the worker: %w", err)
	}
	w := &Worker{path: bin.Path, opts: opts.withDefaults(), mem: mem}
	if opts.Rights.Ahead != 0 {
		w.path = bin.slowClock()
	}
	w.opts.pkg, w.opts.timers, w.hang = bin.pkg, bin.Timers, w.opts.Hang
	if err := w.ensureProcess(ctx); err != nil {
		w.Close()
		return nil, err
	}
	w.entries, w.searches, w.envRead = w.proc.entries, w.proc.searches, w.proc.envRead
	return w, nil
}

// Entries returns the names of the functions. Jobs refer to a function by its index.
func (w *Worker) Entries() []string { return w.entries }

// EnvRead returns the names of the environment variables that package initialization reads. It
// needs Options.Watch.
func (w *Worker) EnvRead() []string { return w.envRead }

// Close ends the worker process and removes its directory.
func (w *Worker) Close() {
	w.endProcess()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.mem != nil {
		w.mem.close()
		w.mem = nil
	}
}

// Counters returns the progress of the current job.
func (w *Worker) Counters() worker.Counters {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.mem == nil {
		return worker.Counters{}
	}
	return w.mem.Counters()
}

// inFlight returns the evaluations of the current job, 0 if the pool has counted them. It returns
// at most maxEvaluations, because the code under test can write to the shared memory.
func (w *Worker) inFlight() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.maxEvaluations == 0 || w.mem == nil {
		return 0
	}
	return min(w.mem.Counters().Evaluations, w.maxEvaluations)
}

func (w *Worker) setMaxEvaluations(evaluations uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.maxEvaluations = evaluations
}

// ensureProcess makes sure that a process is running and that its directory is empty: files that
// the initialization or a job left there are removed. If the directory cannot be emptied, because
// the process keeps writing, ensureProcess starts another process.
func (w *Worker) ensureProcess(ctx context.Context) error {
	if w.proc != nil && sandbox.Empty(w.proc.dir) == nil {
		return nil
	}
	w.endProcess()
	if err := w.mem.Restore(); err != nil {
		return fmt.Errorf("cannot share memory with the worker: %w", err)
	}
	p, err := startProcess(ctx, w.path, &w.opts, w.mem)
	if err != nil {
		return err
	}
	w.proc = p
	sandbox.Empty(p.dir)
	return nil
}

// endProcess ends the process, if there is one.
func (w *Worker) endProcess() {
	if w.proc != nil {
		w.proc.close()
		w.proc = nil
	}
}

// An ending is how an attempt at a job ended.
type ending struct {
	crash   *Crash // crash of the process, not confirmed yet; nil if the process did not die
	stopped bool   // the context ended before the worker's answer
}

// attempt sends one job to a process and passes its messages to handle, until
// handle returns true for the answer, the process dies, or the context ends and
// the worker does not answer in time. When the context ends, a worker that
// answers in time sends its best results so far.
//
// If a process dies before it has run an input of the job, an earlier job is to
// blame, and attempt sends the job to another process. If three processes die
// so, the job is to blame, and the crash is of the kind BeforeRun.
func (w *Worker) attempt(ctx context.Context, job worker.Message, handle func(worker.Message) bool) (ending, error) {
	var end ending
	for range 3 {
		if ctx.Err() != nil {
			return ending{stopped: true}, nil
		}
		if err := w.ensureProcess(ctx); err != nil {
			if ctx.Err() != nil {
				return ending{stopped: true}, nil
			}
			return ending{}, err
		}
		if err := w.resetMemory(); err != nil {
			return ending{}, err
		}
		w.setMaxEvaluations(boundsOf(job).evaluations)
		var err error
		end, err = w.exchange(ctx, job, handle)
		if err != nil || end.crash == nil || end.crash.isInvalidMessage() || w.ranInput() {
			return end, err
		}
	}
	death := *end.crash
	death.Confirmed = true
	return ending{crash: &Crash{Kind: BeforeRun, Text: death.String(), Entry: boundsOf(job).entry}}, nil
}

// ranInput reports whether the worker has run an input of the job.
func (w *Worker) ranInput() bool {
	c := w.Counters()
	return c.Runs > 0 || c.Evaluations > 0
}

// resetMemory clears the shared memory. The process must be waiting for a job.
func (w *Worker) resetMemory() error {
	if err := w.mem.Reset(); err != nil {
		return fmt.Errorf("cannot write the memory that is shared with the worker: %w", err)
	}
	return nil
}

// exchange makes one attempt at a job with the current process.
func (w *Worker) exchange(ctx context.Context, job worker.Message, handle func(worker.Message) bool) (ending, error) {
	if err := w.proc.send(job); err != nil {
		return w.endingOfDeath(job), nil
	}
	dog := watchdog{mem: w.mem, hang: w.hang, usage: func() usage { return usageOf(w.proc.cmd.Process.Pid) }}
	tick := time.NewTicker(max(w.hang/16, time.Millisecond))
	defer tick.Stop()
	done := ctx.Done()
	var overdue, over <-chan time.Time
	if w.timed {
		began, timer := time.Now(), time.NewTimer(w.timeLeft)
		defer func() {
			timer.Stop()
			w.timeLeft -= time.Since(began)
		}()
		over = timer.C
	}
	for {
		select {
		case m, ok := <-w.proc.messages:
			if !ok {
				return w.endingOfDeath(job), nil
			}
			why, isAnswer := w.checkMessage(job, m)
			switch {
			case why == "" && handle(m):
				return ending{}, nil
			case why == "":
			case isAnswer:
				return w.invalidAnswer(job, why), nil
			default:
				w.ignored = why
			}
		case now := <-tick.C:
			if kind, stuck := dog.check(now); stuck {
				return w.killStuck(job, kind), nil
			}
		case <-over:
			w.mem.SetStop()
			over = nil
		case <-done:
			w.mem.SetStop()
			timer := time.NewTimer(w.opts.grace(job))
			defer timer.Stop()
			overdue, done = timer.C, nil
		case <-overdue:
			w.proc.kill()
			w.endProcess()
			return ending{stopped: true}, nil
		}
	}
}

// checkMessage returns the reason to reject a message, "" if there is none, and whether the message
// is the answer of the job. Invalid messages that are not the answer can be ignored: the answer is
// still to come, and inputs from Found messages are run again before they count.
func (w *Worker) checkMessage(job, m worker.Message) (why string, isAnswer bool) {
	switch m := m.(type) {
	case *worker.Fault:
		return "it refused the job: " + report.PrintableLine(m.Text), true
	case *worker.Found:
	default:
		isAnswer = true
	}
	if !answersJob(job, m) {
		return "it is about another job", false
	}
	return w.opts.mismatch(job, m), isAnswer
}

// invalidAnswer kills a process that sent an invalid answer.
func (w *Worker) invalidAnswer(job worker.Message, why string) ending {
	w.proc.kill()
	end := w.endingOfDeath(job)
	end.crash.Kind, end.crash.Code, end.crash.Text = Garbled, 0, why
	return end
}

// endingOfDeath returns the ending for a worker that died by itself.
func (w *Worker) endingOfDeath(job worker.Message) ending {
	return w.autopsy(job, func(inCall bool) Crash { return w.proc.postMortem(inCall) })
}

// killStuck kills a process that makes no progress, and returns the ending.
func (w *Worker) killStuck(job worker.Message, kind CrashKind) ending {
	w.proc.kill()
	return w.autopsy(job, func(bool) Crash {
		w.proc.postMortem(true)
		return Crash{Kind: kind, Entry: -1}
	})
}

// autopsy waits for the exit of the process and returns the crash that cause
// determines, with the input that was running or, if none was, the last one. It
// reads the input from the shared memory after the exit, when no process writes
// there.
func (w *Worker) autopsy(job worker.Message, cause func(inCall bool) Crash) ending {
	w.proc.awaitExit()
	vector, inCall := w.mem.Latest()
	c := cause(inCall)
	w.lastWatcher = w.proc.watcher
	w.endProcess()
	if a := boundsOf(job); vector != nil && a.hasVector(vector) {
		c.Entry, c.Vector = a.entry, vector
	}
	c.Evaluations = w.inFlight()
	return ending{crash: &c}
}

// confirm runs the suspect of a crash alone in a fresh worker. If the fresh
// worker dies too, confirm sets Confirmed and describes the death of the fresh
// worker in crash. Otherwise it returns the result of the run.
func (w *Worker) confirm(ctx context.Context, crash *Crash, patient bool) (*worker.RunResult, error) {
	if crash.Entry < 0 {
		return nil, nil
	}
	w.endProcess()
	var res *worker.RunResult
	end, err := w.attempt(ctx, &worker.RunJob{Entry: crash.Entry, Vector: crash.Vector, Patient: patient}, func(m worker.Message) bool {
		res = m.(*worker.RunResult)
		return true
	})
	if err != nil || end.stopped {
		return nil, err
	}
	if end.crash != nil && end.crash.Kind == BeforeRun {
		crash.Confirmed = true // the construction of the input ends the process
		return nil, nil
	}
	if end.crash != nil {
		crash.Kind, crash.Code, crash.Text, crash.Confirmed = end.crash.Kind, end.crash.Code, end.crash.Text, true
	}
	if f := runCrash(crash.Entry, res); f != nil {
		crash.Kind, crash.Code, crash.Text, crash.Confirmed = f.Kind, f.Code, f.Text, true
		return nil, nil
	}
	if crash.Kind == Goexit && res != nil && res.Outcome == worker.Goexit {
		crash.Confirmed = true // a single run survives Goexit, and reports it as the outcome
	}
	return res, nil
}
