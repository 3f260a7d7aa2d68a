package cover

import (
	"cmp"
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
	"nearmiss/internal/testgen"
	wire "nearmiss/internal/worker"
)

// A unit is one package under test: what was planned for it, and what each stage adds.
type unit struct {
	pkg   *load.Package
	graph *cfg.Package
	funcs []*function
	goals []*goal      // by branch number
	sites []*panicSite // by site number
	code
	program

	settings map[string]*tried // cases that were run in other settings
	schedule *schedule         // its search
	made                       // its tests
	drops    []drop            // what the stages took out
	checks
	bounds *report.Boundaries // that were looked for, what was found not counted; nil: none
	gaveUp bool               // after an error
	notes  []report.Note
}

// made is what the stages behind the archive make of a package.
type made struct {
	cases []*testCase
	suite *testgen.Suite // of checked tests; nil: there is none
	files []string       // written
}

// code is what is known of the source of a package.
type code struct {
	coder  *harness.Coder
	reader func() *effects.ClockReader // which functions look at the clock
	now    int64                       // when the call began, in seconds since 1970; 0: it does not matter
	mirror *native.Mirror              // of a package that cannot be replaced where it lies
}

// program is a package as it is run.
type program struct {
	found   *cfg.Sites // at which it can panic
	layouts map[*cfg.Func]*fitness.Layout
	slots   int                // most live values of a function
	shapes  []*input.Signature // of the worker's entries, as it was built
	binary  *native.Binary
	built   time.Duration // that building it has taken
	pool    runner        // nil: it is not searched
	symbols *symbols
}

// A function is one function under test, searched or skipped.
type function struct {
	unit     *unit
	index    int // in unit.funcs
	variant  int // of a generic function; 0 is the function itself
	of       *function
	variants []*function // the others of a generic function
	cfg      *cfg.Func
	name     string
	position string
	goals    []*goal
	reason   string           // why it is skipped; empty if it is searched
	gaveUp   string           // why its search was given up; empty if it goes on
	harm     *effects.Refusal // what it could do but for the sandbox
	entry    int              // in the worker, if searched
	signed   *harness.Fn
	lawless  bool           // inputs may hold values that are not legal
	states   *object.Method // of a method whose receiver calls make, where states are searched; else nil
	domain
	caution  caution
	clock    clockState
	exit     string            // what is noted of inputs that called os.Exit
	analysis *fitness.Analysis // made when it is first asked for
	tally
}

// A domain is what the inputs of a function are drawn from.
type domain struct {
	sig    *input.Signature
	limits input.Limits
	seeds  input.Seeds // constants of the source
}

// A tally is what searching a function has taken.
type tally struct {
	evaluations uint64
	unbuilt     uint64 // of these, inputs that could not be made
	elapsed     time.Duration
}

func (f *function) searched() bool { return f.main().reason == "" }

// A goal is one branch.
type goal struct {
	branch     uint32
	fn         *function
	by         *function // whose inputs are searched, if it is not fn
	infeasible string    // the proof, if there is one
	ignored    bool      // not to be found: see narrow
	found      *find
	solved     bool       // by symbolic execution, when it was found first
	illegal    bool       // a run took it, but none whose input is legal
	lost       string     // why a find that was made does not count
	turned     *wire.Node // where the nearest input turned off, once it is known
	objective
	progress
}

// An objective is what a worker needs to search for a branch.
type objective struct {
	target *wire.Target // once it has been analysed
	rough  bool         // the target is without path expressions as yet
	bare   bool         // path expressions were left out of the target for being too many
}

// A progress is how the search for a branch goes.
type progress struct {
	used   uint64      // evaluations spent on it
	stale  int         // slices in a row without getting nearer
	over   bool        // the search says that there is nothing left to try
	slices int         // jobs so far
	hung   int         // of these, with an input that took too long
	bests  []wire.Best // nearest input of each mode
}

// number is the goal's among those of its function, from 1.
func (g *goal) number() uint64 { return uint64(slices.Index(g.fn.main().goals, g) + 1) }

// entry is the function whose inputs are searched for the goal.
func (g *goal) entry() *function { return cmp.Or(g.by, g.fn) }

// open reports whether the goal is to be searched for: an input that is not legal may give way
// to one that is.
func (g *goal) open() bool {
	return g.infeasible == "" && (g.found == nil || g.fn.searched() && !g.found.legal())
}

// best returns the nearest input in the first mode that has one.
func (g *goal) best() *wire.Best {
	var b *wire.Best
	for i := range g.bests {
		if b == nil || g.bests[i].Fitness.Value < b.Fitness.Value {
			b = &g.bests[i]
		}
	}
	return b
}
