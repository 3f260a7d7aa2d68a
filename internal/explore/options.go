package explore

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"nearmiss/dse"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// Options configure a session and its searches. Open uses Dir, Domains, Sandbox, Progress and Func. States,
// Strategy and Parallel tell Open whether calls make the states of the receiver, and how many
// workers to start. Search uses Strategy and the other fields. The zero value of each field but Func
// is a usable default.
type Options struct {
	subject.Common
	Func string // name of the function, as for nearmiss explain: ./sorts.Quick, bytes.(*Buffer).ReadBytes

	// States selects the states of the receiver that are explored if its type has unexported
	// fields: one of AllStates (objects.go). The default is StatesCalls for the strategies of
	// Modonato's comparison, such as tardis and fifo, and StatesFirst for all other strategies.
	States string

	Strategy string   // one of Strategies; default: the first
	Targets  []string // branches, such as loops.go:11:6/T; default: all that the function can take in its package
	Runs     int      // most runs; default: DefaultRuns
	Bound    int      // most elements of a string, slice or map; default: dse.DefaultBound
	Nodes    int      // most nodes of the tree; default: dse.DefaultNodes
	Solver   string   // one of Solvers; default: the first
	Parallel int      // workers that run call sequences, by default 1; the result is the same for any number
}

// DefaultRuns is the bound on runs in the evaluation of the paper by Xie et al.
const DefaultRuns = 1000

// autoStrategy also targets the other branches that the function can take in its package, and uses
// the distances of runs that do not reach the condition of a target (away.go).
const autoStrategy = "auto"

// Strategies lists the names of the strategies. The first is the default.
func Strategies() []string {
	rest := slices.DeleteFunc(dse.Names(), func(name string) bool { return name == autoStrategy })
	return slices.Insert(rest, 0, autoStrategy)
}

func (o Options) withDefaults() Options {
	o.Complete()
	o.Strategy = cmp.Or(o.Strategy, Strategies()[0])
	o.Solver = cmp.Or(o.Solver, Solvers()[0])
	o.Runs = cmp.Or(o.Runs, DefaultRuns)
	o.Bound = cmp.Or(o.Bound, dse.DefaultBound)
	o.Nodes = cmp.Or(o.Nodes, dse.DefaultNodes)
	o.Parallel = cmp.Or(o.Parallel, 1)
	return o
}

// Validate returns one error for all invalid options.
func (o Options) Validate() error {
	o = o.withDefaults()
	var errs report.Faults
	errs.Check(o.Runs < 0, "-runs: %d is negative", o.Runs)
	o.Check(&errs)
	errs.Check(o.Bound < 0, "-bound: %d is negative", o.Bound)
	errs.Check(o.Nodes < 0, "Nodes: %d is negative", o.Nodes)
	errs.Check(o.Parallel < 0, "-parallel: %d is negative", o.Parallel)
	errs.Check(dse.ByName(o.Strategy) == nil, "-strategy: %q is none of %s", o.Strategy, strings.Join(Strategies(), ", "))
	errs.Check(o.States != "" && !slices.Contains(AllStates(), o.States), "-states: %q is none of %s", o.States, strings.Join(AllStates(), ", "))
	return errors.Join(append(errs, subject.CheckSolver(o.Solver, Solvers()))...)
}
