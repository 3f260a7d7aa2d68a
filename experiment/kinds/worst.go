package kinds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/ese"
	"nearmiss/experiment/task"
	"nearmiss/ga"
	"nearmiss/internal/load"
	"nearmiss/internal/subject"
	"nearmiss/internal/worst"
)

// worstCase is the search of package worst for the input of a size on which a function does the
// most work. Unlike nearmiss worst it never reports a random input in place of what the search
// has found.
func worstCase() *task.Kind {
	names := func(list []worst.Algorithm) (names []string) {
		for _, a := range list {
			names = append(names, a.Name)
		}
		return names
	}
	return &task.Kind{
		Name: "worst", Doc: "search for the input of a size on which a function does the most work",
		Subject: []task.Option{
			{Name: "func", Required: true, Doc: "function, named as for nearmiss worst, from the directory dir"},
			{Name: "size", Type: task.Int, Late: true, Doc: "length of lists, texts and maps"},
			{Name: "sizes", Doc: "lengths of single parameters: pattern=3,text=10"},
			{Name: "domain", Doc: "ranges of numbers by parameter: list=0..9,n=1..3"},
			{Name: "cost", Values: worst.Metrics(), Late: true, Doc: "what is counted; statements by default"},
			{Name: "reference", Type: task.Number, Least: 1, Late: true, Silent: true, Doc: "cost that share is of"},
			{Name: "manual", Type: task.Flag, Late: true, Silent: true, Doc: "share is of the manual input of package manual"},
			{Name: "enough", Type: task.Int, Least: 1, Late: true, Silent: true, Doc: "cost at which a search ends"},
		},
		Arm: []task.Option{
			{Name: "algo", Required: true, Values: names(worst.Algorithms()), Doc: "algorithm"},
			{Name: "operators", Values: names(worst.Operators()), Doc: "operators of a genetic algorithm"},
			{Name: "population", Type: task.Int, Least: -1, Doc: "individuals of a genetic algorithm, or of each of its sub-populations; here and below -1 is none, and the algorithm has a default"},
			{Name: "elite", Type: task.Int, Least: -1, Doc: "individuals that always survive"},
			{Name: "mutation", Type: task.Number, Least: -1, Doc: "probability that a child is mutated"},
			{Name: "ls_period", Type: task.Int, Least: -1, Doc: "generations from one local search to the next"},
			{Name: "ls_individuals", Type: task.Int, Least: 1, Doc: "in place of ls_period: individuals with a cost from one local search to the next; ls_attempts are then neighbours with a cost"},
			{Name: "ls_attempts", Type: task.Int, Least: -1, Doc: "neighbours that a local search tries"},
			{Name: "start", Values: []string{worst.StartRandom, worst.StartPaths}, Doc: "first generation of inputs: random ones, or those of random paths"},
			{Name: "history", Type: task.Int, Doc: "branches that a learned choice depends on"},
			{Name: "sizes", Doc: "sizes at which wise, spfwca, carried and pyse train, as 3,4; by default wise and spfwca from 1 on, carried at 4 to 12, pyse at none"},
			{Name: "train", Type: task.Number, Doc: "training of wise, spfwca and pyse: below 1 a share of the budget, else explorations; half of the budget by default"},
			{Name: "settled", Type: task.Flag, Doc: "training of wise and spfwca ends at the first size that costs more than the ones before and leaves the policy as it was"},
			{Name: "solver", Values: worst.Solvers(), Doc: "solver of the final path condition; embedded by default"},
		},
		Budget: append([]task.Option{
			{Name: "paths", Type: task.Int, Least: 1, Doc: "explorations, those without a path included"},
			{Name: "evals", Type: task.Int, Least: 1, Doc: "native runs, for algorithms over inputs"},
			{Name: "feasible", Type: task.Int, Least: 1, Doc: "individuals with a cost: paths, and native runs to their end"},
		}, clocks...),
		Measures: []task.Measure{
			{Name: "cost", Doc: "cost of the worst input found"},
			{Name: "share", Doc: "cost as a share of the reference"},
			{Name: "typical", Doc: "median cost of random inputs"},
			{Name: "paths", Doc: "paths taken"},
			{Name: "explorations", Doc: "paths, and preconditions without a path"},
			{Name: "evaluations", Doc: "native runs"},
			{Name: "feasible", Doc: "individuals with a cost: paths, and native runs to their end"},
			{Name: "feasible_share", Doc: "paths as a share of explorations"},
			{Name: "equalities", Doc: "share of the decisions on paths that are on whether two values are equal"},
			{Name: "costlier", Doc: "share of the children of a genetic algorithm that cost more than the parent whose beginning they have"},
			{Name: "moved", Doc: "share of the numbers in the inputs of children that differ from this parent's"},
			{Name: "training", Doc: "explorations at other sizes"},
			{Name: "until", Doc: "explorations and native runs until the reference, or the budget of paths if the cost stays below it", Derive: until, Censored: "reached"},
			{Name: "searched", Doc: "until, without the explorations at other sizes of a search that gets to the reference", Derive: withoutTraining, Censored: "reached"},
			{Name: "reached", Doc: "1 if the cost is the reference or more, else 0", Derive: reached},
			{Name: "queries", Doc: "questions to the solver"},
			{Name: "solver_ms", Doc: "time in the solver"},
			{Name: "outside", Doc: "share of the decisions of the worst path in packages where nothing is counted"},
			{Name: "complete", Doc: "1 if no input costs more, else 0"},
			{Name: "curve", Curve: true, Doc: "best cost over milliseconds of processor time"},
			{Name: "curve_feasible", Curve: true, Doc: "best cost over individuals with a cost"},
		},
		Draws: func(arm task.Options) bool {
			for _, a := range worst.Algorithms() {
				if a.Name == arm.Text("algo") {
					return a.Draws
				}
			}
			return true
		},
		Check: checkSearch,
		Find:  findFuncs,
		Open:  openFunc,
	}
}

// until returns the explorations and native runs of a search that ends at its reference. One that does not get there
// counts with the budget, also where it had nothing left to explore before.
func until(numbers map[string]float64, budget task.Options, _ int) (float64, bool) {
	share, ok := numbers["share"]
	n := numbers["explorations"] + numbers["evaluations"]
	if share < 1 {
		n = max(n, budget.Number("paths"))
	}
	return n, ok
}

// reached tells the searches that end at their reference.
func reached(numbers map[string]float64, _ task.Options, _ int) (float64, bool) {
	share, ok := numbers["share"]
	if share < 1 {
		return 0, ok
	}
	return 1, ok
}

// withoutTraining is until without training, which counts only where the search does not get to the reference.
func withoutTraining(numbers map[string]float64, budget task.Options, _ int) (float64, bool) {
	n, ok := until(numbers, budget, 0)
	if numbers["share"] >= 1 {
		n -= numbers["training"]
	}
	return n, ok
}

// checkSearch returns an error if the search of an arm cannot have a budget.
func checkSearch(arm, budget task.Options) error {
	algo, needed := arm.Text("algo"), "paths"
	s, err := ese.ByName(algo)
	if operators := arm.Text("operators"); err == nil && operators != "" {
		algo += " with operators " + operators
		s, err = s.WithOperators(operators)
	}
	if err != nil {
		return err
	}
	if s.Inputs {
		needed = "evals"
	}
	if err := checkClocks(arm, budget); err != nil {
		return err
	}
	if clock := budget.Text("cpu") != "" || budget.Text("time") != ""; !clock && budget["feasible"] == nil && budget[needed] == nil {
		return fmt.Errorf("nothing ends a search with %s: give %s, feasible, cpu or time", algo, needed)
	}
	o, err := searchOptions(task.Cell{Arm: arm, Budget: budget})
	if err == nil {
		err = o.Validate()
	}
	if err != nil {
		return errors.New(strings.ReplaceAll(strings.TrimPrefix(err.Error(), "-"), "\n-", "; ")) // there they are flags
	}
	return nil
}

// searchOptions returns the options of the search of a cell.
func searchOptions(c task.Cell) (worst.Options, error) {
	o := worst.Options{
		Algo: c.Arm.Text("algo"), Operators: c.Arm.Text("operators"),
		Solver: cmp.Or(c.Arm.Text("solver"), "embedded"), // the same on each machine
		Cost:   c.Subject.Text("cost"),
		Paths:  uint64(c.Budget.Int("paths")), Evals: uint64(c.Budget.Int("evals")),
		Enough: uint64(c.Subject.Int("enough")), Feasible: uint64(c.Budget.Int("feasible")), Start: c.Arm.Text("start"),
		TrainPart: c.Arm.Number("train"), Settled: c.Arm.Flag("settled"), Offspring: true,
		Genetic: ga.Parameters{
			PopSize: c.Arm.Int("population"), EliteSize: c.Arm.Int("elite"), MProb: c.Arm.Number("mutation"),
			LSPeriod: c.Arm.Int("ls_period"), LSAttempts: c.Arm.Int("ls_attempts"), LSIndividuals: c.Arm.Int("ls_individuals"),
		},
	}
	if _, given := c.Arm["history"]; given {
		o.History = fmt.Sprint(c.Arm.Int("history"))
	}
	o.Seed = c.Seed
	o.Time, o.Clock = c.Budget.Duration("cpu"), c.Clock
	if wall := c.Budget.Duration("time"); wall > 0 {
		o.Time, o.Clock = wall, nil
	}
	for size := range strings.SplitSeq(c.Arm.Text("sizes"), ",") {
		if size == "" {
			continue
		}
		n, err := strconv.Atoi(size)
		if err != nil {
			return o, fmt.Errorf("sizes: %q is no number", size)
		}
		o.Train = append(o.Train, n)
	}
	return o, nil
}

// findFuncs looks for functions in the packages that they name.
func findFuncs(ctx context.Context, dir string, subjects []task.Options) []error {
	return findNames(ctx, dir, "func", subjects, func(p *load.Package, name string) error {
		_, err := load.FindFunc(p, name)
		return err
	})
}

// findNames looks for what an option of subjects names, and loads each package once.
func findNames(
	ctx context.Context, dir, option string, subjects []task.Options, look func(p *load.Package, name string) error,
) []error {
	place, err := subject.NewPlace(dir)
	if err == nil {
		defer place.Close()
		err = place.Settle(ctx)
	}
	type loaded struct {
		pkg *load.Package
		err error
	}
	pkgs := map[string]loaded{}
	errs := make([]error, len(subjects))
	for i, s := range subjects {
		if errs[i] = err; err != nil {
			continue
		}
		pattern, local, err := load.ParseName(strings.TrimSuffix(s.Text(option), "()"))
		if err != nil {
			errs[i] = err
			continue
		}
		l, known := pkgs[pattern]
		if !known {
			list, err := place.Load(ctx, nil, pattern)
			if l.err = err; err == nil {
				l.pkg, l.err = load.Only(list, pattern)
			}
			pkgs[pattern] = l
		}
		if errs[i] = l.err; l.err == nil {
			errs[i] = look(l.pkg, local)
		}
	}
	return errs
}

// A worstSession searches in one function.
type worstSession struct {
	session *worst.Session
	manual  map[string]float64 // costs of manual inputs by size and metric
}

func openFunc(ctx context.Context, dir string, s task.Options) (task.Session, error) {
	o := worst.Options{Func: s.Text("func")}
	o.Dir, o.Time = dir, time.Hour // not used: each search has its own budget
	if sizes := s.Text("sizes"); sizes != "" {
		if err := o.Sizes.Set(sizes); err != nil {
			return nil, fmt.Errorf("sizes: %w", err)
		}
	}
	if s.Int("size") > 0 {
		o.Sizes.All = []int{s.Int("size")}
	}
	for part := range strings.SplitSeq(s.Text("domain"), ",") {
		if name, span, _ := strings.Cut(part, "="); name != "" {
			if o.Domains == nil {
				o.Domains = map[string]string{}
			}
			o.Domains[name] = span
		}
	}
	session, err := worst.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return &worstSession{session, map[string]float64{}}, nil
}

func (w *worstSession) Close() error {
	w.session.Close()
	return nil
}

// Run implements task.Session.
func (w *worstSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	reference := c.Subject.Number("reference")
	if c.Subject.Flag("manual") {
		if reference, err = w.manualCost(ctx, c.Subject); err != nil {
			return m, fmt.Errorf("the manual input: %w", err)
		}
	}
	o, err := searchOptions(c)
	if err != nil {
		return m, err
	}
	r, err := w.session.Search(ctx, o, c.Subject.Int("size"))
	if r == nil {
		return m, err
	}
	complete := 0.0
	if r.Complete {
		complete = 1
	}
	m.Numbers = map[string]float64{
		"cost": float64(r.Cost.Worst), "typical": float64(r.Cost.Typical),
		"paths": float64(r.Paths), "explorations": float64(r.Counts.Explorations), "training": float64(r.Counts.Training),
		"evaluations": float64(r.Evals), "feasible": float64(r.Counts.Feasible), "queries": float64(r.Queries),
		"solver_ms": float64(r.SolverMS), "outside": r.Outside, "complete": complete,
	}
	for name, of := range map[string][2]uint64{
		"feasible_share": {r.Counts.Paths, r.Counts.Explorations}, "equalities": {r.Counts.Equalities, r.Counts.Decisions},
		"costlier": {r.Counts.Tally(ese.Costlier), r.Counts.Tally(ese.Children)}, "moved": {r.Counts.Tally(ese.MovedNumbers), r.Counts.Tally(ese.ChildNumbers)},
	} {
		if of[1] > 0 {
			m.Numbers[name] = float64(of[0]) / float64(of[1])
		}
	}
	if reference > 0 {
		m.Numbers["share"] = float64(r.Cost.Worst) / reference
	}
	curve, feasible := task.Curve{}, task.Curve{}
	for _, p := range r.History {
		curve = append(curve, [2]float64{float64(p.MS), float64(p.Cost)})
		feasible = append(feasible, [2]float64{float64(p.Feasible), float64(p.Cost)})
	}
	m.Curves = map[string]task.Curve{"curve": curve, "curve_feasible": feasible}
	return m, err
}

// manualCost returns the cost of the manual input of a size. It is measured once.
func (w *worstSession) manualCost(ctx context.Context, s task.Options) (float64, error) {
	metric := cmp.Or(s.Text("cost"), worst.Metrics()[0])
	key := fmt.Sprint(s.Int("size"), metric)
	if known, ok := w.manual[key]; ok {
		return known, nil
	}
	name := strings.TrimPrefix(path.Ext(s.Text("func")), ".")
	if program, ok := manual.Find(name); ok && program.Worst != nil {
		cost, err := w.session.Cost(ctx, metric, program.Worst(s.Int("size")))
		if err == nil {
			w.manual[key] = float64(cost)
		}
		return float64(cost), err
	}
	return 0, fmt.Errorf("%s has none: %w", name, os.ErrNotExist)
}
