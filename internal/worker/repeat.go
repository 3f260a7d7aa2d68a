package worker

import (
	"runtime"
	"slices"
	"time"
)

// An Observation is what a run let a caller see.
type Observation struct {
	Outcome Outcome
	Text    string   // text of a panic value
	Out     []uint64 // words of the results, then of the state after the call; may end early
}

// The observations of a RunResult besides the first one: those of any runs, and all with further ones that tell something new. A result
// with the time in it differs in each run, and what depends on the day alone in another world only.
const (
	maxOthers  = 4
	maxTelling = 64
)

// leavingRepeats bounds the repetitions of a patient job whose runs leave goroutines behind: each waits in vain, and
// goroutines that compute slow down all later ones.
const leavingRepeats = 2

// repeat runs the input of a job job.Repeat more times. It adds observations that differ from the
// first run's to the result, and keeps the branches that all runs take.
func (w *worker) repeat(job *RunJob, m *RunResult) {
	began, most := time.Now(), job.Repeat
	if job.Patient && m.LeftGoroutines > 0 {
		most = min(most, leavingRepeats)
	}
	var around litter
	for m.Repeats < most && m.Outcome.repeatable() && !w.mustEnd && !w.machine.shared.Stop() {
		if job.Limit > 0 && m.Repeats > 0 && time.Since(began) > job.Limit {
			return
		}
		if job.Collect {
			runtime.GC() // moves what a sync.Pool holds
			if job.Litter {
				around.scatter()
			}
			runtime.GC() // drops it
		}
		m.Repeats++
		w.machine.shared.Count(uint64(m.Repeats) + 1)
		r := w.observe(job.Entry, job.Vector)
		m.Covered = slices.DeleteFunc(m.Covered, func(b uint32) bool { return !slices.Contains(r.Covered, b) })
		m.Add(r.Outcome, r.Text, r.Out)
		m.Overwrites = m.Overwrites || around.changed()
	}
}

// repeatable reports whether a run that ended so ends by itself in every case.
func (o Outcome) repeatable() bool { return o == Returned || o == Panicked || o == RuntimeError }

// Add adds an observation of another run of the input to Others, unless it is there already.
func (r *RunResult) Add(end Outcome, text string, out []uint64) {
	if end == r.Outcome && text == r.Text && slices.Equal(out, r.Out) || len(r.Others) == maxTelling {
		return
	}
	same := func(o Observation) bool { return o.Outcome == end && o.Text == text && slices.Equal(o.Out, out) }
	if !slices.ContainsFunc(r.Others, same) && (len(r.Others) < maxOthers || r.news(end, text, out)) {
		r.Others = append(r.Others, Observation{end, text, out})
	}
}

// news reports whether an observation differs from all others where these are alike: in its end, its text, its length, or in a word from
// all of its length.
func (r *RunResult) news(end Outcome, text string, out []uint64) bool {
	all := append([]Observation{{r.Outcome, r.Text, r.Out}}, r.Others...)
	like := slices.DeleteFunc(all, func(o Observation) bool { return o.Outcome != end || o.Text != text || len(o.Out) != len(out) })
	if len(like) == 0 {
		return true
	}
	for i, w := range out {
		if first := like[0].Out[i]; w != first && !slices.ContainsFunc(like, func(o Observation) bool { return o.Out[i] != first }) {
			return true
		}
	}
	return false
}

// Join adds the observations of another result of the same input.
func (r *RunResult) Join(o *RunResult) {
	r.Repeats, r.Overwrites = r.Repeats+o.Repeats+1, r.Overwrites || o.Overwrites
	r.Add(o.Outcome, o.Text, o.Out)
	for _, seen := range o.Others {
		r.Add(seen.Outcome, seen.Text, seen.Out)
	}
}
