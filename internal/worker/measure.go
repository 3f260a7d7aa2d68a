package worker

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/probe"
)

// measure executes a MeasureJob.
func (w *worker) measure(job *MeasureJob) {
	w.machine.starts(job.ID)
	defer w.less(job.Fuel)()
	probe.SetTarget(nil)
	probe.DisarmAll()
	probe.RecordTrace(job.Trace)
	probe.CountTaken(job.Branches)
	defer probe.RecordTrace(0)
	defer probe.CountTaken(false)
	m := &MeasureResult{Job: job.ID, Runs: make([]Measured, 0, len(job.Vectors))}
	for i, v := range job.Vectors {
		if w.machine.shared.Stop() || w.machine.lost >= mostLost {
			break
		}
		w.machine.shared.Count(uint64(i) + 1)
		m.Runs = append(m.Runs, w.measured(job, v))
	}
	m.Falls = w.machine.falls
	w.send(m)
}

// measured runs one vector of a MeasureJob.
func (w *worker) measured(job *MeasureJob, v input.Vector) (r Measured) {
	if slices.ContainsFunc(job.Avoid, func(a []uint64) bool { return slices.Equal(a, v) }) {
		return Measured{Avoided: true}
	}
	m := &w.machine
	before := m.lost
	if job.Results {
		out := new(probe.Genes) // a call that is given up may still write to it
		if r.Outcome = w.apart(&m.entries[job.Entry], v, out); m.lost == before {
			r.Out = out.Words
		}
		if r.Outcome != FuelOut && r.Outcome != Unbuilt {
			r.Text, r.GoType = m.describe()
		}
	} else {
		r.Outcome = m.call(&m.entries[job.Entry], v, nil)
	}
	if r.Outcome == Fallen {
		return Measured{Avoided: true}
	}
	r.Starved = m.fed
	if !m.blind {
		r.Cost = input.Cost{Statements: probe.Outcome().Cost, Branches: probe.NumTaken()}
		r.Trace = slices.Clone(probe.Trace())
	}
	return r
}
