package wire

import (
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
	Norm      Norm       // as in SearchJob
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

func (m *BatchJob) code(c *coder) {
	uint32s(c, &m.ID)
	c.small(&m.Entry)
	c.signature(&m.Signature)
	list(c, &m.Targets, 4, func(c *coder, t *Target) { t.code(c) })
	mode(c, &m.Mode)
	c.bools(&m.Paper, &m.Last, &m.First)
	kind(c, &m.Norm, NumNorms)
	c.uint64(&m.Fuel)
	numbers(c, &m.Covered)
	numbers(c, &m.Panics)
	c.vectors(&m.Vectors)
	c.vectors(&m.Avoid)
}

func (m *BatchResult) code(c *coder) {
	uint32s(c, &m.Job)
	c.uint64(&m.Evaluations)
	c.uint64(&m.Unbuilt)
	c.uint64(&m.Cost)
	list(c, &m.Fitness, 1, func(c *coder, row *[]search.Fitness) {
		list(c, row, 10, (*coder).fitness) // none is shorter
	})
	list(c, &m.Falls, 5, (*coder).fall)
}
