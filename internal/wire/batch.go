package wire

import (
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

// BatchJob asks for the fitness of vectors that the parent has bred: one run a
// vector, whatever the number of targets. It is answered by any number of
// Found and one BatchResult.
type BatchJob struct {
	ID        uint32
	Entry     int
	Signature *input.Signature
	Targets   []Target
	Mode      search.Mode
	Paper     bool       // as published: no archive, only targets are Found
	Last      bool       // as in SearchJob
	First     bool       // stop behind the first vector that takes a target
	Fuel      uint64     // as in SearchJob
	Covered   []uint32   // as in SearchJob
	Panics    []Panic    // as in SearchJob
	Vectors   [][]uint64 // run in this order
	Avoid     [][]uint64 // vectors that killed a worker: never run, worst fitness
}

// BatchResult ends a BatchJob. Row i of Fitness belongs to vector i and has
// one column for each target. There are fewer rows than vectors if the job was
// stopped, by the parent or by First.
type BatchResult struct {
	Job         uint32
	Fitness     [][]search.Fitness
	Evaluations uint64 // rows
	Unbuilt     uint64 // of these, inputs that could not be made
	Cost        uint64 // statements executed, all runs together
	Falls       []Fall
}

func (m *BatchJob) encode(e *encoder) {
	e.uint(uint64(m.ID))
	e.uint(uint64(m.Entry))
	e.signature(m.Signature)
	e.uint(uint64(len(m.Targets)))
	for i := range m.Targets {
		e.target(&m.Targets[i])
	}
	e.byte(byte(m.Mode))
	e.bool(m.Paper)
	e.bool(m.Last)
	e.bool(m.First)
	e.uint(m.Fuel)
	e.uint32s(m.Covered)
	e.panics(m.Panics)
	e.vectors(m.Vectors)
	e.vectors(m.Avoid)
}

func (m *BatchJob) decode(d *decoder) {
	m.ID = d.uint32()
	m.Entry = d.small()
	m.Signature = d.signature()
	if n := count[Target](d, 4); n > 0 {
		m.Targets = make([]Target, n)
		for i := range m.Targets {
			d.target(&m.Targets[i])
		}
	}
	m.Mode = search.Mode(d.byte2(int(search.NumModes)))
	m.Paper = d.bool()
	m.Last = d.bool()
	m.First = d.bool()
	m.Fuel = d.uint()
	m.Covered = d.uint32s()
	m.Panics = d.panics()
	m.Vectors = d.vectors()
	m.Avoid = d.vectors()
}

func (m *BatchResult) encode(e *encoder) {
	e.uint(uint64(m.Job))
	e.uint(m.Evaluations)
	e.uint(m.Unbuilt)
	e.uint(m.Cost)
	e.uint(uint64(len(m.Fitness)))
	for _, row := range m.Fitness {
		e.uint(uint64(len(row)))
		for i := range row {
			e.fitness(&row[i])
		}
	}
	e.falls(m.Falls)
}

func (m *BatchResult) decode(d *decoder) {
	m.Job = d.uint32()
	m.Evaluations = d.uint()
	m.Unbuilt = d.uint()
	m.Cost = d.uint()
	n := count[[]search.Fitness](d, 1)
	m.Fitness = slices.Grow(m.Fitness, n)
	for range n {
		var row []search.Fitness
		if columns := count[search.Fitness](d, 10); columns > 0 { // none is shorter
			row = make([]search.Fitness, columns)
		}
		for i := range row {
			d.fitness(&row[i])
		}
		m.Fitness = append(m.Fitness, row)
	}
	m.Falls = d.falls()
}
