package native

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/worker"
)

// A recovery runs one job to its end in spite of crashes.
type recovery struct {
	worker      *Worker
	maxWeight   int    // bound on the sum of Crash.weight over all crashes
	maxRepeated uint64 // largest number of evaluations to repeat

	job      func() worker.Message // returns the job with the current inputs to avoid
	onFound  func(*worker.Found)   // receives the inputs found; may be nil
	onAnswer func(worker.Message)  // receives the answer of the job

	// withEvaluations returns the job with fewer evaluations. It is nil for a job
	// that calls the code under test after its last evaluation.
	withEvaluations func(evaluations uint64) worker.Message

	// needsInput, if not nil, reports whether the job cannot avoid the input of a crash.
	needsInput func(*Crash) bool

	crashes      []Crash
	gaveUp       bool           // the job caused more crashes than it may
	weight       int            // sum of Crash.weight over the crashes so far
	repeated     uint64         // number of evaluations repeated so far
	suspects     map[string]int // number of times that an unconfirmed input was suspected
	attemptStart time.Time
}

// runToEnd attempts a job until an attempt ends without a crash, and returns
// the ending of the last attempt. It adds the input of each crash to avoid
// before the next attempt. After too many crashes, it calls cut, which must
// shorten the job to the evaluations before the last crash, and makes a last
// attempt. cut reports false if there are no such evaluations.
func (r *recovery) runToEnd(ctx context.Context, avoid *[][]uint64, cut func(evaluations uint64) bool) (ending, error) {
	for {
		r.attemptStart = time.Now()
		end, lastValid, err := r.attempt(ctx)
		if err != nil {
			return end, err
		}
		if end.crash == nil || r.gaveUp { // after gaveUp, even the shortened job crashed
			return end, ctx.Err()
		}
		if end.crash.Kind == BeforeRun { // there is no input to avoid
			r.crashes, r.gaveUp = append(r.crashes, *end.crash), true
			return end, ctx.Err()
		}
		exclude, err := r.attribute(ctx, end.crash, lastValid)
		r.crashes = append(r.crashes, *end.crash)
		if err != nil {
			return end, err
		}
		if exclude {
			*avoid = append(*avoid, end.crash.Vector)
		}
		if r.tooManyCrashes(end.crash) {
			r.gaveUp = true
			if r.worker.timed || !cut(end.crash.Evaluations) {
				return end, ctx.Err()
			}
		}
	}
}

// attempt runs the job once. lastValid is the number of evaluations after which the worker last
// sent a valid message.
func (r *recovery) attempt(ctx context.Context) (end ending, lastValid uint64, err error) {
	end, err = r.worker.attempt(ctx, r.job(), func(m worker.Message) bool {
		f, ok := m.(*worker.Found)
		switch {
		case !ok:
			r.onAnswer(m)
		case r.onFound != nil:
			lastValid = f.Evaluations
			r.onFound(f)
		}
		return !ok
	})
	return end, lastValid, err
}

// isAnswer reports whether a message is the last message of a job.
func isAnswer(m worker.Message) bool {
	_, found := m.(*worker.Found)
	return !found
}

// evaluationsToCrash returns the number of evaluations up to the last crash.
func (r *recovery) evaluationsToCrash() uint64 {
	if len(r.crashes) == 0 {
		return 0
	}
	return r.crashes[len(r.crashes)-1].Evaluations
}

// cutBefore returns a function that shortens vectors to those before the one that crashed.
func cutBefore(vectors *[][]uint64) (cut func(evaluations uint64) bool) {
	return func(evaluations uint64) bool {
		if evaluations > 0 {
			*vectors = (*vectors)[:min(evaluations-1, uint64(len(*vectors)))]
		}
		return evaluations > 0
	}
}

// attribute tries to confirm the suspect of a crash, and reports whether the
// job must avoid it. An unconfirmed suspect is avoided if it is suspected for the
// second time. lastValid is the number of evaluations after which the worker last sent a valid
// message; the cause of the crash is later.
func (r *recovery) attribute(ctx context.Context, crash *Crash, lastValid uint64) (exclude bool, err error) {
	defer func() { r.worker.lost += time.Since(r.attemptStart) }()
	if crash.Kind == Garbled && r.withEvaluations != nil && crash.Evaluations > lastValid+1 {
		err = r.locate(ctx, crash, lastValid)
	}
	if err == nil && !crash.Confirmed {
		_, err = r.worker.confirm(ctx, crash, false)
	}
	if err != nil {
		return false, err
	}
	r.weight += crash.weight()
	r.repeated += crash.Evaluations
	if crash.Confirmed {
		return true, nil
	}
	if r.suspects == nil {
		r.suspects = map[string]int{}
	}
	key := fmt.Sprint(crash.Entry, crash.Vector)
	r.suspects[key]++
	return crash.Entry >= 0 && r.suspects[key] > 1, nil
}

// locate finds, by bisection, the evaluation that closed the worker's
// descriptors. The worker only detects it when it sends the next message, which
// may be many evaluations later. A worker sends a message at the end of each
// job, so the searched evaluation is the first one with which a job cannot end.
// It is after lastValid.
func (r *recovery) locate(ctx context.Context, crash *Crash, lastValid uint64) error {
	low, high := lastValid, crash.Evaluations // the descriptors work after low evaluations, but not after high
	var suspect *Crash
	for high-low > 1 || suspect == nil {
		middle := low + (high-low+1)/2
		if high-low <= 1 {
			middle = high
		}
		end, err := r.worker.attempt(ctx, r.withEvaluations(middle), isAnswer)
		if err != nil || end.stopped {
			return err
		}
		switch {
		case end.crash != nil:
			high, suspect = middle, end.crash
		case middle == high:
			return nil // the crash does not repeat
		default:
			low = middle
		}
	}
	suspect.Evaluations = high
	if _, err := r.worker.confirm(ctx, suspect, false); err != nil || !suspect.Confirmed {
		return err
	}
	*crash = *suspect
	return nil
}

// timeOver reports whether the time of the job is over.
func (r *recovery) timeOver() bool { return r.worker.timed && r.worker.timeLeft <= 0 }

// tooManyCrashes reports whether there must be no further attempts after the crash c.
func (r *recovery) tooManyCrashes(c *Crash) bool {
	return r.weight >= r.maxWeight || r.timeOver() || r.repeated > r.maxRepeated || r.needsInput != nil && r.needsInput(c)
}
