package wire

import (
	"nearmiss/input"
	"nearmiss/search"
)

// Version is sent in Init and refused by a worker built from other source.
const Version = 9

// Type is the first byte of a frame.
type Type byte

const (
	TypeInit Type = 1 + iota
	TypeReady
	TypeSearchJob
	TypeFound
	TypeSearchResult
	TypeRunJob
	TypeShrinkJob
	TypeRunResult
	TypeFault
	TypeStop
	TypeBatchJob
	TypeBatchResult
	TypeMeasureJob
	TypeMeasureResult
)

// Message is one of the structs of this package, by pointer.
type Message interface {
	Type() Type
	code(*coder)
}

// Init is the first message to a worker.
type Init struct {
	Version     int    // set to Version
	Conditions  int    // condition ids are below this
	Slots       int    // live-value slots are below this
	Fuel        uint64 // statements a run may execute
	MaxStack    int    // bytes of one goroutine's stack, 0 for the runtime's limit
	MemoryLimit int64  // soft limit of the Go heap in bytes, 0 for none
	Sites       []Site // where runs can panic
	Timers      bool   // the code under test can set timers: who waits may wait for one
	Mute        bool   // outcomes say nothing of what shows itself by a text alone
}

// Ready answers Init: the worker's entries by index, and the searches that it has.
type Ready struct {
	Entries  []string
	Searches []string
}

// NoBranch as a target means that there is none: the search looks for
// whatever is not covered yet.
const NoBranch = ^uint32(0)

// Which outcomes of a condition diverge from a target.
const (
	DivergesFalse = 1 << iota // bit set: the false outcome leads away
	DivergesTrue              // bit set: the true outcome leads away
)

// Divergence is one row of a target's standard table.
type Divergence struct {
	Cond  uint32
	Level int  // approach level if the run turns off here
	Away  byte // DivergesFalse, DivergesTrue
}

// Node is a critical node of a target with its compiled enhanced fitness.
type Node struct {
	Cond    uint32
	Program []uint64 // as probe.MarshalProgram gives it
}

// Link is an outcome that settles what calls answer, or hangs on that, as package probe
// has it.
type Link struct {
	Branch uint32
	Asked  uint32 // the answer that it hangs on, from 1; 0: none
	Parts  []Part
}

// Part is an answer that an outcome settles.
type Part struct{ Answer, Level uint32 }

// Tail is an answer that is passed on as another one.
type Tail struct{ Answer, As uint32 }

// Target is one branch, or one panic site, and what its fitness needs.
type Target struct {
	Branch uint32
	Site   uint32 // the number of a site plus one, with NoBranch; else 0
	Table  []Divergence
	Nodes  []Node
	Links  []Link // what the distances of Table hang on
	Tails  []Tail
	Coarse bool // what calls have passed counts, and not how near they were to pass more

	Boundary bool // equal operands of the branch's condition are the target, and not the branch
}

// Algorithm is a search by its name in package search.
type Algorithm = string

const (
	Auto      Algorithm = "" // what does best; without a target it explores
	AVM       Algorithm = "avm"
	Geometric Algorithm = "avm-geometric"
	Lattice   Algorithm = "avm-lattice"
	Random    Algorithm = "random"
)

// Norm is how distances are normalised, as package probe numbers it.
type Norm byte

// NumNorms is how many there are.
const NumNorms = 3

// SearchJob asks for an input that takes the target.
type SearchJob struct {
	ID            uint32
	Entry         int
	Signature     *input.Signature
	Target        Target
	Maximize      Metric        // with it, and without a target, the search is for the run that costs most
	Modes         []search.Mode // fitness functions, cycled over restarts; empty: Standard
	Algorithm     Algorithm
	Lexicographic bool // exact distances break ties
	Paper         bool // as published: no cache, no seeding, no archive
	Last          bool // the last divergence of a run counts, in place of the least
	Norm          Norm // of distances
	Seed          uint64
	Evaluations   uint64     // budget
	Fuel          uint64     // statements a run may execute, no more than Init says; 0 for as many
	Crashes       int        // the job ends after so many crashes; 0 for as many as the parent allows any
	Covered       []uint32   // branches already taken; a run that takes another is Found
	Panics        []Panic    // known panics; a run that panics elsewhere, or with a better setup, is Found
	Enough        []uint32   // the search ends when all of these have been taken; empty: it does not
	Starts        [][]uint64 // vectors to start from, best first
	Seeds         input.Seeds
	Limits        input.Limits
	Avoid         [][]uint64 // vectors that killed a worker: never run, worst fitness
}

// Found reports a vector that took branches nobody had taken, as soon as it
// happens, so that a crash later on loses nothing.
type Found struct {
	Job         uint32
	Evaluations uint64 // of this job, this one included
	Vector      []uint64
	Branches    []uint32 // newly covered, ascending
	Panic       Panic    // a new one, or 0
	Panicked    bool     // so that a run that returns is better for these branches
	Cost        uint64   // of a job that maximises: more than any run of it before
}

// Best is the best of one fitness mode.
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
	Unbuilt     uint64      // evaluations whose inputs could not be made
	Cost        uint64      // statements executed, all runs together
	Bests       []Best      // one for each mode that was used; with Found, the hit first
	Operands    input.Seeds // seen at comparisons that went the wrong way, the more frequent first
	Falls       []Fall
}

// RunJob asks for one run with everything recorded. A patient one waits longer
// for the goroutines of the run, and looks closer whose they are: it is for
// runs that did something else than before.
type RunJob struct {
	ID      uint32
	Entry   int
	Vector  []uint64
	Patient bool
}

// ShrinkJob asks for a smaller vector that still takes the branches of Keep,
// ends in the same kind of outcome and, with Panic, panics at that site with
// no worse setup.
type ShrinkJob struct {
	ID          uint32
	Entry       int
	Signature   *input.Signature
	Limits      input.Limits
	Vector      []uint64
	Keep        []uint32
	Panic       Panic
	Evaluations uint64     // bound
	Avoid       [][]uint64 // vectors that killed a worker: never run, never the result
	Unlike      [][]uint64 // as RunResult.Out, what the result must not come to
	Boundary    uint32     // the number plus one of a condition whose operands are to stay equal; else 0
	Now         int64      // seconds since 1970: no number of the result is to mean something else at another time; 0: it may
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
	switch o {
	case Returned:
		return "returned"
	case Panicked:
		return "panicked"
	case RuntimeError:
		return "runtime error"
	case FuelOut:
		return "fuel out"
	case Goexit:
		return "goexit"
	case Unbuilt:
		return "unbuilt"
	case Fallen:
		return "fallen"
	}
	return "unknown"
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
}

// Fault says why a job was not done. It is the parent's mistake, not the
// code's under test.
type Fault struct {
	Job  uint32
	Text string
}

// Stop ends the worker.
type Stop struct{}

func (*Init) Type() Type         { return TypeInit }
func (*Ready) Type() Type        { return TypeReady }
func (*SearchJob) Type() Type    { return TypeSearchJob }
func (*Found) Type() Type        { return TypeFound }
func (*SearchResult) Type() Type { return TypeSearchResult }
func (*RunJob) Type() Type       { return TypeRunJob }
func (*ShrinkJob) Type() Type    { return TypeShrinkJob }
func (*RunResult) Type() Type    { return TypeRunResult }
func (*Fault) Type() Type        { return TypeFault }
func (*Stop) Type() Type         { return TypeStop }
func (*BatchJob) Type() Type     { return TypeBatchJob }
func (*BatchResult) Type() Type  { return TypeBatchResult }

// messages makes an empty message of each type.
var messages = map[Type]func() Message{
	TypeInit:          func() Message { return new(Init) },
	TypeReady:         func() Message { return new(Ready) },
	TypeSearchJob:     func() Message { return new(SearchJob) },
	TypeFound:         func() Message { return new(Found) },
	TypeSearchResult:  func() Message { return new(SearchResult) },
	TypeRunJob:        func() Message { return new(RunJob) },
	TypeShrinkJob:     func() Message { return new(ShrinkJob) },
	TypeRunResult:     func() Message { return new(RunResult) },
	TypeFault:         func() Message { return new(Fault) },
	TypeStop:          func() Message { return new(Stop) },
	TypeBatchJob:      func() Message { return new(BatchJob) },
	TypeBatchResult:   func() Message { return new(BatchResult) },
	TypeMeasureJob:    func() Message { return new(MeasureJob) },
	TypeMeasureResult: func() Message { return new(MeasureResult) },
}
