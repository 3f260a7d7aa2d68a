package cover

import (
	"cmp"
	"go/types"
	"slices"
	"time"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/effects"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/object"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// A unit is one package under test, with its plan and the results of each stage.
type unit struct {
	pkg    *load.Package
	graph  *cfg.Package
	funcs  []*function
	scenes []*function  // scenarios of types
	goals  []*goal      // indexed by branch number
	sites  []*panicSite // indexed by site number
	code
	program

	evaluated uint64            // evaluations of all searches
	settings  map[string]*tried // cases that were run in other settings
	lingering map[string]string // results of lingers
	own       own               // what the package's own tests reach
	mapLoops  map[uint32]bool   // see leavesMapLoop; nil until needed
	schedule  *schedule         // state of the search
	made                        // the final tests
	drops     []drop            // cases that the stages have removed
	crashes   []*native.Crash   // confirmed
	endless   []input.Vector    // inputs of a fuzz target that used up the fuel
	checks
	earlier *earlierTests      // tests in the directory that the tests go to; nil if none are written
	merge   *report.Merge      // what became of them; nil if there are none
	bounds  *report.Boundaries // boundaries searched for, without the counts of tests; nil if none
	changes *report.Changes    // changes of the code that the tests were run with; nil if there were none
	lawful
	gaveUp      bool // an error has ended the search of the package
	cut         bool // the clock or the user has ended the search
	overdue     bool // the time of the call is up
	vain        bool // the search has ended by itself, because nothing came nearer
	interrupted bool // the user has
	errs        []error
	notes       []report.Note
}

// made holds the results of the stages after the archive.
type made struct {
	cases []*testCase
	suite *testgen.Suite // checked tests; nil if there are none
	files []string       // files written
}

// code holds properties of the source of a package.
type code struct {
	coder        *harness.Coder
	reader       func() *effects.ClockReader                       // finds functions that look at the clock
	leaves       func() map[*types.Func]string                     // functions that change state of other packages, and which
	readsMachine func() map[*types.Func]effects.Machine            // functions whose outcomes depend on the machine
	behind       func(*types.Func, effects.Handed) effects.Machine // the same for inputs that put types into interfaces
	length       int                                               // in lines
	now          int64                                             // start of the call, in seconds since 1970; 0 if the time does not matter
	seesTimes    bool                                              // cases that may read the clock run at other times, too
	mirror       *native.Mirror                                    // for a package that cannot be replaced in its directory, else nil
}

// program holds the package in its executable forms.
type program struct {
	found   *cfg.Sites   // sites at which the package can panic
	set     *subject.Set // nil if the package is not searched
	binary  *native.Binary
	built   time.Duration // duration of building the binary
	pool    runner        // nil if the package is not searched
	symbols *symbols
	building
}

// A function is one function under test, searched or skipped.
type function struct {
	unit         *unit
	index        int // index in unit.funcs
	variant      int // number of the variant; 0 is the function itself
	of           *function
	variants     []*function // further instances of a generic function, and calls of the function's result
	cfg          *cfg.Func
	name         string
	position     string
	goals        []*goal
	reason       string           // why it is skipped; empty if it is searched
	gaveUp       string           // why its search was given up; empty if the search goes on
	harm         *effects.Refusal // harm that only the sandbox prevents; nil if there is none
	entry        int              // entry number in the worker, if searched
	withheld     []*drop          // for each case that was found and has no test, why
	signed       *harness.Fn
	mayBeIllegal bool           // inputs may hold illegal values
	states       *object.Method // for a method to explore in receiver states that calls make, else nil
	domain
	given      []input.Vector // inputs of the package's own tests
	caution    caution
	readsClock *bool                           // nil until needed
	exit       string                          // text of the note on inputs that called os.Exit
	analyses   map[*cfg.Func]*fitness.Analysis // of the function, and of those that a fuzz target reaches; made when first needed
	endless    input.Vector                    // an input whose run used up the fuel, nil if there is none
	waits      bool                            // the run of that input waits for ever
	tally
}

// A domain describes the inputs of a function.
type domain struct {
	sig    *input.Signature
	limits input.Limits
	seeds  input.Seeds // constants in the source
}

// A tally is the cost of searching a function.
type tally struct {
	evaluations uint64
	unbuilt     uint64 // evaluations that failed because the input could not be made
	elapsed     time.Duration
}

func (f *function) searched() bool { return f.main().reason == "" }

// A goal is a branch to cover.
type goal struct {
	branch     uint32
	fn         *function
	by         *function // the function that provides the inputs of the search, if it is not fn
	infeasible string    // proof that the branch is infeasible, empty if there is none
	ignored    bool      // not searched for: see narrow
	unasked    bool      // not searched for: see Single. A find helps the search for others
	found      *find
	byCalls    callsProgress
	written    bool         // a test takes the branch
	lost       *drop        // why an earlier find does not count; nil without one
	turned     *worker.Node // where the nearest input diverges, nil until known
	sighting
	objective
	progress
}

// An objective is the target of the search for a branch.
type objective struct {
	target *worker.Target // nil until the goal is analysed
	bare   bool           // the target lacks some path expressions, because they were too many
}

// A progress is the state of the search for a branch.
type progress struct {
	used   uint64        // evaluations spent
	waived uint64        // part of used: evaluations until an illegal input took the branch
	stale  int           // consecutive slices without an improvement
	over   bool          // the search has nothing left to try
	slices int           // slices with the current variant
	hung   int           // slices with an input that hung, of the current variant
	bests  []worker.Best // for each fitness function: the input with the best fitness
}

// number returns the number of the goal among the goals of its function, from 1.
func (g *goal) number() uint64 { return uint64(slices.Index(g.fn.main().goals, g) + 1) }

// entry returns the function that provides the inputs of the search for the goal.
func (g *goal) entry() *function { return cmp.Or(g.by, g.fn) }

// open reports whether the goal is still to be searched for. This includes a goal that only an
// illegal input has taken.
func (g *goal) open() bool {
	return g.infeasible == "" && !g.unasked && (g.found == nil || g.fn.searched() && !g.found.legal)
}

// left returns how many evaluations of its budget of evals evaluations a goal has left. After an
// illegal input has taken the branch, the search for a legal one has the whole budget again.
func (g *goal) left(evals int) uint64 { return uint64(evals) - min(g.used-g.waived, uint64(evals)) }

// onlyIllegal reports whether inputs have taken the branch, but no legal one.
func (g *goal) onlyIllegal() bool { return g.found != nil && g.open() }

// branchesOf lists the branches of the goals for which is holds.
func branchesOf(goals []*goal, is func(*goal) bool) (list []uint32) {
	for _, g := range goals {
		if is(g) {
			list = append(list, g.branch)
		}
	}
	return list
}

// best returns the nearest input in any mode, nil if there is none.
func (g *goal) best() *worker.Best {
	var b *worker.Best
	for i := range g.bests {
		if b == nil || g.bests[i].Fitness.Value < b.Fitness.Value {
			b = &g.bests[i]
		}
	}
	return b
}
