package cover

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	_ "nearmiss/avm" // registers its searches
	"nearmiss/fitness"
	_ "nearmiss/ga" // registers its search
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/search"
)

// Options are the parameters of a call. Every field but Patterns has a zero value that works.
type Options struct {
	subject.Common
	Patterns []string // package patterns as for go build

	Func    *regexp.Regexp // search only functions with a matching name
	Exclude *regexp.Regexp // leave out functions with a matching name

	PackageTime time.Duration // Time is at least so much for each package that is searched

	Evals    int // budget of a branch in evaluations, by default 100 000; once more after an illegal find
	Parallel int // number of workers, by default 1

	Algo    string // one of Algorithms, by default the first
	Fitness string // one of Fitnesses, by default the first
	Paper   bool   // use only the published method
	Last    bool   // the fitness of a run is that of its last divergence from the goal, not of the nearest one: see RATIONALE.md
	Exact   bool   // exact distances break ties in the published method as well
	K       int    // number of loop unrollings, by default 1

	Globals bool // treat package variables as inputs
	Again   bool // also search packages that have not changed since their last search
	Resume  bool // start from the finds of an earlier run on the same packages

	Diff string // search only for branches that have changed since this git reference

	Generated bool // also search generated code

	Boundaries bool // also test ordered comparisons with equal operands
	Mutants    bool // run the tests with small changes of the code, and say which they notice
	Laws       bool // also search for inputs that break laws which the packages promise

	Allow []string // effects that code under test may have for real: "fs", "net", "exec"

	Write     bool   // write the tests into the directory of the code
	Out       string // write the tests into this directory instead
	Verify    bool   // emit and check tests even if they are not written
	Prune     bool   // remove tests of earlier calls that do not compile any more
	Beside    string // All or Missing; default Missing
	Accept    bool   // write new expectations into tests of earlier calls that fail
	Positions bool   // name above each case the branches that it takes, by their positions
	Corpus    bool   // write fuzz targets and their seeds into the directory of the tests
	Illegal   bool   // also write tests of illegal inputs, with states that no observed call makes

	Log func(format string, args ...any) // called for each step; may be nil

	added map[string][]byte // files that join the package, with the functions to search, by absolute path: see Fuzz and session.breakLaws
	owns  bool              // the function to search owns the branches of all that it reaches: see unit.reachFrom
}

// mixtures are the algorithms that combine searches, or that are none of package search.
var mixtures = []string{"auto", "search", "dse", "tardis"}

// Algorithms lists the names of the algorithms, the default first. They include those of package
// search.
func Algorithms() []string { return append(slices.Clone(mixtures), search.Names()...) }

// Fitnesses lists the names of the fitness functions, the default first. They include those of
// package fitness.
func Fitnesses() []string { return append([]string{"auto"}, fitness.Names()...) }

func (o Options) withDefaults() Options {
	o.Algo = cmp.Or(o.Algo, "auto")
	o.Fitness = cmp.Or(o.Fitness, "auto")
	o.Beside = cmp.Or(o.Beside, Missing)
	o.Complete()
	o.Evals = cmp.Or(o.Evals, 100_000)
	o.Parallel = cmp.Or(o.Parallel, 1)
	o.K = cmp.Or(o.K, 1)
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	return o
}

// Validate reports all faults of the options at once.
func (o Options) Validate() error {
	o = o.withDefaults()
	var errs report.Faults
	o.Check(&errs)
	errs.Check(o.Evals < 0, "-evals: %d is negative", o.Evals)
	errs.Check(o.Parallel < 0, "-parallel: %d is negative", o.Parallel)
	errs.Check(o.K < 1, "-k: %d is less than 1", o.K)
	errs.Check(!slices.Contains(Algorithms(), o.Algo), "-algo: %q is none of %s", o.Algo, strings.Join(Algorithms(), ", "))
	errs.Check(o.Boundaries && o.Paper, "-paper: it searches for branches alone, and -goals boundaries for more")
	errs.Check((o.Algo == "dse" || o.Algo == "tardis") && o.Paper, "-paper: it searches, and -algo %s solves", o.Algo)
	errs.Check(o.Corpus && !o.Write && o.Out == "", "-corpus: say with -w or -o DIR where it goes")
	errs.Check(o.Prune && !o.writes(), "-prune: say with -w or -o DIR where the tests are")
	errs.Check(o.Accept && !o.writes(), "-accept: say with -w or -o DIR where the tests are")
	errs.Check(o.Beside != All && o.Beside != Missing, "-beside: %q is none of %s, %s", o.Beside, All, Missing)
	errs.Check(!slices.Contains(Fitnesses(), o.Fitness), "-fitness: %q is none of %s", o.Fitness, strings.Join(Fitnesses(), ", "))
	for _, a := range o.Allow {
		errs.Check(!slices.Contains(allowances, a), "-allow: %q is none of %s", a, strings.Join(allowances, ", "))
	}
	return errors.Join(errs...)
}

// writes reports whether tests are to be written.
func (o *Options) writes() bool { return o.Write || o.Out != "" }
