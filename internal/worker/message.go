package worker

import (
	"reflect"
	"time"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// Version is sent in Init. A worker built from other source refuses it.
const Version = 18

// A Message is a pointer to one of the structs in messages.
type Message any

// messages lists the types of messages; the index of a type is the first byte of its frames.
var messages = []reflect.Type{
	reflect.TypeFor[Init](), reflect.TypeFor[Ready](), reflect.TypeFor[Fault](), reflect.TypeFor[Stop](),
	reflect.TypeFor[SearchJob](), reflect.TypeFor[BatchJob](), reflect.TypeFor[Found](), reflect.TypeFor[SearchResult](), reflect.TypeFor[BatchResult](),
	reflect.TypeFor[RunJob](), reflect.TypeFor[ShrinkJob](), reflect.TypeFor[RunResult](),
	reflect.TypeFor[MeasureJob](), reflect.TypeFor[MeasureResult](),
}

// Init is the first message to a worker.
type Init struct {
	Version     int    // set to Version
	Conditions  int    // number of conditions
	Slots       int    // number of slots for live values
	Fuel        uint64 // statements a run may execute
	MaxStack    int    // bytes of one goroutine's stack, 0 for the runtime's limit
	MemoryLimit int64  // soft limit of the Go heap in bytes, 0 for none
	Sites       []Site // places where runs can panic
	Timers      bool   // the code under test can set timers: a waiting goroutine may wait for one
	Watched     bool   // report the environment variables that runs read and the goroutines that they leave
	Mute        bool   // outcomes leave out texts that the method String, Error or MarshalText of a value returns
}

// Ready answers Init with the names of the worker's entries, by index.
type Ready struct {
	Entries  []string
	Searches []string // names of the searches in package search that the worker has
	EnvRead  []string // environment variables that package initialization read
}

// NoBranch as a target means no target: the search looks for any branch that is not covered
// yet.
const NoBranch = probe.NoBranch

// Target is one branch or one panic site, with the data for its fitness. The worker sets the
// fields Symbolic and Last.
type (
	Target = probe.Target
	Node   = probe.Node
	Norm   = probe.Norm
)

// Algorithm is the name of a search in package search.
type Algorithm = string

const (
	Auto   Algorithm = "" // the default search; without a target it explores
	AVM    Algorithm = "avm"
	Random Algorithm = "random"
)

// SearchJob asks for an input that takes the target.
type SearchJob struct {
	ID            uint32
	Entry         int // index of the function in Ready.Entries
	Signature     *input.Signature
	Target        Target
	Modes         []search.Mode // fitness functions, cycled over restarts; empty: Standard
	Algorithm     Algorithm
	Lexicographic bool // exact distances break ties
	Paper         bool // as published: no cache, no seeding, no archive
	Last          bool // the last divergence of a run counts, not the least
	Norm          Norm // normalization of distances
	Seed          uint64
	Evaluations   uint64     // the largest number of runs
	Fuel          uint64     // statements a run may execute, at most Init.Fuel; 0 means Init.Fuel
	Crashes       int        // the job ends after so many crashes; 0 means the parent's limit
	Covered       []uint32   // branches already taken; a run that takes another is Found
	Often         []uint32   // branches that two runs have taken
	Panics        []Panic    // known panics; a run that panics elsewhere, or with a better setup, is Found
	StopBranches  []uint32   // the search ends when all these branches have been taken; empty: no such end
	Starts        [][]uint64 // vectors to start from, best first
	Seeds         input.Seeds
	Limits        input.Limits  // with Limits.Legal, an input with illegal values has the worst fitness
	Avoid         [][]uint64    // vectors that killed a worker: never run, worst fitness
	Time          time.Duration // wall-clock limit, enforced by the parent; 0 means no limit
	Endless       bool          // the search ends with the first run that uses up the fuel
}

// RunJob asks for one run with a complete record. A patient run waits longer for its
// goroutines and distinguishes more closely which goroutines belong to it. Patient runs are
// for inputs whose runs differed.
type RunJob struct {
	ID      uint32
	Entry   int
	Vector  []uint64
	Patient bool

	Repeat  uint32        // number of further runs of the input
	Limit   time.Duration // no further run begins later than this; 0: no limit
	Collect bool          // garbage is collected before each further run, pools included
	Fresh   bool          // variables that a sync.Once sets are as in a new process
	Litter  bool          // with Collect: the objects of further runs lie between litter
	Pauses  bool          // the goroutines of the runs pause at some of their blocks, so that others go first
}

// ShrinkJob asks for a smaller vector that still takes the branches of Keep, has the same kind
// of outcome and, with Panic, panics at that site with no worse input.Setup. What tells something in the outcome
// (input.Signature.Telling) must still do so, unless the outcome is an error. With Diversify it asks instead for a
// vector with values that are neither neutral nor equal, if the outcome depends on them (search.Diversify), and with which
// the functions among the inputs that record their calls are called.
type ShrinkJob struct {
	ID          uint32
	Entry       int
	Signature   *input.Signature
	Limits      input.Limits
	Vector      []uint64
	Keep        []uint32
	Panic       Panic
	Evaluations uint64     // the largest number of runs
	Avoid       [][]uint64 // vectors that killed a worker: never run, never the result
	Boundary    uint32     // the number plus one of a condition whose operands must stay equal; else 0
	Diversify   bool
	Results     []input.Field // these three fields as in input.Signature
	After       []input.Field
	Readers     []input.Reader
	Stubs       bool  // stubs among the inputs record their calls
	Now         int64 // seconds since 1970: no number of the result, and no time built for it, may be time-dependent; 0: no restriction
}

// BatchJob asks for the fitness of vectors that the parent has bred. It is answered by any
// number of Found and one BatchResult.
type BatchJob struct {
	ID        uint32
	Entry     int
	Signature *input.Signature
	Target    Target
	Mode      search.Mode
	Paper     bool       // as published: no archive, only targets are Found
	Last      bool       // as in SearchJob
	Norm      probe.Norm // as in SearchJob
	First     bool       // stop after the first vector that takes a target
	Legal     bool       // as in SearchJob.Limits
	Fuel      uint64     // as in SearchJob
	Covered   []uint32   // as in SearchJob
	Panics    []Panic    // as in SearchJob
	Vectors   [][]uint64 // run in this order
	Avoid     [][]uint64 // vectors that killed a worker: never run, worst fitness
}

// MeasureJob asks for the costs and outcomes of given vectors. It is answered by one
// MeasureResult.
type MeasureJob struct {
	ID       uint32
	Entry    int
	Vectors  [][]uint64
	Fuel     uint64     // as in SearchJob
	Trace    int        // the number of first branches of each run to report, 0 for none
	Branches bool       // count the evaluated conditions of each run, as Cost.Branches
	Results  bool       // report the outcome words and the text of a panic; costs alone are faster
	Mutant   int        // number of the mutant that runs, 0 for the code as it is
	Mutants  int        // the greatest number of a mutant that Measured.Mutants reports, 0 for none
	Avoid    [][]uint64 // vectors that killed a worker: never run
}

// Fault says why a job was not executed. It is an error of the parent, not of the code under
// test.
type Fault struct {
	Job  uint32
	Text string
}

// Stop ends the worker.
type Stop struct{}
