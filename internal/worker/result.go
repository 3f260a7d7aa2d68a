package worker

import (
	"nearmiss/search"
)

// Found reports a vector that took new branches. It is sent at once, so that a later crash
// loses nothing.
type Found struct {
	Job         uint32
	Evaluations uint64 // of this job, including this one
	Vector      []uint64
	Branches    []uint32 // newly covered branches, ascending
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
	Job             uint32
	Status          search.Status
	Seed            uint64
	Evaluations     uint64
	CacheHits       uint64
	Restarts        uint64
	Unbuilt         uint64   // evaluations whose inputs could not be built
	Cost            uint64   // statements executed by all runs
	Bests           []Best   // one for each mode that was used; with Found, the hit first
	Once, Again     []uint32 // branches that one run or several runs took, ascending, without SearchJob.Often
	GoroutinePanics []GoroutinePanic
	Endless         []uint64 // with SearchJob.Endless: the vector that used up the fuel; nil if none did
}

// Outcome is how a run ended.
type Outcome byte

const (
	Returned          Outcome = iota
	Panicked                  // by panic(value): Text is the value, GoType its type
	RuntimeError              // by a runtime error: Text is its message
	FuelOut                   // the fuel was used up
	Goexit                    // the goroutine ended without returning
	Unbuilt                   // the code under test refused to build the inputs: there was no run
	GoroutinePanicked         // another goroutine panicked: Text is the message that the runtime would print
	NumOutcomes
)

// String returns the outcome in lower case.
func (o Outcome) String() string {
	return [...]string{"returned", "panicked", "runtime error", "fuel out", "goexit", "unbuilt", "goroutine panicked", "unknown"}[min(o, NumOutcomes)]
}

// RunResult answers RunJob and ShrinkJob.
type RunResult struct {
	Job            uint32
	Vector         []uint64 // the input that was run
	Evaluations    uint64   // 1, or the number of runs of the shrinking
	Outcome        Outcome
	Text           string   // text of a panic value
	GoType         string   // type of a panic's value, if known: error, string, int, …
	Out            []uint64 // words of the results, then of the state after the call; may end early
	Covered        []uint32 // branches that all runs took, ascending
	Cost           uint64   // statements executed
	Site           uint32   // the panic site of the run plus one, or 0
	LeftGoroutines uint32   // goroutines of the run that did not end in time
	Moments        []int64  // the first times (time.Time) that were built for the input, in seconds since 1970

	Repeats uint32        // further runs of the input
	Others  []Observation // observations of further runs that differ from the first run's, at most maxTelling

	Overwrites bool // with RunJob.Litter: a run has written past its objects

	// Starts: for a RunJob, a run has started a goroutine. It is false, too, if the Go release of the worker
	// does not count goroutines.
	Starts bool

	// With Init.Watched: the environment variables that the run read, and the functions on the
	// stacks of the goroutines that did not end in time, as "function file:line".
	EnvRead, LeftStacks []string

	LeftTimers []string // functions that timers would have called after the run
}

// BatchResult ends a BatchJob: Fitness[i] belongs to vector i. It has fewer elements than
// there are vectors if the parent or First stopped the job.
type BatchResult struct {
	Job             uint32
	Fitness         []search.Fitness
	Evaluations     uint64 // runs, one for each element of Fitness
	Unbuilt         uint64 // runs whose inputs could not be built
	Cost            uint64 // statements executed by all runs
	GoroutinePanics []GoroutinePanic
}

// Measured is the outcome and the cost of one run.
type Measured struct {
	Outcome Outcome
	Avoided bool        // there was no run; the other fields are unset
	Starved bool        // the run was ended for the memory that it held; its cost is unknown
	Text    string      // text of a panic value
	GoType  string      // type of a panic value
	Out     []uint64    // words of the results, then of the state after the call; may end early
	Mutants []uint32    // numbers of the mutants whose places the run, or the building of its inputs, came to, in order
	Trace   []uint32    // the first branches taken, in order
	Path    uint64      // hash of all branches taken, in order; 0 unless they are counted or recorded
	Cost    search.Cost // of the run without the building of the inputs
}

// MeasureResult ends a MeasureJob: Runs[i] belongs to vector i. It has fewer runs than there
// are vectors if the parent stopped the job.
type MeasureResult struct {
	Job             uint32
	Runs            []Measured
	GoroutinePanics []GoroutinePanic // the runs of their vectors count as avoided
}

// GoroutinePanic counts runs that were ended by a panic in a goroutine other than the function's. That
// panic would have ended any other process; no other outcome of these runs is known.
type GoroutinePanic struct {
	Vector      []uint64 // of the first run
	Evaluations uint64   // of the job up to and including that run
	Text        string   // the first line of the message that the runtime would print
	Count       uint64
	Stray       bool // the panic happened between two runs: the run that started the goroutine is unknown
}
