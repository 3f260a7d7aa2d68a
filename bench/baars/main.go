// Command baars repeats the study of Baars et al., Symbolic search-based
// testing, ASE 2011, on the subjects: a search for every branch by itself, by
// AVM and by the genetic algorithm, with the standard and with the enhanced
// fitness, as published; random inputs beside them, in the same domains and with
// the same budget; and what the search of nearmiss covers, without solving.
//
//	go run ./bench/baars -seeds 30 -csv docs/baars.csv
//	go run ./bench/baars -seeds 5 ./my/package
//
// It prints the branches whose success rates differ (Table II) and the mean
// evaluations of each function (Table III) with deviations over the seeds. The
// packages are by default those of the study; of these it searches the study's
// functions, and every function of packages that are named.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/cover"
)

// config says what to measure.
type config struct {
	seeds, evals int
	patterns     []string
	algos        []string
	csv          string
	search       bool
	last, exact  bool
}

func main() {
	var c config
	flag.IntVar(&c.seeds, "seeds", 5, "repeat each search with `N` seeds; the paper has 30")
	flag.IntVar(&c.evals, "evals", 100_000, "budget of a branch in `evaluations`, as in the paper")
	algos := flag.String("algo", "random,avm,ga", "published searches to measure, and random inputs: some of random, avm, ga, or none")
	flag.BoolVar(&c.search, "search", true, "measure -algo search of nearmiss too")
	flag.BoolVar(&c.last, "last", false, "standard fitness from the last divergence of a run, by the letter of section II, in place of the least")
	flag.BoolVar(&c.exact, "exact", false, "exact distances break ties of the published fitness, whose floats cannot tell large distances apart")
	flag.StringVar(&c.csv, "csv", "", "write a row for each search, seed and function into `file`")
	flag.Parse()
	c.patterns = flag.Args()
	if *algos != "none" {
		c.algos = strings.Split(*algos, ",")
	}
	for _, a := range c.algos {
		if _, ok := paper[a]; !ok && a != "random" {
			fmt.Fprintf(os.Stderr, "baars: -algo: %q is none of random, avm, ga; none of them is %q\n", a, "none")
			os.Exit(2)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := c.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "baars:", err)
		os.Exit(1)
	}
}

// A contender is a search with a fitness.
type contender struct{ algo, fitness string }

// published reports whether c is measured as published: a search for each branch.
func (c contender) published() bool { return c.algo != "search" }

// contenders lists what is measured. Random inputs need no fitness.
func (c *config) contenders() (list []contender) {
	for _, algo := range c.algos {
		list = append(list, contender{algo, "standard"})
		if algo != "random" {
			list = append(list, contender{algo, "symbolic"})
		}
	}
	if c.search {
		list = append(list, contender{"search", "auto"})
	}
	return list
}

// options are those of all trials. Of the study's packages the functions of the
// study are searched alone: what they call is no subject.
func (c *config) options() cover.Options {
	opt := cover.Options{Patterns: c.patterns, Evals: c.evals, Globals: true, Last: c.last, Exact: c.exact, Parallel: runtime.GOMAXPROCS(0)}
	if len(opt.Patterns) == 0 {
		var names []string
		for _, fn := range slices.Concat(functions, figure) {
			pkg, name, _ := strings.Cut(fn, ".")
			names = append(names, name)
			if p := "./bench/subjects/" + pkg; !slices.Contains(opt.Patterns, p) {
				opt.Patterns = append(opt.Patterns, p)
			}
		}
		opt.Func = regexp.MustCompile("^(" + strings.Join(names, "|") + ")$")
	}
	return opt
}

// run measures seed by seed. An interrupt ends it after the last whole seed.
func (c *config) run(ctx context.Context) error {
	var trials []cover.Trial
	for seed := range c.seeds {
		for _, x := range c.contenders() {
			trials = append(trials, cover.Trial{Seed: uint64(seed + 1), Algo: x.algo, Fitness: x.fitness, Paper: x.published()})
		}
	}
	r := newResults()
	start, rev, done := time.Now(), experiment.Revision(), 0
	var seed [][]cover.BranchTrial
	err := cover.Trials(ctx, c.options(), trials, func(t cover.Trial, branches []cover.BranchTrial) {
		fmt.Fprintf(os.Stderr, "%6.1fs seed %d, %s %s\n", time.Since(start).Seconds(), t.Seed, t.Algo, t.Fitness)
		if seed = append(seed, branches); len(seed) == len(c.contenders()) {
			for i, b := range seed {
				r.add(trials[done*len(seed)+i], b)
			}
			seed, done = nil, done+1
		}
	})
	if err != nil && (ctx.Err() == nil || done == 0) {
		return err
	}
	c.seeds = done
	c.print(r, rev, time.Since(start))
	if c.csv != "" {
		return r.write(c.csv)
	}
	return nil
}

// results holds a table for each contender.
type results struct {
	tables map[contender]*experiment.Table
	left   map[string]bool // what was left out, and why
	rows   []row
}

func newResults() *results {
	return &results{tables: map[contender]*experiment.Table{}, left: map[string]bool{}}
}

func (r *results) add(t cover.Trial, branches []cover.BranchTrial) {
	x := contender{t.Algo, t.Fitness}
	table := r.tables[x]
	if table == nil {
		table = &experiment.Table{}
		r.tables[x] = table
	}
	seen := map[string]*row{}
	for _, b := range branches {
		name := experiment.FuncName(b.Package, b.Func)
		switch {
		case b.Func == "": // of functions that were not asked for
			continue
		case !b.Searched:
			r.left[name+": cannot be called"] = true
			continue
		case b.Infeasible:
			r.left[name+" "+b.Branch+": proved to be infeasible"] = true
			continue
		}
		table.Add(experiment.Outcome{Func: name, Branch: b.Branch, Found: b.Found, Evaluations: b.Evaluations})
		if seen[name] == nil {
			seen[name] = &row{contender: x, seed: t.Seed, fn: name}
		}
		seen[name].add(b, x.published())
	}
	for _, fn := range table.Funcs() {
		r.rows = append(r.rows, *seen[fn])
	}
}
