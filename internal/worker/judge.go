package worker

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/probe"
)

// A judge compares what the runs of a ShrinkJob tell, as input.Signature.Telling lists it.
type judge struct {
	job       *ShrinkJob
	told      func(vec, out input.Vector) []input.Vector
	input     input.Vector   // of the last run
	last      []input.Vector // what the last run told; nil if it did not return
	least     []input.Vector // each run must tell the parts that are not nil
	bestInput input.Vector
	best      []input.Vector // what the best input tells
	fails     bool           // the best input leads to an error
}

func newJudge(job *ShrinkJob) *judge {
	sig := *job.Signature
	sig.Results, sig.After, sig.Readers = job.Results, job.After, job.Readers
	return &judge{job: job, told: sig.Telling()}
}

// record returns genes for the outcome of a run, or nil if the job says nothing of outcomes. A call that is given
// up may still write to them.
func (j *judge) record() *probe.Genes {
	if len(j.job.Results)+len(j.job.After)+len(j.job.Readers) == 0 {
		return nil
	}
	return new(probe.Genes)
}

// accepts reports whether the run of an input tells enough.
func (j *judge) accepts(o Outcome, v input.Vector, out *probe.Genes) bool {
	j.input, j.last = v, nil
	if o == Returned && out != nil {
		j.last = j.told(v, out.Words)
	}
	return !j.tellsLess()
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

// setLeast makes what the last run told the least that further runs must tell, unless it depends on the order of a
// map. While an input shrinks, an error tells enough by itself. A record of calls need not stay if stubs record: a plainer
// value in the place of a stub may tell as much.
func (j *judge) setLeast(unordered bool) {
	j.bestInput, j.best, j.fails = j.input, j.last, j.isError()
	if unordered || j.fails && !j.job.Diversify {
		return
	}
	j.least = slices.Clone(j.last)
	if j.job.Stubs && len(j.least) > 0 {
		j.least[j.firstReading()] = nil
	}
}

// lacksCalls reports whether the last run did neither call the functions among the inputs, if none is of a stub, nor write to the
// writers inside of them. They record that.
func (j *judge) lacksCalls() bool {
	return len(j.records()) > 0 && len(j.last) > 0 && !j.hasCalls() && !j.isError()
}

// hasCalls reports whether the last run returned no error, and some record has a call or a text.
func (j *judge) hasCalls() bool {
	told := func(at int) bool { return at < len(j.last) && j.last[at] != nil }
	return slices.ContainsFunc(j.records(), told) && !j.isError()
}

// records returns the indices of the records in what runs tell, without that of the calls if stubs record theirs.
func (j *judge) records() (list []int) {
	for i, r := range j.job.Readers {
		if r.IsRecord() && (r.IsWritten() || !j.job.Stubs) {
			list = append(list, j.firstReading()+i)
		}
	}
	return list
}

// firstReading returns the index of the first reading in what runs tell. Records come first.
func (j *judge) firstReading() int { return len(j.job.Results) + len(j.job.After) }

// tellsLess reports whether a part of what the last run told is nil, but the same part of the least is not, or is a
// record of one call in the place of one of several; or whether the last run returned an error and the least has none.
func (j *judge) tellsLess() bool {
	if j.least != nil && !j.fails && j.isError() {
		return true
	}
	for i, part := range j.least {
		switch {
		case part == nil:
		case i >= len(j.last) || j.last[i] == nil:
			return true
		case i == j.firstReading() && j.recordsCalls() && min(part[0], severalCalls) > j.last[i][0]:
			return true
		}
	}
	return false
}

// recordsCalls reports whether the first reading is the record of calls.
func (j *judge) recordsCalls() bool {
	return len(j.job.Readers) > 0 && j.job.Readers[0].IsRecord() && !j.job.Readers[0].IsWritten()
}

// severalCalls is the first word of a record of two calls: the length of a slice plus one.
const severalCalls = 3

// diversifies reports whether the input of the last run, which set the least, can be diversified.
func (j *judge) diversifies() bool { return j.least != nil }

// advances reports whether the input of the last run, which was accepted, is better than the best one: with
// Diversify it must tell something else, and an error exactly if the best one does. again runs it once more.
func (j *judge) advances(again func() bool) bool {
	if !j.job.Diversify {
		return true
	}
	if j.isError() != j.fails || !j.differs() {
		return false
	}
	first := j.last
	if !again() || !slices.EqualFunc(j.last, first, equalParts) {
		return false
	}
	j.bestInput, j.best = slices.Clone(j.input), j.last
	return true
}

func equalParts(a, b input.Vector) bool { return slices.Equal(a, b) }

// differs reports whether the last run told something else than that of the best input: another result, or a value
// after the call that does not only repeat a change of this value before the call. Of another value than the
// receiver that is made by calls, these alone may have told that.
func (j *judge) differs() bool {
	sig := j.job.Signature
	var edited []int // inputs that differ from those of the best input
	for k := range sig.Inputs() {
		if !slices.Equal(sig.Part(j.bestInput, k), sig.Part(j.input, k)) {
			edited = append(edited, k)
		}
	}
	was, is := difference(j.bestInput, j.input)
	for i, part := range j.last {
		if slices.Equal(j.best[i], part) {
			continue
		}
		if len(edited) != 1 || edited[0] != j.inputOf(i) {
			return true
		}
		if k := edited[0]; (k > 0 || sig.Recv == nil) && sig.Input(k).Type.Kind == input.Choice {
			continue
		}
		if before, after := difference(j.best[i], part); !slices.Equal(before, was) || !slices.Equal(after, is) {
			return true
		}
	}
	return false
}

// inputOf returns the index of the input whose value after the call, or whose reading, is part i of what runs tell;
// -1 for a result and for a reading of one.
func (j *judge) inputOf(i int) int {
	if i -= len(j.job.Results); i < 0 {
		return -1
	}
	for at, k := i-len(j.job.After), 0; at >= 0 && k < len(j.job.Readers); k++ {
		if at -= len(j.job.Readers[k].Results); at < 0 && j.job.Readers[k].OfResult > 0 {
			return -1
		}
	}
	sig, k := j.job.Signature, 0 // readings are of the receiver
	for i < len(j.job.After) && k < sig.Inputs()-1 && sig.Input(k).Name != j.job.After[i].Name {
		k++
	}
	return k
}

// difference returns the parts of two lists between their common beginning and their common end.
func difference(a, b input.Vector) (x, y input.Vector) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}
