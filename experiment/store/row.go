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

	Error string // what went wrong; empty if nothing did

	Revision  string        // of the program that ran the cell
	Machine   string        // and where
	Finished  time.Time     // in UTC, to the second
	Processor time.Duration // processor time of the task, to the microsecond
	Wall      time.Duration // wall-clock time of the task, to the microsecond
}
