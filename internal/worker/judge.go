package worker

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/probe"
)

// A judge compares what the runs of a ShrinkJob tell, as input.Signature.Telling lists it.
type judge struct {
	job   *ShrinkJob
	told  func(vec, out input.Vector) []input.Vector
	last  []input.Vector // what the last run told; nil if it did not return
	least []input.Vector // each run must tell the parts that are not nil
	best  []input.Vector // with Diversify: what the best input tells
}

func newJudge(job *ShrinkJob) *judge {
	sig := *job.Signature
	sig.Results, sig.After, sig.Readers = job.Results, job.After, job.Readers
	return &judge{job: job, told: sig.Telling()}
}

// record returns genes for the outcome of a run, or nil if the job says nothing of outcomes. A call that is given
// up may still write to them.
func (j *judge) record() *probe.Genes {
	if len(j.job.Results)+len(j.job.After) == 0 {
		return nil
	}
	return new(probe.Genes)
}

// accepts reports whether the run of an input tells enough.
func (j *judge) accepts(o Outcome, v input.Vector, out *probe.Genes) bool {
	j.last = nil
	if o == Returned && out != nil {
		j.last = j.told(v, out.Words)
	}
	for i, part := range j.least {
		if part != nil && (i >= len(j.last) || j.last[i] == nil) {
			return false
		}
	}
	return true
}

// isError reports whether the last run returned an error.
func (j *judge) isError() bool {
	for i, f := range j.job.Results {
		if f.Type.Kind == input.Error && i < len(j.last) && j.last[i] != nil {
			return true
		}
	}
	return false
}

// setLeast makes what the last run told the least that further runs must tell. An error tells enough by itself.
func (j *judge) setLeast() {
	if j.best = j.last; !j.isError() {
		j.least = j.last
	}
}

// diversifies reports whether the input of the last two runs can be diversified: they told the same, and no error.
func (j *judge) diversifies() bool {
	return j.last != nil && !j.isError() && !j.differs()
}

// differs reports whether the last run told something else than the best input.
func (j *judge) differs() bool {
	return !slices.EqualFunc(j.last, j.best, func(a, b input.Vector) bool { return slices.Equal(a, b) })
}

// advances reports whether the input of the last run, which was accepted, is better than the best one: with
// Diversify it must tell something else and no error.
func (j *judge) advances() bool {
	if j.job.Diversify && (j.isError() || !j.differs()) {
		return false
	}
	j.best = j.last
	return true
}
