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
	probe.SetMutant(job.Mutant, job.Mutants)
	defer probe.SetMutant(0, 0)
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
func (w *worker) measureOne(job *MeasureJob, vector input.Vector) (measured Measured) {
	if slices.ContainsFunc(job.Avoid, func(a []uint64) bool { return slices.Equal(a, vector) }) {
		return Measured{Avoided: true}
	}
	m := &w.machine
	lostBefore := m.lostCalls
	if job.Results {
		out := new(probe.Genes) // a call that is given up may still write to it
		if measured.Outcome = w.callOnRunner(&m.entries[job.Entry], vector, out); m.lostCalls == lostBefore {
			measured.Out = out.Words
		}
		if measured.Outcome != FuelOut && measured.Outcome != Unbuilt {
			measured.Text, measured.GoType = m.describe()
		}
	} else {
		measured.Outcome = m.call(&m.entries[job.Entry], vector, nil)
	}
	measured.Mutants = probe.TakeMutants()
	if measured.Outcome == GoroutinePanicked {
		return Measured{Avoided: true}
	}
	measured.Starved = m.starved
	if !m.notReached {
		measured.Cost = search.Cost{Statements: probe.Outcome().Cost, Branches: probe.NumTaken()}
		measured.Trace, measured.Path = slices.Clone(probe.Trace()), probe.TakenHash()
	}
	return measured
}
