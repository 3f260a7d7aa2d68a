package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
)

// Options say what is explored, and how. Open goes by the first group, Search
// by the second; every field but Func has a zero value that works.
type Options struct {
	Dir     string         // where the function's package is read from, by default the current directory
	Func    string         // as for nearmiss explain: ./sorts.Quick, bytes.(*Buffer).ReadBytes
	Sandbox *sandbox.Parts // to make use of, by default all that there is

	Domains map[string]string // ranges of numbers by parameter: subject.Domains

	// States says what states the receiver is in, where its type has unexported fields: one
	// of AllStates; by default calls for the strategies tardis and fifo, else first
	// (objects.go).
	States string

	Strategy string        // one of Strategies, by default the first
	Targets  []string      // branches, as in loops.go:11:6/T; by default all that the function can take in its package
	Runs     int           // bound, by default DefaultRuns
	Time     time.Duration // bound; 0 is no clock
	Seed     uint64
	Bound    int            // elements of a string, slice or map, by default dse.DefaultBound
	Nodes    int            // bound of the tree, by default dse.DefaultNodes
	Solver   string         // one of Solvers, by default the first
	Starts   []input.Vector // run first; by default one of zeros (start.go)
	Tree     bool           // keep what Dot needs

	// Abandon is for those who cannot wait: when it ends, what was found is
	// given up too. By default nothing does that.
	Abandon context.Context

	Progress func(report.ExploreSnapshot) // called often, if set
}

// DefaultRuns is the bound of the paper's evaluation.
const DefaultRuns = 1000

// UsageError is a fault of the call, not of the code under test.
type UsageError = subject.UsageError

// autoStrategy has branches on the way to those that are wanted as targets, too, and
// distances of runs that do not come near.
const autoStrategy = "auto"

// Strategies lists the names of the strategies, the default first.
func Strategies() []string {
	names := dse.Names()
	for _, first := range []string{autoStrategy, "pex"} {
		if i := slices.Index(names, first); i >= 0 {
			return slices.Insert(slices.Delete(names, i, i+1), 0, first)
		}
	}
	return names
}

func (o Options) withDefaults() Options {
	o.Dir = cmp.Or(o.Dir, ".")
	o.Strategy = cmp.Or(o.Strategy, Strategies()[0])
	o.Solver = cmp.Or(o.Solver, Solvers()[0])
	o.Runs = cmp.Or(o.Runs, DefaultRuns)
	o.Bound = cmp.Or(o.Bound, dse.DefaultBound)
	o.Nodes = cmp.Or(o.Nodes, dse.DefaultNodes)
	o.Abandon = cmp.Or(o.Abandon, context.Background())
	if o.Progress == nil {
		o.Progress = func(report.ExploreSnapshot) {}
	}
	return o
}

// Validate reports every fault of the options at once.
func (o Options) Validate() error {
	o = o.withDefaults()
	var errs report.Faults
	errs.Check(o.Runs < 0, "-runs: %d is negative", o.Runs)
	errs.Check(o.Time < 0, "-time: %v is negative; 0 is no clock", o.Time)
	errs.Check(o.Bound < 0, "-bound: %d is negative", o.Bound)
	errs.Check(o.Nodes < 0, "-nodes: %d is negative", o.Nodes)
	errs.Check(dse.ByName(o.Strategy) == nil, "-strategy: %q is none of %s", o.Strategy, strings.Join(Strategies(), ", "))
	errs.Check(o.States != "" && !slices.Contains(AllStates(), o.States), "-states: %q is none of %s", o.States, strings.Join(AllStates(), ", "))
	return errors.Join(append(errs, subject.CheckSolver(o.Solver, Solvers()))...)
}
