package store

import (
	"time"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/task"
)

// A Row is what became of a cell.
type Row struct {
	campaign.Key
	task.Measured

	Error string `json:"error,omitempty"` // what went wrong; empty if nothing did

	Revision  string        `json:"revision"`     // of the program that ran the cell
	Machine   string        `json:"machine"`      // and where
	Finished  time.Time     `json:"finished"`     // in UTC, to the second
	Processor time.Duration `json:"processor_ns"` // processor time of the task
	Wall      time.Duration `json:"wall_ns"`      // wall-clock time of the task
}

// Number returns a measure, also one of task.Times.
func (r *Row) Number(measure string) (x float64, measured bool) {
	switch measure {
	case "processor_s":
		return r.Processor.Seconds(), true
	case "wall_s":
		return r.Wall.Seconds(), true
	}
	x, measured = r.Numbers[measure]
	return x, measured
}
