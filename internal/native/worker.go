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

// A Worker runs jobs in a worker process, and in another one when that dies.
// It does one job at a time; Counters may be called at any time.
type Worker struct {
	path     string
	opts     Options
	entries  []string
	searches []string
	asked    []string

	hang time.Duration // of the job at hand
	lost time.Duration // to crashes of the job at hand

	timed bool          // the job at hand has an end by the clock,
	left  time.Duration // that comes when it has been under way so much longer

	proc *process         // nil between a death and the next job
	last *sandbox.Watcher // of the process that did the last run

	ignored string // why a message during the job at hand was none of it, "" if there was none

	mu   sync.Mutex // guards mem against being closed under Counters, and most
	mem  *sharedMemory
	most uint64 // evaluations that the job at hand can make; 0 if they are counted
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
	w.opts.pkg, w.opts.timers, w.hang = bin.pkg, bin.Timers, w.opts.Hang
	if err := w.ensure(ctx); err != nil {
		w.Close()
		return nil, err
	}
	w.entries, w.searches, w.asked = w.proc.entries, w.proc.searches, w.proc.asked
	return w, nil
}

// Entries names the functions that jobs number.
func (w *Worker) Entries() []string { return w.entries }

// Asked names the environment variables that the initialization asks for, if anybody watches.
func (w *Worker) Asked() []string { return w.asked }

// Close ends the worker process and removes its directory.
func (w *Worker) Close() {
	w.drop()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.mem != nil {
		w.mem.close()
		w.mem = nil
	}
}

// Counters says how far the current job is.
func (w *Worker) Counters() worker.Counters {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.mem == nil {
		return worker.Counters{}
	}
	return w.mem.Counters()
}

// inFlight returns the evaluations of a job that nobody has counted: no more than it
// can make, whatever the worker's memory says.
func (w *Worker) inFlight() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.most == 0 || w.mem == nil {
		return 0
	}
	return min(w.mem.Counters().Evaluations, w.most)
}

func (w *Worker) setMost(evaluations uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.most = evaluations
}

// ensure has a process running whose directory is empty: what the initialization or
// a job leaves behind is not for the next one. A process that writes as fast as one
// removes makes room for another.
func (w *Worker) ensure(ctx context.Context) error {
	if w.proc != nil && sandbox.Empty(w.proc.dir) == nil {
		return nil
	}
	w.drop()
	if err := w.mem.Lay(); err != nil {
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

// drop ends the process, if there is one.
func (w *Worker) drop() {
	if w.proc != nil {
		w.proc.close()
		w.proc = nil
	}
}

// An ending is how an attempt at a job ended.
type ending struct {
	crash   *Crash // the process died; not confirmed
	stopped bool   // the context ended before an answer came
}

// attempt sends one job and hands its messages to handle, until handle says
// that the answer has come, the process dies, or the context ends and the
// worker gives no answer in time. A context that ends leaves a worker that
// answers in time with its best so far; that is then an answer.
//
// A process that dies before it has run anything of the job dies of what was
// before: the job goes to another one. If that happens time and again, the job itself
// is what they die of, and the crash is of the kind BeforeRun.
func (w *Worker) attempt(ctx context.Context, job worker.Message, handle func(worker.Message) bool) (ending, error) {
	var end ending
	for range 3 {
		if ctx.Err() != nil {
			return ending{stopped: true}, nil
		}
		if err := w.ensure(ctx); err != nil {
			if ctx.Err() != nil {
				return ending{stopped: true}, nil
			}
			return ending{}, err
		}
		if err := w.reset(); err != nil {
			return ending{}, err
		}
		w.setMost(askedOf(job).evaluations)
		var err error
		end, err = w.converse(ctx, job, handle)
		if err != nil || end.crash == nil || end.crash.senseless() || w.began() {
			return end, err
		}
	}
	how := *end.crash
	how.Confirmed = true
	return ending{crash: &Crash{Kind: BeforeRun, Text: how.String(), Entry: askedOf(job).entry}}, nil
}

// began reports whether anything of the job has been run.
func (w *Worker) began() bool {
	c := w.Counters()
	return c.Runs > 0 || c.Evaluations > 0
}

// reset clears the shared memory: no process is running, or it is waiting for
// a job.
func (w *Worker) reset() error {
	if err := w.mem.Reset(); err != nil {
		return fmt.Errorf("cannot write the memory that is shared with the worker: %w", err)
	}
	return nil
}

// converse is one attempt with the process at hand.
func (w *Worker) converse(ctx context.Context, job worker.Message, handle func(worker.Message) bool) (ending, error) {
	if err := w.proc.send(job); err != nil {
		return w.died(job), nil
	}
	dog := watchdog{mem: w.mem, hang: w.hang, usage: func() usage { return usageOf(w.proc.cmd.Process.Pid) }}
	tick := time.NewTicker(max(w.hang/16, time.Millisecond))
	defer tick.Stop()
	done := ctx.Done()
	var late, over <-chan time.Time
	if w.timed {
		began, timer := time.Now(), time.NewTimer(w.left)
		defer func() {
			timer.Stop()
			w.left -= time.Since(began)
		}()
		over = timer.C
	}
	for {
		select {
		case m, ok := <-w.proc.msgs:
			if !ok {
				return w.died(job), nil
			}
			why, isAnswer := w.judge(job, m)
			switch {
			case why == "" && handle(m):
				return ending{}, nil
			case why == "":
			case isAnswer:
				return w.senseless(job, why), nil
			default:
				w.ignored = why
			}
		case now := <-tick.C:
			if kind, stuck := dog.look(now); stuck {
				return w.stuck(job, kind), nil
			}
		case <-over:
			w.mem.SetStop()
			over = nil
		case <-done:
			w.mem.SetStop()
			timer := time.NewTimer(w.opts.StopGrace)
			defer timer.Stop()
			late, done = timer.C, nil
		case <-late:
			w.proc.kill()
			w.drop()
			return ending{stopped: true}, nil
		}
	}
}

// judge says what is wrong with a message, "" if nothing is. What is no answer can be
// ignored: the answer is still to come, and what was found is looked at again before
// it counts.
func (w *Worker) judge(job, m worker.Message) (why string, isAnswer bool) {
	switch m := m.(type) {
	case *worker.Fault:
		return "it refused the job: " + report.PrintableLine(m.Text), true
	case *worker.Found:
	default:
		isAnswer = true
	}
	if !belongs(job, m) {
		return "it is about another job", false
	}
	return w.opts.unfit(job, m), isAnswer
}

// senseless kills a process whose answer to a job is none.
func (w *Worker) senseless(job worker.Message, why string) ending {
	w.proc.kill()
	end := w.died(job)
	end.crash.Kind, end.crash.Code, end.crash.Text = Garbled, 0, why
	return end
}

// died describes the death of the process and forgets it.
func (w *Worker) died(job worker.Message) ending {
	return w.autopsy(job, func(inCall bool) Crash { return w.proc.postMortem(inCall) })
}

// stuck kills a process that makes no progress.
func (w *Worker) stuck(job worker.Message, kind CrashKind) ending {
	w.proc.kill()
	return w.autopsy(job, func(bool) Crash {
		w.proc.postMortem(true)
		return Crash{Kind: kind, Entry: -1}
	})
}

// autopsy names the input that was running when the process died, or, if none
// was, the latest one. Once the process is gone, nobody else writes to the
// shared memory.
func (w *Worker) autopsy(job worker.Message, cause func(inCall bool) Crash) ending {
	w.proc.await()
	vector, inCall := w.mem.Latest()
	c := cause(inCall)
	w.last = w.proc.watcher
	w.drop()
	if a := askedOf(job); vector != nil && a.has(vector) {
		c.Entry, c.Vector = a.entry, vector
	}
	c.Evaluations = w.inFlight()
	return ending{crash: &c}
}

// confirm runs a suspect alone in a fresh worker. If that dies too, the crash
// is the suspect's, and the death of the fresh worker says how; if not,
// it returns what the run gave.
func (w *Worker) confirm(ctx context.Context, c *Crash, patient bool) (*worker.RunResult, error) {
	if c.Entry < 0 {
		return nil, nil
	}
	w.drop()
	var res *worker.RunResult
	end, err := w.attempt(ctx, &worker.RunJob{Entry: c.Entry, Vector: c.Vector, Patient: patient}, func(m worker.Message) bool {
		res = m.(*worker.RunResult)
		return true
	})
	if err != nil || end.stopped {
		return nil, err
	}
	if end.crash != nil && end.crash.Kind == BeforeRun {
		c.Confirmed = true // not even what makes the input is survived
		return nil, nil
	}
	if end.crash != nil {
		c.Kind, c.Code, c.Text, c.Confirmed = end.crash.Kind, end.crash.Code, end.crash.Text, true
	}
	if f := fell(c.Entry, res); f != nil {
		c.Kind, c.Code, c.Text, c.Confirmed = f.Kind, f.Code, f.Text, true
		return nil, nil
	}
	if c.Kind == Goexit && res != nil && res.Outcome == worker.Goexit {
		c.Confirmed = true // a single run survives it
	}
	return res, nil
}
