package native

import (
	"cmp"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// What a worker says may be anything: the code under test lives in its process, and
// can write to its descriptors. Here each message is held against the job that it
// answers, so that those who use it need not ask.

// Bounds of what no job says.
const (
	mostCount = 1 << 48 // of statements, evaluations and the like
	mostText  = 1 << 17 // bytes
	mostFew   = 1 << 12 // of lists that are short
	mostLeft  = 1 << 24 // goroutines
)

// Reasons why a message is none that a worker sends.
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

// asked is what a job asks for, as far as it bounds the answer.
type asked struct {
	entry       int
	sig         *input.Signature // of new inputs; nil if there are none
	vectors     [][]uint64       // that the job has
	evaluations uint64           // at most
}

func askedOf(job worker.Message) asked {
	switch j := job.(type) {
	case *worker.SearchJob:
		a := asked{j.Entry, j.Signature, j.Starts, min(j.Evaluations, mostCount)}
		a.evaluations = cmp.Or(a.evaluations, mostCount)
		return a
	case *worker.BatchJob:
		return asked{j.Entry, nil, j.Vectors, uint64(len(j.Vectors))}
	case *worker.MeasureJob:
		return asked{j.Entry, nil, j.Vectors, uint64(len(j.Vectors))}
	case *worker.RunJob:
		return asked{j.Entry, nil, [][]uint64{j.Vector}, 1}
	case *worker.ShrinkJob:
		const beside = 3 // the runs before and behind the shrinking
		return asked{j.Entry, j.Signature, [][]uint64{j.Vector}, min(j.Evaluations, mostCount) + beside}
	}
	panic("native: BUG: not a job")
}

// has reports whether the job can have run a vector.
func (a *asked) has(v []uint64) bool {
	return a.sig != nil && a.sig.Canonical(v) ||
		slices.ContainsFunc(a.vectors, func(of []uint64) bool { return slices.Equal(of, v) })
}

// belongs reports whether a message can be part of the answer to a job by its
// kind and number.
func belongs(job, m worker.Message) bool {
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

// unfit says why a message that belongs to a job does not fit it, "" if it does.
func (o *Options) unfit(job, m worker.Message) string {
	a := askedOf(job)
	switch m := m.(type) {
	case *worker.Found:
		return o.unfitFound(job, &a, m)
	case *worker.SearchResult:
		return o.unfitSearch(job.(*worker.SearchJob), &a, m)
	case *worker.BatchResult:
		return unfitBatch(&a, m)
	case *worker.MeasureResult:
		return o.unfitMeasured(job.(*worker.MeasureJob), &a, m)
	case *worker.RunResult:
		return o.unfitRun(&a, m)
	}
	panic("native: BUG: not an answer")
}

func (o *Options) unfitFound(job worker.Message, a *asked, m *worker.Found) string {
	switch {
	case m.Evaluations == 0 || m.Evaluations > a.evaluations:
		return badCount
	case !o.branches(m.Branches):
		return badBranch
	case m.Panic != 0 && m.Panic.Site() >= len(o.Sites):
		return badSite
	}
	if b, ok := job.(*worker.BatchJob); ok && !slices.Equal(m.Vector, b.Vectors[m.Evaluations-1]) || !ok && !a.has(m.Vector) {
		return badVector
	}
	return ""
}

func (o *Options) unfitSearch(job *worker.SearchJob, a *asked, m *worker.SearchResult) string {
	switch {
	case m.Seed != job.Seed:
		return badSeed
	case m.Evaluations > a.evaluations || m.Unbuilt > a.evaluations:
		return badCount
	case max(m.CacheHits, m.Restarts, m.Cost) > mostCount, len(m.Bests) > int(search.NumModes):
		return badLength
	case slices.ContainsFunc(m.Bests, func(b worker.Best) bool { return !a.has(b.Vector) }):
		return badVector
	}
	return unfitFalls(a, m.Falls)
}

func unfitBatch(a *asked, m *worker.BatchResult) string {
	switch {
	case m.Evaluations > a.evaluations || m.Unbuilt > m.Evaluations:
		return badCount
	case m.Cost > mostCount:
		return badLength
	case uint64(len(m.Fitness)) != m.Evaluations:
		return badFitness
	}
	return unfitFalls(a, m.Falls)
}

func (o *Options) unfitMeasured(job *worker.MeasureJob, a *asked, m *worker.MeasureResult) string {
	if len(m.Runs) > len(job.Vectors) {
		return badCount
	}
	for i := range m.Runs {
		r := &m.Runs[i]
		switch {
		case max(len(r.Text), len(r.GoType)) > mostText, max(r.Cost.Statements, r.Cost.Branches) > mostCount, len(r.Trace) > job.Trace:
			return badLength
		case slices.ContainsFunc(r.Trace, func(b uint32) bool { return uint64(b) >= 2*uint64(o.Conditions) }):
			return badBranch
		case !o.reports(a.entry, r.Out):
			return badOutcome
		}
	}
	return unfitFalls(a, m.Falls)
}

func (o *Options) unfitRun(a *asked, m *worker.RunResult) string {
	switch {
	case m.Evaluations == 0 || m.Evaluations > a.evaluations:
		return badCount
	case !a.has(m.Vector):
		return badVector
	case max(len(m.Text), len(m.GoType)) > mostText || m.Cost > mostCount || m.Left > mostLeft || max(len(m.Asked), len(m.Staying)) > mostFew:
		return badLength
	case !o.branches(m.Covered):
		return badBranch
	case uint64(m.Site) > uint64(len(o.Sites)):
		return badSite
	case !o.reports(a.entry, m.Out):
		return badOutcome
	}
	return ""
}

func unfitFalls(a *asked, list []worker.Fall) string {
	if len(list) > mostFew {
		return badLength
	}
	for i := range list {
		f := &list[i]
		switch {
		case f.Evaluations > a.evaluations || f.Count == 0 || f.Count > mostCount:
			return badCount
		case len(f.Text) > mostText:
			return badLength
		case !a.has(f.Vector):
			return badVector
		}
	}
	return ""
}

// branches reports whether a list is one of branches of the package, in order.
func (o *Options) branches(list []uint32) bool {
	n := len(list)
	return n == 0 || n <= 2*o.Conditions && slices.IsSorted(list) && uint64(list[n-1]) < 2*uint64(o.Conditions)
}

// reports reports whether an entry can have an outcome.
func (o *Options) reports(entry int, out []uint64) bool {
	if entry < len(o.Entries) {
		return o.Entries[entry].Reports(out)
	}
	return true // who starts workers without signatures reads no outcomes by them
}

// entries reports whether a worker has the functions that it was built for.
func (o *Options) entries(names []string) bool {
	return o.Entries == nil || slices.EqualFunc(o.Entries, names, func(s *input.Signature, name string) bool { return s.Name == name })
}
