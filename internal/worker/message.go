package worker

import (
	"reflect"
	"time"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// Version is sent in Init and refused by a worker built from other source.
const Version = 13

// A Message is a pointer to one of the structs listed.
type Message any

// messages are the types of messages; the place of one is the first byte of its frames.
var messages = []reflect.Type{
	reflect.TypeFor[Init](), reflect.TypeFor[Ready](), reflect.TypeFor[Fault](), reflect.TypeFor[Stop](),
	reflect.TypeFor[SearchJob](), reflect.TypeFor[BatchJob](), reflect.TypeFor[Found](), reflect.TypeFor[SearchResult](), reflect.TypeFor[BatchResult](),
	reflect.TypeFor[RunJob](), reflect.TypeFor[ShrinkJob](), reflect.TypeFor[RunResult](),
	reflect.TypeFor[MeasureJob](), reflect.TypeFor[MeasureResult](),
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
	Watched     bool   // tell what runs ask for, and what goroutines they leave
	Mute        bool   // outcomes say nothing of what shows itself by a text alone
}

// Ready answers Init: the worker's entries by index.
type Ready struct {
	Entries  []string
	Searches []string // of package search
	Asked    []string // environment variables that the initialization has asked for
}

// NoBranch as a target means that there is none: the search looks for
// whatever is not covered yet.
const NoBranch = probe.NoBranch

// Target is one branch, or one panic site, and what its fitness needs. Symbolic and Last are
// for the worker to set.
type (
	Target = probe.Target
	Node   = probe.Node
	Norm   = probe.Norm
)

// Which outcomes of a node's condition diverge from a target.
const (
	DivergesFalse = probe.AwayFalse
	DivergesTrue  = probe.AwayTrue
)

// Algorithm is a search by its name in package search.
type Algorithm = string

const (
	Auto      Algorithm = "" // what does best; without a target it explores
	AVM       Algorithm = "avm"
	Geometric Algorithm = "avm-geometric"
	Lattice   Algorithm = "avm-lattice"
	Random    Algorithm = "random"
)

// SearchJob asks for an input that takes the target.
type SearchJob struct {
	ID            uint32
	Entry         int
	Signature     *input.Signature
	Target        Target
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
	Limits        input.Limits  // with Legal, an input that is not legal has the worst fitness, too
	Avoid         [][]uint64    // vectors that killed a worker: never run, worst fitness
	Time          time.Duration // by the clock of the parent, which stops the search then; 0 is no end
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

// BatchJob asks for the fitness of vectors that the parent has bred. It is answered by
// any number of Found and one BatchResult.
type BatchJob struct {
	ID        uint32
	Entry     int
	Signature *input.Signature
	Target    Target
	Mode      search.Mode
	Paper     bool       // as published: no archive, only targets are Found
	Last      bool       // as in SearchJob
	Norm      probe.Norm // as in SearchJob
	First     bool       // stop behind the first vector that takes a target
	Legal     bool       // as in the limits of a SearchJob
	Fuel      uint64     // as in SearchJob
	Covered   []uint32   // as in SearchJob
	Panics    []Panic    // as in SearchJob
	Vectors   [][]uint64 // run in this order
	Avoid     [][]uint64 // vectors that killed a worker: never run, worst fitness
}

// MeasureJob asks what runs of given vectors do. It is answered by one
// MeasureResult.
type MeasureJob struct {
	ID       uint32
	Entry    int
	Vectors  [][]uint64
	Fuel     uint64     // as in SearchJob
	Trace    int        // the first branches of each run that are told, 0 for none
	Branches bool       // count the conditions that are evaluated
	Results  bool       // tell the outcome words and what a panic says; costs alone come cheaper
	Avoid    [][]uint64 // vectors that killed a worker: never run
}

// Fault says why a job was not done. It is the parent's mistake, not the
// code's under test.
type Fault struct {
	Job  uint32
	Text string
}

// Stop ends the worker.
type Stop struct{}
