package native

import (
	"cmp"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// This file checks each message of a worker against the job that the message answers, so that
// its readers can rely on it. A message may hold anything: the code under test runs in the process
// of the worker and can write to its descriptors.

// Bounds of values in messages that the job does not bound.
const (
	maxCount      = 1 << 48 // statements, evaluations and other work
	maxText       = 1 << 17 // bytes of a text
	maxItems      = 1 << 12 // items of a list
	maxGoroutines = 1 << 24 // goroutines
)

// Reasons to reject a message. They complete "the worker's answer made no sense: ".
const (
	badVector  = "an input that the function does not have"
	badCount   = "a number of evaluations that it cannot have made"
	badBranch  = "branches that the package does not have"
	badSite    = "a place of a panic that the package does not have"
	badFitness = "another number of fitness values than was asked for"
	badOutcome = "results that the function cannot have"
	badLength  = "more than it can have to say"
	badSeed    = "the seed of another search"
)

// jobBounds holds the properties of a job that bound its answer.
type jobBounds struct {
	entry       int              // index of the function
	sig         *input.Signature // of inputs that the worker may generate; nil if it generates none
	vectors     [][]uint64       // inputs of the job
	evaluations uint64           // largest number of evaluations
}

func boundsOf(job worker.Message) jobBounds {
	switch j := job.(type) {
	case *worker.SearchJob:
		a := jobBounds{j.Entry, j.Signature, j.Starts, min(j.Evaluations, maxCount)}
		a.evaluations = cmp.Or(a.evaluations, maxCount)
		return a
	case *worker.BatchJob:
		return jobBounds{j.Entry, nil, j.Vectors, uint64(len(j.Vectors))}
	case *worker.MeasureJob:
		return jobBounds{j.Entry, nil, j.Vectors, uint64(len(j.Vectors))}
	case *worker.RunJob:
		return jobBounds{j.Entry, nil, [][]uint64{j.Vector}, 1}
	case *worker.ShrinkJob:
		const beside = 3 // runs before and after the shrinking
		return jobBounds{j.Entry, j.Signature, [][]uint64{j.Vector}, min(j.Evaluations, maxCount) + beside}
	}
	panic("native: BUG: not a job")
}

// hasVector reports whether the job may have run a vector.
func (a *jobBounds) hasVector(v []uint64) bool {
	return a.sig != nil && a.sig.Canonical(v) ||
		slices.ContainsFunc(a.vectors, func(of []uint64) bool { return slices.Equal(of, v) })
}

// answersJob reports whether the type of a message and its job number match a job.
func answersJob(job, m worker.Message) bool {
	switch j := job.(type) {
	case *worker.SearchJob:
		switch m := m.(type) {
		case *worker.Found:
			return m.Job == j.ID
		case *worker.SearchResult:
			return m.Job == j.ID
		}
	case *worker.BatchJob:
		switch m := m.(type) {
		case *worker.Found:
			return m.Job == j.ID
		case *worker.BatchResult:
			return m.Job == j.ID
		}
	case *worker.MeasureJob:
		m, ok := m.(*worker.MeasureResult)
		return ok && m.Job == j.ID
	case *worker.RunJob:
		m, ok := m.(*worker.RunResult)
		return ok && m.Job == j.ID
	case *worker.ShrinkJob:
		m, ok := m.(*worker.RunResult)
		return ok && m.Job == j.ID
	}
	return false
}

// mismatch returns the reason to reject a message that answers a job, "" if there is none.
func (o *Options) mismatch(job, m worker.Message) string {
	bounds := boundsOf(job)
	switch m := m.(type) {
	case *worker.Found:
		return o.mismatchFound(job, &bounds, m)
	case *worker.SearchResult:
		return o.mismatchSearch(job.(*worker.SearchJob), &bounds, m)
	case *worker.BatchResult:
		return mismatchBatch(&bounds, m)
	case *worker.MeasureResult:
		return o.mismatchMeasured(job.(*worker.MeasureJob), &bounds, m)
	case *worker.RunResult:
		return o.mismatchRun(&bounds, m)
	}
	panic("native: BUG: not an answer")
}

func (o *Options) mismatchFound(job worker.Message, a *jobBounds, m *worker.Found) string {
	switch {
	case m.Evaluations == 0 || m.Evaluations > a.evaluations:
		return badCount
	case !o.validBranches(m.Branches):
		return badBranch
	case m.Panic != 0 && m.Panic.Site() >= len(o.Sites):
		return badSite
	}
	if b, ok := job.(*worker.BatchJob); ok && !slices.Equal(m.Vector, b.Vectors[m.Evaluations-1]) || !ok && !a.hasVector(m.Vector) {
		return badVector
	}
	return ""
}

func (o *Options) mismatchSearch(job *worker.SearchJob, bounds *jobBounds, result *worker.SearchResult) string {
	switch {
	case result.Seed != job.Seed:
		return badSeed
	case result.Evaluations > bounds.evaluations || result.Unbuilt > bounds.evaluations:
		return badCount
	case max(result.CacheHits, result.Restarts, result.Cost) > maxCount, len(result.Bests) > int(search.NumModes):
		return badLength
	case !o.validBranches(result.Once) || !o.validBranches(result.Again):
		return badBranch
	case slices.ContainsFunc(result.Bests, func(b worker.Best) bool { return !bounds.hasVector(b.Vector) }):
		return badVector
	}
	return mismatchGoroutinePanics(bounds, result.GoroutinePanics)
}

func mismatchBatch(a *jobBounds, m *worker.BatchResult) string {
	switch {
	case m.Evaluations > a.evaluations || m.Unbuilt > m.Evaluations:
		return badCount
	case m.Cost > maxCount:
		return badLength
	case uint64(len(m.Fitness)) != m.Evaluations:
		return badFitness
	}
	return mismatchGoroutinePanics(a, m.GoroutinePanics)
}

func (o *Options) mismatchMeasured(job *worker.MeasureJob, bounds *jobBounds, result *worker.MeasureResult) string {
	if len(result.Runs) > len(job.Vectors) {
		return badCount
	}
	for i := range result.Runs {
		r := &result.Runs[i]
		switch {
		case max(len(r.Text), len(r.GoType)) > maxText, max(r.Cost.Statements, r.Cost.Branches) > maxCount, len(r.Trace) > job.Trace:
			return badLength
		case slices.ContainsFunc(r.Trace, func(b uint32) bool { return uint64(b) >= 2*uint64(o.Conditions) }):
			return badBranch
		case !o.validOutcome(bounds.entry, r.Out):
			return badOutcome
		}
	}
	return mismatchGoroutinePanics(bounds, result.GoroutinePanics)
}

func (o *Options) mismatchRun(bounds *jobBounds, result *worker.RunResult) string {
	switch {
	case result.Evaluations == 0 || result.Evaluations > bounds.evaluations:
		return badCount
	case !bounds.hasVector(result.Vector):
		return badVector
	case max(len(result.Text), len(result.GoType)) > maxText || result.Cost > maxCount || result.LeftGoroutines > maxGoroutines || max(len(result.EnvRead), len(result.LeftStacks), len(result.LeftTimers)) > maxItems:
		return badLength
	case !o.validBranches(result.Covered):
		return badBranch
	case uint64(result.Site) > uint64(len(o.Sites)):
		return badSite
	case !o.validOutcome(bounds.entry, result.Out):
		return badOutcome
	}
	return ""
}

func mismatchGoroutinePanics(bounds *jobBounds, list []worker.GoroutinePanic) string {
	if len(list) > maxItems {
		return badLength
	}
	for i := range list {
		f := &list[i]
		switch {
		case f.Evaluations > bounds.evaluations || f.Count == 0 || f.Count > maxCount:
			return badCount
		case len(f.Text) > maxText:
			return badLength
		case !bounds.hasVector(f.Vector):
			return badVector
		}
	}
	return ""
}

// validBranches reports whether list holds branches of the package in ascending order.
func (o *Options) validBranches(list []uint32) bool {
	n := len(list)
	return n == 0 || n <= 2*o.Conditions && slices.IsSorted(list) && uint64(list[n-1]) < 2*uint64(o.Conditions)
}

// validOutcome reports whether out is a possible outcome of an entry.
func (o *Options) validOutcome(entry int, out []uint64) bool {
	if entry < len(o.Entries) {
		return o.Entries[entry].Reports(out)
	}
	return true // without Options.Entries, callers do not decode outcomes
}

// hasEntries reports whether names are those of Options.Entries. It is true if they are not set.
func (o *Options) hasEntries(names []string) bool {
	return o.Entries == nil || slices.EqualFunc(o.Entries, names, func(s *input.Signature, name string) bool { return s.Name == name })
}
