package worst

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/ese"
	"nearmiss/ga"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// Options configures a search. Only Func is required.
type Options struct {
	subject.Common
	Func  string // name of the function, such as ./sorts.Quick or bytes.(*Buffer).ReadBytes
	Sizes Sizes

	Algo      string        // name of a strategy; by default the first of Algorithms
	Operators string        // operators of a genetic algorithm; by default those of the algorithm
	Genetic   ga.Parameters // of a genetic algorithm; by default those of the algorithm
	Cost      string        // name of a metric; by default the first of Metrics
	Start     string        // first generation of inputs of a genetic algorithm: "random", the default, or "paths", the inputs of random paths
	History   string        // number of preceding branches that a learned choice depends on; by default that of the strategy
	Train     []int         // sizes on which wise, spfwca, carried and pyse train; by default as many as half of the budget allows, and pyse on none
	TrainPart float64       // of wise, spfwca and pyse: below 1 the share of the budget for training, else a number of paths; by default half of the budget
	Settled   bool          // training of wise and spfwca ends at a size that costs more than the ones before and leaves the policy as it was
	Policy    []byte        // initial policy: Result.Policy of another search of the function; nil for none
	Keep      bool          // return Result.Policy
	Solver    string        // solver of the final path condition: "auto", "embedded", "z3" or "cvc5"; by default "auto"

	// Offspring says that Counts tell how the children of a genetic algorithm differ from their parents.
	Offspring bool

	Clock func() time.Duration // clock that Time refers to; by default wall-clock time
	Paths uint64               // limit on the paths of one size, for strategies over paths; 0 is no limit
	Evals uint64               // limit on the native runs of one size, for strategies over inputs; 0 is no limit

	// Feasible is the limit on the individuals with a cost of one size: on paths and on native runs together, without
	// preconditions that no input satisfies. 0 is no limit.
	Feasible uint64

	// Random says that the result may be one of the random inputs that are run before the search, outside of its
	// budget, if none that the strategy has found costs as much.
	Random bool

	// Enough is a cost: the search of a size ends when it finds an input of this cost. 0 is no
	// limit.
	Enough uint64

	Out string // directory for the test, the benchmark and the curve; empty to write none
}

// Values of Options.Start.
const (
	StartRandom = "random"
	StartPaths  = "paths"
)

// Algorithm describes a search strategy.
type Algorithm struct {
	Name string
	Doc  string // one line

	Draws  bool // the result depends on the seed
	Learns bool // the strategy learns a policy
}

// Algorithms lists the search strategies, the default first.
func Algorithms() []Algorithm {
	var list []Algorithm
	for _, s := range ese.Strategies() {
		list = append(list, Algorithm{s.Name, s.Doc, ese.Draws(s.Strategy), ese.Learns(s.Strategy) != ""})
	}
	return list
}

// Operators lists the operators of genetic algorithms.
func Operators() []Algorithm {
	var list []Algorithm
	for _, o := range ese.AllOperators() {
		list = append(list, Algorithm{Name: o.Name, Doc: o.Doc})
	}
	return list
}

// strategy returns the strategy that Algo, Operators and History select.
func (o Options) strategy() (ese.Named, error) {
	n, err := ese.ByName(o.Algo)
	if err != nil {
		return n, fmt.Errorf("-algo: %w", err)
	}
	if o.Operators != "" {
		if n, err = n.WithOperators(o.Operators); err != nil {
			return n, fmt.Errorf("-operators: %w", err)
		}
	}
	if o.Genetic != (ga.Parameters{}) {
		if n, err = n.WithParameters(o.Genetic); err != nil {
			return n, fmt.Errorf("-population, -elite, -mutation, -ls-period, -ls-individuals, -ls-attempts: %w", err)
		}
	}
	switch o.Start {
	case "", StartRandom:
	case StartPaths:
		if n, err = n.FromPaths(); err != nil {
			return n, fmt.Errorf("-start: %w", err)
		}
	default:
		return n, fmt.Errorf("-start: %q is none of %s, %s", o.Start, StartRandom, StartPaths)
	}
	if o.History != "" {
		length, err := strconv.Atoi(o.History)
		if err != nil {
			return n, fmt.Errorf("-history: %q is no number", o.History)
		}
		if n, err = n.WithHistory(length); err != nil {
			return n, fmt.Errorf("-history: %w", err)
		}
	}
	return n, nil
}

// Metrics lists the names of the cost metrics, the default first.
func Metrics() []string {
	var list []string
	for _, m := range ese.Metrics() {
		list = append(list, m.Name)
	}
	return list
}

// learningStrategies lists the strategies that learn a policy.
func learningStrategies() (names []string) {
	for _, s := range ese.Strategies() {
		if ese.Learns(s.Strategy) != "" {
			names = append(names, s.Name)
		}
	}
	return names
}

func (o Options) withDefaults() Options {
	o.Complete()
	o.Algo = cmp.Or(o.Algo, Algorithms()[0].Name)
	o.Cost = cmp.Or(o.Cost, Metrics()[0])
	o.Solver = cmp.Or(o.Solver, autoSolver)
	if o.Clock == nil {
		began := time.Now()
		o.Clock = func() time.Duration { return time.Since(began) }
	}
	return o
}

// Validate reports every fault of the options at once.
func (o Options) Validate() error {
	o = o.withDefaults()
	var errs report.Faults
	strategy, err := o.strategy()
	errs = append(errs, err)
	o.Check(&errs)
	switch {
	case o.Time > 0 || o.Feasible > 0 || err != nil:
	case strategy.Inputs:
		errs.Check(o.Evals == 0, "-time 0 is no clock: say with -evals when -algo %s is to end", o.Algo)
	default:
		errs.Check(o.Paths == 0, "-time 0 is no clock: say with -paths when -algo %s is to end", o.Algo)
	}
	errs.Check(!slices.Contains(Metrics(), o.Cost), "-cost: %q is none of %s", o.Cost, strings.Join(Metrics(), ", "))
	if err == nil {
		errs.Check(strategy.Inputs && metric(o.Cost).OfPaths, "-cost %s is counted on paths, and -algo %s runs inputs as machine code; take another cost, or -algo auto", o.Cost, o.Algo)
		learns := ese.Learns(strategy.Strategy)
		errs.Check(len(o.Train) > 0 && learns != ese.DecisionsPolicy && learns != ese.SuffixesPolicy && learns != ese.QNetworkPolicy, "-train is for wise, spfwca, carried and pyse; %s is not trained on sizes", o.Algo)
		errs.Check(o.Policy != nil && learns == "", "-policy-in: %s learns no policy; these do: %s", o.Algo, strings.Join(learningStrategies(), ", "))
	}
	for _, size := range o.Train {
		errs.Check(size < 1, "-train: %d is no size to train on", size)
	}
	return errors.Join(append(errs, subject.CheckSolver(o.Solver, Solvers()))...)
}
