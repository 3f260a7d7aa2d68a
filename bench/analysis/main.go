// Command analysis times the static analysis behind the enhanced fitness: all
// branches of every subject, beside Table IV of Baars et al., Symbolic
// search-based testing, ASE 2011.
//
//	go run ./bench/analysis
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/load"
	"nearmiss/pathexpr"
)

// paper holds Table IV in milliseconds.
var paper = map[string]float64{
	"bibclean.CheckISBN":      1_909_741.13,
	"bibclean.CheckISSN":      1_792_913.50,
	"defroster.DefrosterMain": 34_509.87,
	"f2.F2":                   318_279.23,
	"tiff.GetSourceSamples":   516_514.23,
	"tiff.SetSample":          1_092.77,
	"tiff.PlaceImage":         956.43,
	"triangle.Triangle":       716.03,
}

func main() {
	rounds := flag.Int("rounds", 5, "analyse each function `N` times")
	k := flag.Int("k", 1, "loop unrollings")
	flag.Parse()
	if err := run(*rounds, *k); err != nil {
		fmt.Fprintln(os.Stderr, "analysis:", err)
		os.Exit(1)
	}
}

func run(rounds, k int) error {
	pkgs, err := load.Load(context.Background(), ".", load.Options{}, "./bench/subjects/...")
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	fmt.Printf("Analysis of all branches, k = %d, median of %d; %s, %s, %s\n", k, rounds, host, runtime.Version(), time.Now().Format("2006-01-02"))
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "function\tbranches\tmost products at a node\tproducts left out\tms\tpaper ms\ttimes faster\t")
	for _, pkg := range pkgs {
		graph := cfg.Build(pkg.Source)
		for _, f := range graph.Funcs {
			name := experiment.FuncName(pkg.ImportPath, f.Name)
			if want, ok := paper[name]; ok {
				if err := row(tw, pkg, graph, f, name, want, rounds, k); err != nil {
					return err
				}
			}
		}
	}
	return tw.Flush()
}

func row(tw *tabwriter.Writer, pkg *load.Package, graph *cfg.Package, f *cfg.Func, name string, paperMS float64, rounds, k int) error {
	var times []time.Duration
	var most, left pathexpr.Count
	branches := 0
	for range rounds {
		most, left, branches = 0, 0, 0
		start := time.Now()
		a := fitness.New(graph, f, fitness.Options{K: k})
		for _, c := range f.Conds {
			for _, outcome := range []bool{false, true} {
				b := c.Branch(outcome)
				if graph.Edge(b) == nil {
					continue
				}
				branches++
				t, err := a.Target(b)
				if err != nil {
					return err
				}
				left = left.Add(t.LeftOut())
				for i := range t.Nodes {
					most = max(most, t.Nodes[i].Products)
				}
			}
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	ms := float64(times[len(times)/2].Microseconds()) / 1000
	fmt.Fprintf(tw, "%s\t%d\t%v\t%v\t%.1f\t%.0f\t%.0f\t\n", name, branches, most, left, ms, paperMS, paperMS/ms)
	return nil
}
