package worker

import (
	"nearmiss/input"
	"nearmiss/search"
)

// Found reports a vector that took new branches. It is sent at once, so that a later crash
// loses nothing.
type Found struct {
	Job         uint32
	Evaluations uint64 // of this job, including this one
	Vector      []uint64
	Branches    []uint32 // newly covered, ascending
	Panic       Panic    // a new panic, or 0
	Panicked    bool     // a run that returns would be a better test of these branches
}

// Best is the best result of one fitness mode.
type Best struct {
	Mode    search.Mode
	Fitness search.Fitness
	Vector  []uint64
}

// SearchResult ends a SearchJob.
type SearchResult struct {
	Job         uint32
	Status      search.Status
	Seed        uint64
	Evaluations uint64
	CacheHits   uint64
	Restarts    uint64
	Unbuilt     uint64 // evaluations whose inputs could not be made
	Cost        uint64 // statements executed, all runs together
	Bests       []Best // one for each mode that was used; with Found, the hit first
	Falls       []Fall
}

// Outcome is how a run ended.
type Outcome byte

const (
	Returned     Outcome = iota
	Panicked             // by panic(value): Text is the value, GoType its type
	RuntimeError         // by a runtime error: Text is its message
	FuelOut              // the fuel was used up
	Goexit               // the goroutine ended without returning
	Unbuilt              // the code under test refused to make the inputs: there was no run
	Fallen               // another goroutine panicked: Text is what the runtime would have said
	NumOutcomes
)

// String returns the outcome in lower case.
func (o Outcome) String() string {
	return [...]string{"returned", "panicked", "runtime error", "fuel out", "goexit", "unbuilt", "fallen", "unknown"}[min(o, NumOutcomes)]
}

// RunResult answers RunJob and ShrinkJob.
type RunResult struct {
	Job         uint32
	Vector      []uint64 // the input that was run
	Evaluations uint64   // 1, or what shrinking took
	Outcome     Outcome
	Text        string   // of a panic
	GoType      string   // of a panic's value, as far as it is known: error, string, int, …
	Out         []uint64 // results, then the state after the call; as far as they came
	Covered     []uint32 // branches the run took, ascending
	Cost        uint64   // statements executed
	Site        uint32   // the panic site at which it ended plus one, or 0
	Left        uint32   // goroutines of the run that did not end in time

	// Of a watched worker: the environment variables that the run asked for, and what is on
	// the stacks of the goroutines that did not end by themselves in time, as
	// "function file:line".
	Asked, Staying []string
}

// BatchResult ends a BatchJob: Fitness[i] belongs to vector i. There are fewer than
// vectors if the job was stopped, by the parent or by First.
type BatchResult struct {
	Job         uint32
	Fitness     []search.Fitness
	Evaluations uint64 // as many
	Unbuilt     uint64 // of these, inputs that could not be made
	Cost        uint64 // statements executed, all runs together
	Falls       []Fall
}

// Measured is what one run did.
type Measured struct {
	Outcome Outcome
	Avoided bool       // there was no run, and nothing else is known
	Starved bool       // the fuel was taken from it for the memory it held: what it costs is not known
	Text    string     // of a panic
	GoType  string     // of a panic's value
	Out     []uint64   // results, then the state after the call; as far as they came
	Trace   []uint32   // the first branches taken, in order
	Cost    input.Cost // of a run that began; the making of the inputs does not count
}

// MeasureResult ends a MeasureJob: Runs[i] belongs to vector i. There are
// fewer runs than vectors if the parent stopped the job.
type MeasureResult struct {
	Job   uint32
	Runs  []Measured
	Falls []Fall // the runs of their vectors are as if they were avoided
}

// Fall says that runs were ended by a panic in another goroutine than the one
// that runs the function, which would have ended any other process: as far as is
// known, nothing else happened in them.
type Fall struct {
	Vector      []uint64 // of the first of them
	Evaluations uint64   // of the job up to that, which is included
	Text        string   // what the runtime would have said, one line
	Count       uint64
	Stray       bool // it happened between two runs: nobody knows whose goroutine it was
}

// Metric names what a run costs.
type Metric byte

const (
	NoMetric   Metric = iota
	Statements        // executed in rewritten code
	Branches          // atomic conditions evaluated there
	NumMetrics
)

// String returns the name that the command line uses.
func (m Metric) String() string {
	return [...]string{"none", "statements", "branches", "unknown"}[min(m, NumMetrics)]
}

// Of is the cost by the metric. Branches are counted only if a job asks for them.
func (m Metric) Of(c input.Cost) uint64 {
	switch m {
	case Statements:
		return c.Statements
	case Branches:
		return c.Branches
	}
	return 0
}
