// Command wide counts the evaluations that exact relations between 64-bit
// parameters take: the search of nearmiss, without solving, over many seeds, and beside it the
// published fitness, which cannot tell such distances apart.
//
//	go run ./bench/wide -seeds 30
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/cover"
)

func main() {
	seeds := flag.Int("seeds", 30, "repeat each search with `N` seeds")
	evals := flag.Int("evals", 100_000, "budget of a branch in `evaluations`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *seeds, *evals); err != nil {
		fmt.Fprintln(os.Stderr, "wide:", err)
		os.Exit(1)
	}
}

// contenders are the searches that are compared.
var contenders = []struct {
	name  string
	trial cover.Trial
}{
	{"-algo search", cover.Trial{Algo: "search", Fitness: "auto"}},
	{"AVM, published symbolic fitness", cover.Trial{Algo: "avm", Fitness: "symbolic", Paper: true}},
}

func run(ctx context.Context, seeds, evals int) error {
	host, _ := os.Hostname()
	fmt.Printf("64-bit parameters, %d seeds, %d evaluations a branch; %s, %s, %s\n", seeds, evals, host, runtime.Version(), time.Now().Format("2006-01-02"))
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "search\tfunction\tall branches found\tmean evaluations\tmost\t")
	for _, c := range contenders {
		var trials []cover.Trial
		for seed := range seeds {
			t := c.trial
			t.Seed = uint64(seed + 1)
			trials = append(trials, t)
		}
		totals := map[string][]uint64{} // by function: evaluations of a seed for all its branches together
		found := map[string]int{}
		var order []string
		err := cover.Trials(ctx, cover.Options{Patterns: []string{"./bench/subjects/wide"}, Evals: evals, Parallel: runtime.GOMAXPROCS(0)}, trials,
			func(_ cover.Trial, branches []cover.BranchTrial) {
				sums, all := map[string]uint64{}, map[string]bool{}
				for _, b := range branches {
					name := experiment.FuncName(b.Package, b.Func)
					if _, ok := sums[name]; !ok {
						all[name] = true
						if !slices.Contains(order, name) {
							order = append(order, name)
						}
					}
					sums[name] = b.All
					all[name] = all[name] && (b.Found || b.Infeasible)
				}
				for name, n := range sums {
					totals[name] = append(totals[name], n)
					if all[name] {
						found[name]++
					}
				}
			})
		if err != nil {
			return err
		}
		for _, name := range order {
			var sum uint64
			for _, n := range totals[name] {
				sum += n
			}
			fmt.Fprintf(tw, "%s\t%s\t%d of %d\t%d\t%d\t\n", c.name, name, found[name], seeds, sum/uint64(seeds), slices.Max(totals[name]))
		}
	}
	return tw.Flush()
}
