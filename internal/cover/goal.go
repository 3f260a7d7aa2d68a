package cover

import (
	"slices"
	"time"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/answer"
	"nearmiss/internal/effects"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/testgen"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// A unit is one package under test.
type unit struct {
	pkg      *load.Package
	graph    *cfg.Package
	funcs    []*function
	goals    []*goal      // by branch number
	sites    []*panicSite // by site number
	found    *cfg.Sites
	guided   map[int]bool // sites that have a probe
	coder    *harness.Coder
	layouts  map[*cfg.Func]*fitness.Layout
	answers  *answer.Answers    // of the package's functions
	slots    int                // most live values of a function
	shapes   []*input.Signature // of the worker's entries, as it was built
	pool     runner
	binary   *native.Binary
	symbols  *symbols
	schedule *schedule         // its search
	cases    []*testCase       // after finish
	files    []string          // written
	proofs   map[uint32]string // of infeasible branches, once they are known
	notes    []report.Note
	gaveUp   bool // after an error

	warmed     chan struct{}     // closed when checking finds what it needs compiled, and then:
	warming    time.Duration     // how long that took
	mirror     *native.Mirror    // of a package that cannot be replaced where it lies
	prepared   *testgen.Prepared // for the tests
	profiler   *profiler         // nil: not asked for
	unprepared error

	reader func() *effects.ClockReader // which functions look at the clock
	now    int64                       // when the call began, in seconds since 1970; 0: it does not matter
	passed []uint32                    // branches of cases that mean something else at another time

	bounds *report.Boundaries // that were looked for, what was found not counted; nil: none
	late   int                // cases that there was no time to confirm
	harm   map[uint32]string  // by branch, what its withheld test would do
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
	reason   string           // why it is skipped; empty if it is searched
	gaveUp   string           // why its search was given up; empty if it goes on
	harm     *effects.Refusal // what it could do but for the sandbox
	entry    int              // in the worker, if searched
	signed   *harness.Fn
	sig      *input.Signature
	seeds    input.Seeds // constants of the source
	operands input.Seeds // seen at comparisons
	limits   input.Limits
	exit     string // what is noted of inputs that called os.Exit
	caution  caution
	clock    clockState
	goals    []*goal

	analysis *fitness.Analysis // made when it is first asked for

	evaluations uint64
	unbuilt     uint64 // of these, inputs that could not be made
	elapsed     time.Duration
	withheld    int    // cases that would act outside their process
	withheldHow string // what the first of them would do
}

func (f *function) searched() bool { return f.main().reason == "" }

// A goal is one branch.
type goal struct {
	branch     uint32
	fn         *function
	infeasible string // the proof, if there is one
	ignored    bool   // not to be found: see narrow
	found      *find
	solved     bool         // by an errand, when it was found first
	lost       string       // why a find that was made does not count
	target     *wire.Target // once it has been analysed
	rough      bool         // the target is without path expressions as yet
	bare       bool         // path expressions were left out of the target for being too many
	used       uint64       // evaluations spent on it
	stale      int          // slices in a row without getting nearer
	over       bool         // the search says that there is nothing left to try
	slices     int          // jobs so far
	hung       int          // of these, with an input that took too long
	bests      []wire.Best  // nearest input of each mode
	near       []input.Vector
	turned     *wire.Divergence // where the nearest input turned off, once it is known
}

// number is the goal's among those of its function, from 1.
func (g *goal) number() uint64 { return uint64(slices.Index(g.fn.main().goals, g) + 1) }

func (g *goal) open() bool { return g.found == nil && g.infeasible == "" }

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

// lose takes back the find of a goal.
func (g *goal) lose(why string) { g.found, g.lost = nil, why }

// A find is an input that takes a branch.
type find struct {
	fn     *function
	vector input.Vector
	panics bool // the run does
}

// take puts an input into the archive. An input of the branch's own function
// reads better in a test than one that gets there through another, and
// replaces it; so does one with which the function returns, if it panicked
// before; else the first one stays.
func (g *goal) take(fn *function, v input.Vector, panics bool) {
	if g.ignored {
		return
	}
	f := g.found
	if f == nil || f.panics && !panics || f.panics == panics && f.fn != g.fn && fn == g.fn {
		g.found = &find{fn, v, panics}
	}
}

// nearer merges the nearest inputs of a search and reports whether there is a
// better one among them.
func (g *goal) nearer(bests []wire.Best, lexicographic bool) (better bool) {
	for _, b := range bests {
		if i := g.mode(b.Mode); i < 0 {
			g.bests = append(g.bests, b)
			better = true
		} else if b.Fitness.Less(&g.bests[i].Fitness, lexicographic) {
			g.bests[i] = b
			better = true
		}
	}
	if better {
		g.stale = 0
	}
	return better
}

func (g *goal) mode(m search.Mode) int {
	for i := range g.bests {
		if g.bests[i].Mode == m {
			return i
		}
	}
	return -1
}

// mostOperands bounds the operands that a function keeps of each class.
const mostOperands = 64

// learn keeps operands that were seen at comparisons, the latest first.
func (f *function) learn(o input.Seeds) {
	f.operands.Ints = latest(o.Ints, f.operands.Ints)
	f.operands.Floats = latest(o.Floats, f.operands.Floats)
	f.operands.Strings = latest(o.Strings, f.operands.Strings)
}

func latest[T comparable](fresh, old []T) []T {
	var out []T
	for _, list := range [][]T{fresh, old} {
		for _, v := range list {
			if len(out) < mostOperands && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// allSeeds are the constants and the operands.
func (f *function) allSeeds() input.Seeds {
	return input.Seeds{
		Ints:    slices.Concat(f.seeds.Ints, f.operands.Ints),
		Floats:  slices.Concat(f.seeds.Floats, f.operands.Floats),
		Strings: slices.Concat(f.seeds.Strings, f.operands.Strings),
	}
}
