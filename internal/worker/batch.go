package worker

import (
	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// batch does a BatchJob.
func (w *worker) batch(job *wire.BatchJob) {
	if text := w.refuse(job.Entry, job.Signature, input.Limits{}); text != "" {
		w.send(&wire.Fault{Job: job.ID, Text: text})
		return
	}
	w.machine.starts(job.ID, job.Entry)
	defer w.less(job.Fuel)()
	b, err := newBatch(&w.machine, job, w.send)
	if err != nil {
		w.send(&wire.Fault{Job: job.ID, Text: err.Error()})
		return
	}
	m := &wire.BatchResult{Job: job.ID}
	for _, v := range job.Vectors {
		if w.machine.shared.Stop() || w.machine.lost >= mostLost {
			break
		}
		row, hit := b.row(v)
		m.Fitness = append(m.Fitness, row)
		if hit && job.First {
			break
		}
	}
	probe.SetTarget(nil)
	m.Evaluations, m.Unbuilt, m.Cost, m.Falls = b.runs, b.unbuilt, b.cost, w.machine.falls
	w.send(m)
}

// A batch measures each run against several targets.
type batch struct {
	evaluator
	beyonds []float64 // by target
	rows    []search.Fitness
}

func newBatch(m *machine, job *wire.BatchJob, send func(wire.Message)) (*batch, error) {
	b := &batch{evaluator: evaluator{
		machine: m, entry: &m.entries[job.Entry], send: send, mode: job.Mode,
		job: &wire.SearchJob{
			ID: job.ID, Paper: job.Paper, Norm: job.Norm,
			Covered: job.Covered, Avoid: job.Avoid,
			Panics: job.Panics, Signature: job.Signature,
		},
	}}
	targets := make([]*probe.Target, len(job.Targets))
	for i := range job.Targets {
		t := &job.Targets[i]
		nodes, beyond, err := nodesOf(t)
		if err != nil {
			return nil, err
		}
		if t.Branch != wire.NoBranch {
			b.goals = append(b.goals, t.Branch)
		}
		b.beyonds = append(b.beyonds, beyond)
		targets[i] = &probe.Target{Branch: t.Branch, Nodes: nodes, Symbolic: job.Mode == search.Symbolic, Last: job.Last}
		setLinks(targets[i], t)
	}
	b.prepare()
	probe.SetTargets(targets)
	b.rows = make([]search.Fitness, len(job.Vectors)*len(targets))
	return b, nil
}

// row runs v and returns its fitness for each target, and whether it took one.
func (b *batch) row(v []uint64) (row []search.Fitness, hit bool) {
	n := len(b.beyonds)
	row, b.rows = b.rows[:n:n], b.rows[n:]
	ended, ok := b.run(v)
	for i := range row {
		if !ok {
			row[i] = search.Worst()
			continue
		}
		o := probe.OutcomeOf(i)
		o.Hit = o.Hit && ended
		b.fitness(o, b.beyonds[i], &row[i])
		hit = hit || o.Hit
	}
	return row, hit
}
