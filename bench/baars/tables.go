package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"gonum.org/v1/gonum/stat"

	"nearmiss/bench/internal/experiment"
)

// print prints all tables, with what is needed to make them again.
func (c *config) print(r *results, rev string, took time.Duration) {
	host, _ := os.Hostname()
	fmt.Printf("%d seeds, %d evaluations a branch; %s, %s, %d processors, revision %s, %s, %v\n%s\n\n", c.seeds, c.evals,
		host, runtime.Version(), runtime.GOMAXPROCS(0), rev, time.Now().Format("2006-01-02"), took.Round(time.Second),
		"go run ./bench/baars "+strings.Join(os.Args[1:], " "))
	for _, what := range slices.Sorted(maps.Keys(r.left)) {
		fmt.Printf("left out: %s\n", what)
	}
	for _, algo := range c.algos {
		if algo != "random" {
			fmt.Printf("%s\n\n", paper[algo].title)
			r.rates(algo)
			r.differences(algo)
			r.evaluations(algo)
		}
	}
	if t := r.tables[contender{"random", "standard"}]; t != nil {
		r.found("Random inputs", contender{"random", "standard"}, c.seeds)
	}
	if c.search {
		r.found("-algo search of nearmiss: all branches of a function in one search", contender{"search", "auto"}, c.seeds)
	}
	r.figure(c.contenders())
}

// revision is the commit of this program, as far as it is known.
func columns(title, head string) *tabwriter.Writer {
	fmt.Println(title)
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, head)
	return tw
}

// done ends a table.
func done(tw *tabwriter.Writer) {
	tw.Flush()
	fmt.Println()
}

// subjects lists the functions of a table, without those of Figure 1.
func subjects(t *experiment.Table) []string {
	return slices.DeleteFunc(t.Funcs(), func(fn string) bool { return slices.Contains(figure, fn) })
}

// pair is the tables of an algorithm.
func (r *results) pair(algo string) (standard, enhanced *experiment.Table) {
	return r.tables[contender{algo, "standard"}], r.tables[contender{algo, "symbolic"}]
}

// rates prints the branches whose success rates differ.
func (r *results) rates(algo string) {
	standard, enhanced := r.pair(algo)
	random := r.tables[contender{"random", "standard"}]
	tw := columns("Success rates that differ (the paper's Table II lists its own; there is no test of significance):", "function\tbranch\tstandard\tenhanced\tdifference\trandom\t")
	for _, fn := range subjects(standard) {
		for _, b := range standard.Of(fn) {
			if e := enhanced.Find(fn, b.Branch); e.Found != b.Found {
				fmt.Fprintf(tw, "%s\t%s\t%.1f%%\t%.1f%%\t%+.1f%%\t", fn, b.Branch, 100*b.Rate(), 100*e.Rate(), 100*(e.Rate()-b.Rate()))
				if random != nil {
					fmt.Fprintf(tw, "%.1f%%", 100*random.Find(fn, b.Branch).Rate())
				}
				fmt.Fprintln(tw, "\t")
			}
		}
	}
	done(tw)
}

// differences prints how many branches of each function have another success
// rate with the enhanced fitness, beside Table II.
func (r *results) differences(algo string) {
	standard, enhanced := r.pair(algo)
	tw := columns("Branches with a higher and a lower rate, and the paper's:", "function\thigher\tlower\tpaper: higher\tlower\t")
	for _, fn := range subjects(standard) {
		var higher, lower int
		for _, b := range standard.Of(fn) {
			if e := enhanced.Find(fn, b.Branch); e.Found > b.Found {
				higher++
			} else if e.Found < b.Found {
				lower++
			}
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%s\t\n", fn, higher, lower, paper[algo].differing(fn))
	}
	done(tw)
}

// evaluations prints mean evaluations by function. The deviation is that of the
// seeds' means; the interval holds the middle 95 % of the ratios of resampled seeds.
func (r *results) evaluations(algo string) {
	standard, _ := r.pair(algo)
	tw := columns("Mean evaluations a branch ± deviation between seeds, enhanced in percent of standard with a 95% bootstrap interval (Table III):",
		"function\tstandard\t±\tenhanced\t±\tratio\tfrom\tto\tpaper\trandom\t")
	var sum float64
	funcs := subjects(standard)
	for _, fn := range funcs {
		s, e := r.means(contender{algo, "standard"}, fn), r.means(contender{algo, "symbolic"}, fn)
		sm, sd := stat.MeanStdDev(s, nil)
		em, ed := stat.MeanStdDev(e, nil)
		from, to := interval(s, e)
		sum += em / sm
		fmt.Fprintf(tw, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.2f%%\t%.2f%%\t%.2f%%\t%s\t", fn, sm, sd, em, ed, 100*em/sm, 100*from, 100*to, paper[algo].ratio(fn))
		random(tw, r.means(contender{"random", "standard"}, fn))
	}
	fmt.Fprintf(tw, "mean\t\t\t\t\t%.2f%%\t\t\t%s\t\t\n", 100*sum/float64(max(len(funcs), 1)), paper[algo].ratio("mean"))
	done(tw)
}

// random ends a line with the mean of random inputs, if they were measured.
func random(w io.Writer, means []float64) {
	if len(means) > 0 {
		fmt.Fprintf(w, "%.0f", stat.Mean(means, nil))
	}
	fmt.Fprintln(w, "\t")
}

// interval is where the ratio of the means lies for 95 % of the samples that are drawn
// from the seeds with replacement; a seed is drawn for both.
func interval(standard, enhanced []float64) (from, to float64) {
	return experiment.Interval(len(standard), func(sample []int) float64 {
		var s, e float64
		for _, k := range sample {
			s += standard[k]
			e += enhanced[k]
		}
		return e / s
	})
}

// found prints how surely a search finds each branch, and its evaluations.
func (r *results) found(title string, x contender, seeds int) {
	t := r.tables[x]
	tw := columns(title+"; branches by the number of seeds that found them:", "function\tbranches\tall seeds\tsome\tnone\tevaluations a branch\t±\t")
	for _, fn := range subjects(t) {
		var every, some, none int
		for _, b := range t.Of(fn) {
			switch b.Found {
			case seeds:
				every++
			case 0:
				none++
			default:
				some++
			}
		}
		mean, deviation := stat.MeanStdDev(r.means(x, fn), nil)
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%.0f\t%.0f\t\n", fn, len(t.Of(fn)), every, some, none, mean, deviation)
	}
	done(tw)
}

// figure prints for how many seeds each search takes all branches of Figure 1.
func (r *results) figure(contenders []contender) {
	var tw *tabwriter.Writer
	for _, x := range contenders {
		for _, fn := range figure {
			bs := r.tables[x].Of(fn)
			if len(bs) == 0 {
				continue
			}
			if tw == nil {
				tw = columns("Figure 1 of the paper, its innermost true branch:", "search\tfitness\tfunction\tfound\tevaluations\t")
			}
			last := bs[len(bs)-1]
			fmt.Fprintf(tw, "%s\t%s\t%s\t%d of %d\t", x.algo, x.fitness, fn, last.Found, last.Seeds)
			if x.published() { // else the branch has no search of its own
				fmt.Fprintf(tw, "%.0f", last.Mean())
			}
			fmt.Fprintln(tw, "\t")
		}
	}
	if tw != nil {
		done(tw)
	}
}
