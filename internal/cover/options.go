package cover

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	_ "nearmiss/avm" // its searches
	"nearmiss/fitness"
	_ "nearmiss/ga" // its search
	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
	"nearmiss/search"
)

// Options say what to cover and how. Every field but Patterns has a zero
// value that works.
type Options struct {
	Dir      string   // where patterns are read from, by default the current directory
	Patterns []string // as for go build

	Func    *regexp.Regexp // search only functions whose name matches
	Exclude *regexp.Regexp // leave out functions whose name matches

	Time     time.Duration // of the whole call; 0 is no clock
	Evals    int           // budget of a branch in evaluations, by default 100 000
	Seed     uint64
	Parallel int // workers, by default 1

	Algo    string            // one of Algorithms, by default the first
	Fitness string            // one of Fitnesses, by default the first
	Paper   bool              // the published method alone
	Last    bool              // the last divergence of a run counts, in place of the least: see RATIONALE.md
	Exact   bool              // exact distances break the ties of the published method too
	K       int               // loop unrollings, by default 1
	Domains map[string]string // ranges of numbers by parameter: subject.Domains

	Globals bool // package variables are inputs
	Resume  bool // start from what an earlier run of the same packages has found

	Diff string // search only for branches that have changed since this git reference

	Generated bool // search generated code too

	Boundaries bool // test ordered comparisons where their operands are equal, too

	Allow   []string       // what code under test may do for real: "fs", "net", "exec"
	Sandbox *sandbox.Parts // to make use of, by default all that there is

	Write   bool   // write the tests beside the code
	Out     string // write them into this directory instead
	Verify  bool   // emit and check tests even if they are not written
	Corpus  bool   // write fuzz targets and their seeds where the tests go
	Illegal bool   // write tests, too, of what only states take that no call was seen to make
	Profile bool   // have a cover profile of the tests in the report; they are checked then
	Command string // how to repeat the run, for the report and the tests

	// Abandon is for those who cannot wait: when it ends, what was found is
	// given up too. By default nothing does that.
	Abandon context.Context

	Progress func(report.Snapshot)            // called often, from several goroutines
	Log      func(format string, args ...any) // called for each step, if set
}

// UsageError is a fault of the call, not of the code under test.
type UsageError = subject.UsageError

// mixtures are the ways to search that are no search of their own.
var mixtures = []string{"auto", "search", "dse", "tardis"}

// Algorithms lists the ways to search, the default first: those of package search among
// them.
func Algorithms() []string { return append(slices.Clone(mixtures), search.Names()...) }

// Fitnesses lists the ways to measure, the default first: those of package fitness among
// them.
func Fitnesses() []string { return append([]string{"auto"}, fitness.Names()...) }

func (o Options) withDefaults() Options {
	o.Algo = cmp.Or(o.Algo, "auto")
	o.Fitness = cmp.Or(o.Fitness, "auto")
	o.Dir = cmp.Or(o.Dir, ".")
	o.Evals = cmp.Or(o.Evals, 100_000)
	o.Parallel = cmp.Or(o.Parallel, 1)
	o.K = cmp.Or(o.K, 1)
	o.Verify = o.Verify || o.Profile
	o.Abandon = cmp.Or(o.Abandon, context.Background())
	if o.Progress == nil {
		o.Progress = func(report.Snapshot) {}
	}
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	return o
}

// Validate reports every fault of the options at once.
func (o Options) Validate() error {
	o = o.withDefaults()
	var errs report.Faults
	errs.Check(o.Time < 0, "-time: %v is negative; 0 is no clock", o.Time)
	errs.Check(o.Evals < 0, "-evals: %d is negative", o.Evals)
	errs.Check(o.Parallel < 0, "-parallel: %d is negative", o.Parallel)
	errs.Check(o.K < 1, "-k: %d is less than 1", o.K)
	errs.Check(!slices.Contains(Algorithms(), o.Algo), "-algo: %q is none of %s", o.Algo, strings.Join(Algorithms(), ", "))
	errs.Check(o.Boundaries && o.Paper, "-paper: it searches for branches alone, and -boundaries for more")
	errs.Check((o.Algo == "dse" || o.Algo == "tardis") && o.Paper, "-paper: it searches, and -algo %s solves", o.Algo)
	errs.Check(o.Corpus && !o.Write && o.Out == "", "-corpus: say with -w or -o DIR where it goes")
	errs.Check(!slices.Contains(Fitnesses(), o.Fitness), "-fitness: %q is none of %s", o.Fitness, strings.Join(Fitnesses(), ", "))
	for _, a := range o.Allow {
		errs.Check(!slices.Contains(allowances, a), "-allow: %q is none of %s", a, strings.Join(allowances, ", "))
	}
	return errors.Join(errs...)
}

// writes reports whether tests are to be written.
func (o *Options) writes() bool { return o.Write || o.Out != "" }
