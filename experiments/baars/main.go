// Command baars repeats the study of Baars et al., Symbolic search-based
// testing, ASE 2011, with AVM on the subjects: a search for every branch by
// itself, with the standard and with the enhanced fitness, as published; and
// beside them what nearmiss does by default.
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
	"text/tabwriter"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/experiment"
)

// paper holds Table III, AVM: enhanced in percent of standard.
var paper = map[string]string{
	"bibclean.CheckISBN":      "99.99%",
	"bibclean.CheckISSN":      "99.98%",
	"defroster.DefrosterMain": "99.57%",
	"f2.F2":                   "157.44%",
	"tiff.GetSourceSamples":   "12.41%",
	"tiff.SetSample":          "8.78%",
	"tiff.PlaceImage":         "99.17%",
	"triangle.Triangle":       "35.35%",
}

func main() {
	seeds := flag.Int("seeds", 5, "repeat each search with `N` seeds; the paper has 30")
	evals := flag.Int("evals", 100_000, "budget of a branch in `evaluations`, as in the paper")
	pattern := flag.String("subjects", "./subjects/...", "`packages`")
	auto := flag.Bool("auto", true, "measure the default search too")
	last := flag.Bool("last", false, "standard fitness from the last divergence of a run, by the letter of section II, in place of the least")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *seeds, *evals, *pattern, *auto, *last); err != nil {
		fmt.Fprintln(os.Stderr, "baars:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, seeds, evals int, pattern string, auto, last bool) error {
	var trials []cover.Trial
	for seed := range seeds {
		for _, fitness := range []string{"standard", "symbolic"} {
			trials = append(trials, cover.Trial{Seed: uint64(seed + 1), Algo: "avm", Fitness: fitness, Paper: true})
		}
		if auto {
			trials = append(trials, cover.Trial{Seed: uint64(seed + 1), Algo: "auto", Fitness: "auto"})
		}
	}
	all := map[string]uint64{}
	tables := map[string]*experiment.Table{"standard": {}, "symbolic": {}, "auto": {}}
	opt := cover.Options{Patterns: []string{pattern}, Evals: evals, Globals: true, Last: last, Parallel: runtime.GOMAXPROCS(0)}
	start := time.Now()
	err := cover.Trials(ctx, opt, trials, func(t cover.Trial, branches []cover.BranchTrial) {
		fmt.Fprintf(os.Stderr, "%6.1fs seed %d, %s %s\n", time.Since(start).Seconds(), t.Seed, t.Algo, t.Fitness)
		for _, b := range branches {
			if !b.Searched || b.Infeasible {
				continue
			}
			name := experiment.FuncName(b.Package, b.Func)
			if _, ok := paper[name]; !ok {
				continue // a helper of a subject
			}
			if t.Fitness == "auto" {
				all[name] += b.All // the same number for each branch of the function
			}
			tables[t.Fitness].Add(experiment.Outcome{Func: name, Branch: b.Branch, Found: b.Found, Evaluations: b.Evaluations})
		}
	})
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	fmt.Printf("AVM, %d seeds, %d evaluations a branch; %s, %s, %d processors, %s\n\n", seeds, evals, host, runtime.Version(),
		runtime.GOMAXPROCS(0), time.Now().Format("2006-01-02"))
	rates(tables["standard"], tables["symbolic"])
	means(tables["standard"], tables["symbolic"])
	if auto {
		defaults(tables["auto"], all, seeds)
	}
	return nil
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
func means(standard, symbolic *experiment.Table) {
	fmt.Println("Mean evaluations a branch, enhanced in percent of standard (Table III):")
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "function\tstandard\tenhanced\tratio\tpaper\t")
	var sum float64
	funcs := standard.Funcs()
	for _, fn := range funcs {
		s, e := standard.MeanOf(fn), symbolic.MeanOf(fn)
		sum += e / s
		fmt.Fprintf(tw, "%s\t%.0f\t%.0f\t%.2f%%\t%s\t\n", fn, s, e, 100*e/s, paper[fn])
	}
	fmt.Fprintf(tw, "mean\t\t\t%.2f%%\t76.59%%\t\n", 100*sum/float64(max(len(funcs), 1)))
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
