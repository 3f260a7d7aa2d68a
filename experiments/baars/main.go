// Command baars repeats the study of Baars et al., Symbolic search-based
// testing, ASE 2011, on the subjects: a search for every branch by itself, by
// AVM and by the genetic algorithm, with the standard and with the enhanced
// fitness, as published; and beside them what the search of nearmiss does by default, without solving.
//
//	go run ./experiments/baars -seeds 30
//
// It prints the branches whose success rates differ (Table II), the mean
// evaluations of each function (Table III), and for how many seeds the default
// search covers each branch within the budget of one.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/experiment"
)

// fitnesses are compared.
var fitnesses = []string{"standard", "symbolic"}

// config says what to measure.
type config struct {
	seeds, evals int
	pattern      string
	algos        []string
	auto, last   bool
}

func main() {
	var c config
	flag.IntVar(&c.seeds, "seeds", 5, "repeat each search with `N` seeds; the paper has 30")
	flag.IntVar(&c.evals, "evals", 100_000, "budget of a branch in `evaluations`, as in the paper")
	flag.StringVar(&c.pattern, "subjects", "./subjects/...", "`packages`")
	algos := flag.String("algo", "avm,ga", "published searches to measure: avm, ga, both, or none")
	flag.BoolVar(&c.auto, "auto", true, "measure the default search too")
	flag.BoolVar(&c.last, "last", false, "standard fitness from the last divergence of a run, by the letter of section II, in place of the least")
	flag.Parse()
	if *algos != "none" {
		c.algos = strings.Split(*algos, ",")
	}
	for _, a := range c.algos {
		if _, ok := paper[a]; !ok {
			fmt.Fprintf(os.Stderr, "baars: -algo: %q is none of avm, ga, none\n", a)
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

// trials lists all searches, seed by seed.
func (c *config) trials() (ts []cover.Trial) {
	for seed := range c.seeds {
		for _, algo := range c.algos {
			for _, fitness := range fitnesses {
				ts = append(ts, cover.Trial{Seed: uint64(seed + 1), Algo: algo, Fitness: fitness, Paper: true})
			}
		}
		if c.auto {
			ts = append(ts, cover.Trial{Seed: uint64(seed + 1), Algo: "search", Fitness: "auto"})
		}
	}
	return ts
}

// results holds a table for each algorithm and fitness.
type results struct {
	tables map[[2]string]*experiment.Table
	auto   experiment.Table
	all    map[string]uint64 // evaluations of the default search, by function
}

func (c *config) run(ctx context.Context) error {
	r := &results{tables: map[[2]string]*experiment.Table{}, all: map[string]uint64{}}
	for _, algo := range c.algos {
		for _, fitness := range fitnesses {
			r.tables[[2]string{algo, fitness}] = &experiment.Table{}
		}
	}
	opt := cover.Options{Patterns: []string{c.pattern}, Evals: c.evals, Globals: true, Last: c.last, Parallel: runtime.GOMAXPROCS(0)}
	start := time.Now()
	err := cover.Trials(ctx, opt, c.trials(), func(t cover.Trial, branches []cover.BranchTrial) {
		fmt.Fprintf(os.Stderr, "%6.1fs seed %d, %s %s\n", time.Since(start).Seconds(), t.Seed, t.Algo, t.Fitness)
		r.add(t, branches)
	})
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	fmt.Printf("%s, %d seeds, %d evaluations a branch; %s, %s, %d processors, %s\n\n", strings.Join(c.algos, " and "), c.seeds, c.evals,
		host, runtime.Version(), runtime.GOMAXPROCS(0), time.Now().Format("2006-01-02"))
	for _, algo := range c.algos {
		standard, symbolic := r.tables[[2]string{algo, "standard"}], r.tables[[2]string{algo, "symbolic"}]
		fmt.Printf("%s\n\n", paper[algo].title)
		rates(standard, symbolic)
		differences(algo, standard, symbolic)
		means(algo, standard, symbolic)
	}
	if c.auto {
		defaults(&r.auto, r.all, c.seeds)
		for _, algo := range c.algos {
			r.against(algo, c.seeds)
		}
	}
	return nil
}

func (r *results) add(t cover.Trial, branches []cover.BranchTrial) {
	table := &r.auto
	if t.Paper {
		table = r.tables[[2]string{t.Algo, t.Fitness}]
	}
	for _, b := range branches {
		name := experiment.FuncName(b.Package, b.Func)
		if !b.Searched || b.Infeasible || !slices.Contains(functions, name) {
			continue // others are helpers of a subject
		}
		if !t.Paper {
			r.all[name] += b.All // the same number for each branch of the function
		}
		table.Add(experiment.Outcome{Func: name, Branch: b.Branch, Found: b.Found, Evaluations: b.Evaluations})
	}
}

// rates prints the branches whose success rates differ.
func rates(standard, symbolic *experiment.Table) {
	fmt.Println("Success rates that differ (the paper's Table II lists its own):")
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "function\tbranch\tstandard\tenhanced\tdifference")
	for _, b := range standard.Branches {
		e := symbolic.Find(b.Func, b.Branch)
		if e != nil && e.Found != b.Found {
			fmt.Fprintf(tw, "%s\t%s\t%.1f%%\t%.1f%%\t%+.1f%%\n", b.Func, b.Branch, 100*b.Rate(), 100*e.Rate(), 100*(e.Rate()-b.Rate()))
		}
	}
	tw.Flush()
	fmt.Println()
}

// means prints mean evaluations by function.
func means(algo string, standard, symbolic *experiment.Table) {
	fmt.Println("Mean evaluations a branch, enhanced in percent of standard (Table III):")
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "function\tstandard\tenhanced\tratio\tpaper\t")
	var sum float64
	funcs := standard.Funcs()
	for _, fn := range funcs {
		s, e := standard.MeanOf(fn), symbolic.MeanOf(fn)
		sum += e / s
		fmt.Fprintf(tw, "%s\t%.0f\t%.0f\t%.2f%%\t%s\t\n", fn, s, e, 100*e/s, paper[algo].ratio(fn))
	}
	fmt.Fprintf(tw, "mean\t\t\t%.2f%%\t%s\t\n", 100*sum/float64(max(len(funcs), 1)), paper[algo].ratio("mean"))
	tw.Flush()
	fmt.Println()
}

// differences prints how many branches of each function have another success
// rate with the enhanced fitness, beside Table II.
func differences(algo string, standard, symbolic *experiment.Table) {
	fmt.Println("Branches with a higher and a lower rate, and the paper's:")
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "function\thigher\tlower\tpaper: higher\tlower\t")
	for _, fn := range standard.Funcs() {
		var higher, lower int
		for _, b := range standard.Of(fn) {
			if e := symbolic.Find(b.Func, b.Branch); e != nil && e.Found > b.Found {
				higher++
			} else if e != nil && e.Found < b.Found {
				lower++
			}
		}
		p := paper[algo].rates[fn]
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t\n", fn, higher, lower, p[0], p[1])
	}
	tw.Flush()
	fmt.Println()
}

// defaults prints how surely the default search covers each branch, and the
// evaluations of a function, exploring included, divided by its branches.
func defaults(auto *experiment.Table, all map[string]uint64, seeds int) {
	fmt.Println("Default search (-algo auto): branches by the number of seeds that covered them:")
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "function\tbranches\tall seeds\tall but one\tfewer\tevaluations a branch\t")
	for _, fn := range auto.Funcs() {
		var every, one, fewer int
		for _, b := range auto.Of(fn) {
			switch {
			case b.Found == seeds:
				every++
			case b.Found == seeds-1:
				one++
			default:
				fewer++
				fmt.Fprintf(os.Stderr, "%s %s: %d of %d\n", b.Func, b.Branch, b.Found, seeds)
			}
		}
		n := len(auto.Of(fn))
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%.0f\t\n", fn, n, every, one, fewer, float64(all[fn])/float64(n)/float64(seeds)/float64(n))
	}
	tw.Flush()
}

// against compares the default search with a published one: evaluations of
// each function, and branches that it covers for fewer seeds.
func (r *results) against(algo string, seeds int) {
	standard := r.tables[[2]string{algo, "standard"}]
	var sum, own, its float64
	funcs := standard.Funcs()
	for _, fn := range funcs {
		n := float64(len(r.auto.Of(fn)))
		all := float64(r.all[fn]) / n / float64(seeds) // of a seed, for all branches
		sum += all / n / standard.MeanOf(fn)
		own += all
		its += standard.MeanOf(fn) * n
	}
	var worse []string
	for _, b := range standard.Branches {
		if a := r.auto.Find(b.Func, b.Branch); a != nil && a.Found < b.Found {
			worse = append(worse, fmt.Sprintf("%s %s: %d in place of %d", b.Func, b.Branch, a.Found, b.Found))
		}
	}
	fmt.Printf("\nDefault search against %s with the standard fitness: %+.2f%% evaluations as a mean of functions, %+.2f%% in total, %d branches covered for fewer seeds\n",
		algo, 100*sum/float64(max(len(funcs), 1))-100, 100*own/its-100, len(worse))
	for _, w := range worse {
		fmt.Println("  " + w)
	}
}
