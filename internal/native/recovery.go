package native

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/worker"
)

// A recovery brings one job to its end in spite of crashes.
type recovery struct {
	worker *Worker
	limit  int    // of crashes, by weight
	replay uint64 // evaluations that may be repeated

	job      func() worker.Message // as it is now
	found    func(*worker.Found)   // nil: it is not told
	answered func(worker.Message)

	// shorter is the job with fewer evaluations. It is nil for a job that ends with
	// another call than its last evaluation.
	shorter func(evaluations uint64) worker.Message

	// hopeless, if not nil, says that the job cannot do without what crashed.
	hopeless func(*Crash) bool

	crashes  []Crash
	gaveUp   bool // there were more than the job may cause
	weight   int  // of the crashes
	repeated uint64
	suspects map[string]int
	start    time.Time // of the attempt
}

// outlive attempts a job until it ends otherwise than by a crash, and returns
// how the last attempt ended. What causes a crash goes on the list to avoid
// before the job is attempted again. After too many crashes cut is to let the
// job end no later than where it crashed, for one last attempt; it reports
// false if nothing is left to attempt.
func (r *recovery) outlive(ctx context.Context, avoid *[][]uint64, cut func(evaluations uint64) bool) (ending, error) {
	for {
		r.start = time.Now()
		end, sound, err := r.attempt(ctx)
		if err != nil {
			return end, err
		}
		if end.crash == nil || r.gaveUp { // not even the part before the last crash repeats itself
			return end, ctx.Err()
		}
		if end.crash.Kind == BeforeRun { // there is no input to avoid
			r.crashes, r.gaveUp = append(r.crashes, *end.crash), true
			return end, ctx.Err()
		}
		exclude, err := r.from(ctx, end.crash, sound)
		r.crashes = append(r.crashes, *end.crash)
		if err != nil {
			return end, err
		}
		if exclude {
			*avoid = append(*avoid, end.crash.Vector)
		}
		if r.exhausted(end.crash) {
			r.gaveUp = true
			if r.worker.timed || !cut(end.crash.Evaluations) {
				return end, ctx.Err()
			}
		}
	}
}

// attempt attempts the job as it is now, and says after how many evaluations the worker
// was still in order.
func (r *recovery) attempt(ctx context.Context) (end ending, sound uint64, err error) {
	end, err = r.worker.attempt(ctx, r.job(), func(m worker.Message) bool {
		f, ok := m.(*worker.Found)
		switch {
		case !ok:
			r.answered(m)
		case r.found != nil:
			sound = f.Evaluations
			r.found(f)
		}
		return !ok
	})
	return end, sound, err
}

// isAnswer reports whether a message is the last of a job.
func isAnswer(m worker.Message) bool {
	_, found := m.(*worker.Found)
	return !found
}

// reached counts the evaluations up to the last crash.
func (r *recovery) reached() uint64 {
	if len(r.crashes) == 0 {
		return 0
	}
	return r.crashes[len(r.crashes)-1].Evaluations
}

// before leaves a job the vectors before the one that crashed.
func before(vectors *[][]uint64) (cut func(evaluations uint64) bool) {
	return func(evaluations uint64) bool {
		if evaluations > 0 {
			*vectors = (*vectors)[:min(evaluations-1, uint64(len(*vectors)))]
		}
		return evaluations > 0
	}
}

// from tries to confirm the suspect of a crash and reports whether the job is
// to avoid it. sound counts the evaluations of the job after which the worker
// was in order.
func (r *recovery) from(ctx context.Context, c *Crash, sound uint64) (exclude bool, err error) {
	defer func() { r.worker.lost += time.Since(r.start) }()
	if c.Kind == Garbled && r.shorter != nil && c.Evaluations > sound+1 {
		err = r.locate(ctx, c, sound)
	}
	if err == nil && !c.Confirmed {
		_, err = r.worker.confirm(ctx, c, false)
	}
	if err != nil {
		return false, err
	}
	r.weight += c.weight()
	r.repeated += c.Evaluations
	if c.Confirmed {
		return true, nil
	}
	if r.suspects == nil {
		r.suspects = map[string]int{}
	}
	key := fmt.Sprint(c.Entry, c.Vector)
	r.suspects[key]++
	return c.Entry >= 0 && r.suspects[key] > 1, nil
}

// locate looks for the evaluation that took the worker's descriptors away. The
// worker does not notice before it speaks the next time, which may be many
// evaluations later; but it always speaks at the end of a job, so the first
// evaluation that a job must not end with is the one. It lies behind sound.
func (r *recovery) locate(ctx context.Context, c *Crash, sound uint64) error {
	low, high := sound, c.Evaluations // in order after low, not after high
	var suspect *Crash
	for high-low > 1 || suspect == nil {
		middle := low + (high-low+1)/2
		if high-low <= 1 {
			middle = high
		}
		end, err := r.worker.attempt(ctx, r.shorter(middle), isAnswer)
		if err != nil || end.stopped {
			return err
		}
		switch {
		case end.crash != nil:
			high, suspect = middle, end.crash
		case middle == high:
			return nil // not this time
		default:
			low = middle
		}
	}
	suspect.Evaluations = high
	if _, err := r.worker.confirm(ctx, suspect, false); err != nil || !suspect.Confirmed {
		return err
	}
	*c = *suspect
	return nil
}

// late reports whether the time of the job is over: what is known by then is its answer.
func (r *recovery) late() bool { return r.worker.timed && r.worker.left <= 0 }

// exhausted reports whether the job has crashed more than it may, the last
// time with c.
func (r *recovery) exhausted(c *Crash) bool {
	return r.weight >= r.limit || r.late() || r.repeated > r.replay || r.hopeless != nil && r.hopeless(c)
}
