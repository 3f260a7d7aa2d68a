package subject

import (
	"cmp"
	"context"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
)

// Common are the options that cover, explore and worst have in common. The zero value works.
type Common struct {
	Dir     string            // directory that patterns and names are relative to, by default the current one
	Domains map[string]string // ranges of numbers by parameter: see Domains
	Seed    uint64
	Time    time.Duration  // limit of the whole call of cover, of the search of explore, of the search of each size of worst; 0 for no clock
	Sandbox *sandbox.Parts // parts of the sandbox to use, by default all that the system has
	Command string         // command that repeats the run, for the report and the tests

	// Abandon, when it ends, also stops the work after the search. What is not written by then is
	// lost. By default it never ends.
	Abandon context.Context

	Progress func(report.Snapshot) // called often, from several goroutines; may be nil
}

// Complete sets options that are missing to their defaults.
func (o *Common) Complete() {
	o.Dir = cmp.Or(o.Dir, ".")
	o.Abandon = cmp.Or(o.Abandon, context.Background())
	if o.Progress == nil {
		o.Progress = func(report.Snapshot) {}
	}
}

// Check adds the faults of the options to a list.
func (o *Common) Check(errs *report.Faults) {
	errs.Check(o.Time < 0, "-time: %v is negative; 0 is no clock", o.Time)
}
