package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"nearmiss/bench/internal/experiment"
)

// of returns the searches of a cell with an algorithm, by seed.
func (c *config) of(done map[key]*record) func(cell, string) []*record {
	return func(cell cell, algo string) []*record {
		var list []*record
		for seed := range uint64(c.seeds) {
			if r := done[key{cell.subject.Func, cell.size, algo, seed + 1, c.budget()}]; r != nil && r.Error == "" {
				list = append(list, r)
			}
		}
		return list
	}
}

// print writes the tables.
func (c *config) print(w io.Writer, done map[key]*record) {
	of := c.of(done)
	host, _ := os.Hostname()
	fmt.Fprintf(w, "%s, %s, %d processors, %d searches at a time, %s.\n\n", host, runtime.Version(), runtime.GOMAXPROCS(0), c.parallel, c.made(of))
	if c.table3 {
		c.parameters(w, of)
	} else {
		c.costs(w, of)
		c.statements(w, of)
		c.times(w, of)
	}
	c.errors(w, done)
}

// made says by which revisions the searches of the tables were made, and when:
// a file of raw records may have been added to on many days.
func (c *config) made(of func(cell, string) []*record) string {
	var by []string
	for _, cell := range c.cells {
		for _, a := range c.algos {
			for _, r := range of(cell, a.Name) {
				by = append(by, "revision "+cmp.Or(r.Revision, "unknown")+" of "+cmp.Or(r.Date, "a day that is not known"))
			}
		}
	}
	slices.Sort(by)
	return strings.Join(slices.Compact(by), ", ")
}

// searches says of which columns there are fewer searches than seeds.
func (c *config) searches(of func(cell, string) []*record) string {
	var once, short []string
	for _, a := range c.algos {
		least := c.seeds
		for _, cell := range c.cells {
			least = min(least, len(of(cell, a.Name)))
		}
		if !a.Draws {
			once = append(once, a.Name)
		} else if least < c.seeds {
			short = append(short, fmt.Sprintf("%s %d", a.Name, least))
		}
	}
	return experiment.Searches(once, short, ", ")
}

// costs has a row for each cell: the medians as shares of the manual cost.
func (c *config) costs(w io.Writer, of func(cell, string) []*record) {
	fmt.Fprintf(w, "Cost of the worst input found within %s, as a share of the manual input's: median over %d seeds (mean, where it is another). "+
		"In italics: the paper's, within an hour.%s\n\n", c.budget(), c.seeds, c.searches(of))
	head := []string{"program", "size", "manual", "optimum"}
	for _, a := range c.algos {
		head = append(head, a.Name)
		if c.compares(a.Name) {
			head = append(head, "*"+inPaper(a.Name)+"*")
		}
	}
	experiment.Markdown(w, head, func(yield func([]string)) {
		for _, cell := range c.cells {
			yield(c.costRow(cell, of))
		}
	})
}

// compares reports whether the paper has values beside those of an algorithm.
func (c *config) compares(algo string) bool {
	return slices.ContainsFunc(c.cells, func(x cell) bool {
		_, ok := published[x.subject.Title][x.column].cost(algo)
		return ok
	})
}

func inPaper(algo string) string {
	if algo == "ga" {
		return "EvoSuite"
	}
	return strings.ToUpper(algo)
}

func (c *config) costRow(cell cell, of func(cell, string) []*record) []string {
	optimum := "?"
	if n, known := cell.subject.Optimum(cell.size); known {
		optimum = fmt.Sprint(n)
	}
	manual, whole := "?", 0.0
	for _, a := range c.algos {
		for _, r := range of(cell, a.Name) {
			if r.Manual > 0 {
				manual, whole = fmt.Sprint(r.Manual), float64(r.Manual)
			} else {
				whole = max(whole, float64(r.Cost))
				manual = fmt.Sprintf("best %v", whole)
			}
		}
	}
	row := []string{cell.subject.Title, sizeText(cell), manual, optimum}
	for _, a := range c.algos {
		var shares []float64
		for _, r := range of(cell, a.Name) {
			shares = append(shares, float64(r.Cost)/whole)
		}
		row = append(row, summary(shares))
		if c.compares(a.Name) {
			text := ""
			if s, ok := share(cell, a.Name); ok {
				text = fmt.Sprintf("*%.3f*", s)
			}
			row = append(row, text)
		}
	}
	return row
}

// statements has a row for each cell of a program that was inferred from the paper's costs: costs
// in statements beside those.
func (c *config) statements(w io.Writer, of func(cell, string) []*record) {
	inferred := slices.DeleteFunc(slices.Clone(c.cells), func(x cell) bool { return !x.inferred() })
	if len(inferred) == 0 {
		return
	}
	fmt.Fprintf(w, "\nThe programs that were inferred from the paper's costs, in statements: median (lowest–highest, where these are others). In italics: the paper's.\n\n")
	head := []string{"program", "size", "manual", "*manual*"}
	for _, a := range c.algos {
		head = append(head, a.Name)
		if c.compares(a.Name) {
			head = append(head, "*"+inPaper(a.Name)+"*")
		}
	}
	experiment.Markdown(w, head, func(yield func([]string)) {
		for _, cell := range inferred {
			paper := published[cell.subject.Title][cell.column]
			manual, row := "?", []string{}
			for _, a := range c.algos {
				list := of(cell, a.Name)
				if len(list) > 0 {
					manual = fmt.Sprint(list[0].Manual)
				}
				row = append(row, spread(list))
				if c.compares(a.Name) {
					v, ok := paper.cost(a.Name)
					row = append(row, italic(v, ok))
				}
			}
			yield(append([]string{cell.subject.Title, sizeText(cell), manual, italic(paper.manual, paper.manual > 0)}, row...))
		}
	})
}

// italic is a cost of the paper, if it has one.
func italic(v float64, ok bool) string {
	if !ok {
		return ""
	}
	return fmt.Sprintf("*%.0f*", v)
}

// spread is the median cost, with the lowest and the highest where they are others.
func spread(list []*record) string {
	var costs []float64
	for _, r := range list {
		costs = append(costs, float64(r.Cost))
	}
	if len(costs) == 0 {
		return ""
	}
	text := fmt.Sprint(experiment.Median(costs))
	if low, high := slices.Min(costs), slices.Max(costs); low < high {
		text += fmt.Sprintf(" (%.0f–%.0f)", low, high)
	}
	return text
}

func sizeText(c cell) string {
	if c.subject.Graph {
		return fmt.Sprintf("%d (%d×%d)", c.column, c.size, c.size)
	}
	return fmt.Sprint(c.column)
}

// summary is a median, and the mean where it is another.
func summary(v []float64) string {
	if len(v) == 0 {
		return ""
	}
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	mid, mean := thousandths(experiment.Median(v)), thousandths(sum/float64(len(v)))
	if mid == mean {
		return mid
	}
	return mid + " (" + mean + ")"
}

// thousandths prints a share; one is 1.000 only if it is.
func thousandths(x float64) string {
	if x < 1 {
		x = math.Floor(x*1000) / 1000
	}
	return fmt.Sprintf("%.3f", x)
}

// times has a row for each cell: how long it takes to the manual cost.
func (c *config) times(w io.Writer, of func(cell, string) []*record) {
	fmt.Fprintf(w, "\nTime to the manual cost: median, in how many of the searches if not in all; paths a second.\n\n")
	head := []string{"program", "size"}
	for _, a := range c.algos {
		head = append(head, a.Name, "paths/s")
	}
	experiment.Markdown(w, head, func(yield func([]string)) {
		for _, cell := range c.cells {
			row := []string{cell.subject.Title, sizeText(cell)}
			for _, a := range c.algos {
				list := of(cell, a.Name)
				row = append(row, reached(list), rate(list))
			}
			yield(row)
		}
	})
}

// reached is the median time to the manual cost over all searches; one that
// does not get there takes for ever.
func reached(list []*record) string {
	if len(list) == 0 || list[0].Manual == 0 {
		return ""
	}
	var ms []float64
	some := 0
	for _, r := range list {
		if r.Reached < 0 {
			ms = append(ms, math.Inf(1))
			continue
		}
		some++
		ms = append(ms, float64(r.Reached))
	}
	text := "never"
	if m := experiment.Median(ms); !math.IsInf(m, 1) {
		text = (time.Duration(m) * time.Millisecond).Round(10 * time.Millisecond).String()
	}
	if some < len(list) {
		text += fmt.Sprintf(" (%d/%d)", some, len(list))
	}
	return text
}

func rate(list []*record) string {
	var paths, ms float64
	for _, r := range list {
		paths += float64(r.Paths + r.Evals)
		ms += float64(r.Elapsed)
	}
	if ms == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", 1000*paths/ms)
}

// errors lists what went wrong.
func (c *config) errors(w io.Writer, done map[key]*record) {
	var said []string
	for _, r := range done {
		if r.Error != "" {
			said = append(said, fmt.Sprintf("- %s of size %d, %s, seed %d: %s", r.Func, r.Size, r.Algo, r.Seed, r.Error))
		}
	}
	slices.Sort(said)
	if len(said) > 0 {
		fmt.Fprintf(w, "\nNot measured:\n\n%s\n", strings.Join(said, "\n"))
	}
}
