package worker

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// measure executes a MeasureJob.
func (w *worker) measure(job *MeasureJob) {
	w.machine.startJob(job.ID)
	defer w.limitFuel(job.Fuel)()
	probe.SetTarget(nil)
	probe.DisarmAll()
	probe.RecordTrace(job.Trace)
	probe.CountTaken(job.Branches)
	defer probe.RecordTrace(0)
	defer probe.CountTaken(false)
	m := &MeasureResult{Job: job.ID, Runs: make([]Measured, 0, len(job.Vectors))}
	for i, v := range job.Vectors {
		if w.machine.shared.Stop() || w.machine.lostCalls >= maxLostCalls {
			break
		}
		w.machine.shared.Count(uint64(i) + 1)
		m.Runs = append(m.Runs, w.measureOne(job, v))
	}
	m.GoroutinePanics = w.machine.goroutinePanics
	w.send(m)
}

// measureOne runs one vector of a MeasureJob.
func (w *worker) measureOne(job *MeasureJob, v input.Vector) (r Measured) {
	if slices.ContainsFunc(job.Avoid, func(a []uint64) bool { return slices.Equal(a, v) }) {
		return Measured{Avoided: true}
	}
	m := &w.machine
	lostBefore := m.lostCalls
	if job.Results {
		out := new(probe.Genes) // a call that is given up may still write to it
		if r.Outcome = w.callOnRunner(&m.entries[job.Entry], v, out); m.lostCalls == lostBefore {
			r.Out = out.Words
		}
		if r.Outcome != FuelOut && r.Outcome != Unbuilt {
			r.Text, r.GoType = m.describe()
		}
	} else {
		r.Outcome = m.call(&m.entries[job.Entry], v, nil)
	}
	if r.Outcome == GoroutinePanicked {
		return Measured{Avoided: true}
	}
	r.Starved = m.starved
	if !m.notReached {
		r.Cost = search.Cost{Statements: probe.Outcome().Cost, Branches: probe.NumTaken()}
		r.Trace = slices.Clone(probe.Trace())
	}
	return r
}
