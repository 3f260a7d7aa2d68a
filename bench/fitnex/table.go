package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"
)

// base is what the others are compared with.
const base = "random"

// paper has, of the strategies of Table 2, the mean improvement over random that
// its last row gives, the geometric mean of its thirty rows, and how many of these
// are below 1 000 runs, which is for targets that were not reached.
var paper = map[string]struct {
	means   [2]float64
	reached int
}{
	"pex":                {[2]float64{5.2, 2.07}, 30},
	"pex-without-fitnex": {[2]float64{1.9, 1.26}, 30},
	"random":             {[2]float64{1, 1}, 28},
	"bfs":                {[2]float64{0.9, 0.51}, 25},
}

// line sums up a row: the median runs of each strategy, and in how many of the
// searches the target was reached if not in all.
func (c *config) line(r *row) string {
	var cells []string
	for _, s := range c.strategies {
		cells = append(cells, s+" "+cell(r.trials[s]))
	}
	return strings.Join(cells, ", ")
}

func cell(ts []trial) string {
	if len(ts) == 0 {
		return "-"
	}
	reached := 0
	for _, t := range ts {
		if t.reached {
			reached++
		}
	}
	text := fmt.Sprintf("%.4g", middle(ts))
	if reached < len(ts) {
		text += fmt.Sprintf(" (%d/%d)", reached, len(ts))
	}
	return text
}

// middle is the median number of runs.
func middle(ts []trial) float64 { return median(ts, runs) }

// What searches are compared by.
func runs(t *trial) float64 { return float64(t.runs) }
func took(t *trial) float64 { return float64(t.elapsed) / float64(time.Millisecond) }

func median(ts []trial, of func(*trial) float64) float64 {
	all := make([]float64, len(ts))
	for i := range ts {
		all[i] = of(&ts[i])
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}

// print writes the table, the means, and where a strategy is worse than random.
func (c *config) print(w io.Writer, rows []row) {
	fmt.Fprintf(w, "%s/%s, %s, %s.\n\n", runtime.GOOS, runtime.GOARCH, runtime.Version(), time.Now().Format(time.DateOnly))
	fmt.Fprintf(w, "Runs to the target, at most %d: median over %d seeds (and how many of them reached it, if not all).\n\n", c.runs, c.seeds)
	c.header(w, "subject", "kind")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(w, "| %s | %s |", r.subject.Name, r.subject.Kind)
		for _, s := range c.strategies {
			fmt.Fprintf(w, " %s |", cell(r.trials[s]))
		}
		fmt.Fprintln(w)
	}
	c.times(w, rows)
	fmt.Fprintf(w, "\nImprovement over %s: the mean over the subjects of its runs, or time, by the strategy's.\n\n", base)
	c.header(w, "mean", "")
	for i, name := range []string{"arithmetic", "geometric"} {
		fmt.Fprintf(w, "| %s | |", name)
		for _, s := range c.strategies {
			fmt.Fprintf(w, " %s |", number(improvement(rows, s, runs)[i]))
		}
		fmt.Fprintf(w, "\n| %s, of the paper's subjects | |", name)
		for _, s := range c.strategies {
			if p, ok := paper[s]; ok {
				fmt.Fprintf(w, " *%.3g* |", p.means[i])
			} else {
				fmt.Fprint(w, " |")
			}
		}
		fmt.Fprintln(w)
	}
	easy := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return c.reached([]row{r}, base) == 0 })
	c.row(w, "geometric, of time", func(s string) string { return number(improvement(rows, s, took)[1]) })
	c.row(w, fmt.Sprintf("geometric, of runs, where %s reaches the target (%d)", base, len(easy)), func(s string) string { return number(improvement(easy, s, runs)[1]) })
	c.row(w, fmt.Sprintf("geometric, of time, where %s reaches the target (%d)", base, len(easy)), func(s string) string { return number(improvement(easy, s, took)[1]) })
	c.row(w, "targets reached in the median", func(s string) string { return fmt.Sprint(c.reached(rows, s)) })
	c.row(w, "targets reached, of the paper's subjects", func(s string) string {
		if p, ok := paper[s]; ok {
			return fmt.Sprintf("*%d*", p.reached)
		}
		return ""
	})
	c.shares(w, rows, "time for the strategy itself", planning)
	c.shares(w, rows, "time, with the making of the executor, for the strategy itself", planningOfAll)
	if c.shared {
		c.each(w, rows)
	}
	for _, s := range c.strategies {
		if worse := worse(rows, s); s != base && len(worse) > 0 {
			fmt.Fprintf(w, "\n%s is worse than %s by more than a tenth and five runs at %s.\n", s, base, strings.Join(worse, ", "))
		}
	}
}

// row writes a row of the means, with a cell for each strategy.
func (c *config) row(w io.Writer, name string, cell func(strategy string) string) {
	fmt.Fprintf(w, "| %s | |", name)
	for _, s := range c.strategies {
		fmt.Fprintf(w, " %s |", cell(s))
	}
	fmt.Fprintln(w)
}

// times writes what the searches took by the clock. Runs say little of that: those of a
// strategy that goes for long inputs, or asks more of the solver, take longer.
func (c *config) times(w io.Writer, rows []row) {
	fmt.Fprintf(w, "\nMilliseconds to the target, or to the end of the search: median over %d seeds.\n\n", c.seeds)
	c.header(w, "subject")
	for i := range rows {
		fmt.Fprintf(w, "| %s |", rows[i].subject.Name)
		for _, s := range c.strategies {
			if ts := rows[i].trials[s]; len(ts) > 0 {
				fmt.Fprintf(w, " %.3g |", median(ts, took))
			} else {
				fmt.Fprint(w, " - |")
			}
		}
		fmt.Fprintln(w)
	}
}

func (c *config) header(w io.Writer, first ...string) {
	fmt.Fprintf(w, "| %s | %s |\n|%s%s\n", strings.Join(first, " | "), strings.Join(c.strategies, " | "),
		strings.Repeat(" --- |", len(first)), strings.Repeat(" ---: |", len(c.strategies)))
}

func number(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// improvement is the arithmetic and the geometric mean of the runs of random, or of its
// time, by those of a strategy, over the subjects that have both.
func improvement(rows []row, strategy string, of func(*trial) float64) [2]float64 {
	sum, logs, n := 0.0, 0.0, 0.0
	for i := range rows {
		a, b := rows[i].trials[base], rows[i].trials[strategy]
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		q := median(a, of) / median(b, of)
		sum, logs, n = sum+q, logs+math.Log(q), n+1
	}
	return [2]float64{sum / n, math.Exp(logs / n)}
}

// reached counts the subjects whose median search reached the target.
func (c *config) reached(rows []row, strategy string) (n int) {
	for i := range rows {
		missed := 0
		ts := rows[i].trials[strategy]
		for _, t := range ts {
			if !t.reached {
				missed++
			}
		}
		if len(ts) > 0 && 2*missed < len(ts) {
			n++
		}
	}
	return n
}

func planning(t *trial) (part, all time.Duration)      { return t.planning, t.elapsed }
func planningOfAll(t *trial) (part, all time.Duration) { return t.planning, t.whole }

// shares writes the row of the greatest shares of one part of the work.
func (c *config) shares(w io.Writer, rows []row, name string, part func(*trial) (part, all time.Duration)) {
	fmt.Fprintf(w, "| greatest share of the %s | |", name)
	for _, s := range c.strategies {
		if most, where := share(rows, s, part); where != "" {
			fmt.Fprintf(w, " %.1f %% (%s) |", 100*most, where)
		} else {
			fmt.Fprint(w, " - |")
		}
	}
	fmt.Fprintln(w)
}

// share is the greatest share of a subject's time that a part of the work took, in
// the median of the searches of a strategy, and the subject. The median leaves out
// searches in which the machine let the process wait during that part: many
// take less time than that.
func share(rows []row, strategy string, part func(*trial) (part, all time.Duration)) (most float64, where string) {
	for i := range rows {
		var shares []float64
		for k := range rows[i].trials[strategy] {
			if took, of := part(&rows[i].trials[strategy][k]); of > 0 {
				shares = append(shares, float64(took)/float64(of))
			}
		}
		slices.Sort(shares)
		if n := len(shares); n > 0 && (where == "" || shares[n/2] > most) {
			most, where = shares[n/2], rows[i].subject.Name
		}
	}
	return most, where
}

// each writes, by subject, the median share of the time that the strategy took, and
// what it and all together took of a run in microseconds, in the median.
func (c *config) each(w io.Writer, rows []row) {
	fmt.Fprint(w, "\nThe time of the strategy in percent, and what it and all together took of a run in microseconds.\n\n")
	c.header(w, "subject")
	for i := range rows {
		fmt.Fprintf(w, "| %s |", rows[i].subject.Name)
		for _, s := range c.strategies {
			most, _ := share(rows[i:i+1], s, planning)
			fmt.Fprintf(w, " %.1f, %.2f, %.0f |", 100*most,
				perRun(rows[i].trials[s], func(t *trial) time.Duration { return t.planning }),
				perRun(rows[i].trials[s], func(t *trial) time.Duration { return t.elapsed }))
		}
		fmt.Fprintln(w)
	}
}

// perRun is the median of what a part of the work took of a run, in microseconds.
func perRun(ts []trial, part func(*trial) time.Duration) float64 {
	var all []float64
	for i := range ts {
		all = append(all, float64(part(&ts[i]).Nanoseconds())/float64(max(ts[i].runs, 1))/1000)
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// worse lists the subjects on which the median of a strategy is worse than
// random's by more than a tenth and more than five runs.
func worse(rows []row, strategy string) (names []string) {
	for i := range rows {
		a, b := rows[i].trials[base], rows[i].trials[strategy]
		if len(a) > 0 && len(b) > 0 && middle(b) > middle(a)+max(5, middle(a)/10) {
			names = append(names, fmt.Sprintf("%s (%.4g, %.4g)", rows[i].subject.Name, middle(b), middle(a)))
		}
	}
	return names
}
