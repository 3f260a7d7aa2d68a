package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"nearmiss/bench/internal/experiment"
)

// A curve is the mean number of paths of a type that a strategy has taken, over seeds: of all
// methods together, each after so many call sequences, or milliseconds.
type curve struct {
	at    []uint64 // rises, ascending
	seeds int
}

// after is the mean number of paths.
func (c *curve) after(n uint64) float64 {
	i, _ := slices.BinarySearch(c.at, n+1)
	return float64(i) / float64(max(c.seeds, 1))
}

// when is the first moment with so many paths, false if it never comes.
func (c *curve) when(paths float64) (uint64, bool) {
	i := int(math.Ceil(paths*float64(c.seeds))) - 1
	if i < 0 || i >= len(c.at) {
		return 0, false
	}
	return c.at[i], true
}

// row is a type: the number of paths known, and the searches of each strategy.
type row struct {
	typ   string
	known int
	by    map[string]*sum
}

// sum has the searches of all methods of a type by one strategy.
type sum struct {
	seeds                  []*searched
	asked, solved, answers int
	evaluations            int
}

// searched has the searches of all methods with one seed.
type searched struct {
	paths [units]curve
}

// The units of a curve.
const (
	sequences = iota
	milliseconds
	units
)

var unitNames = [units]string{"call sequences", "milliseconds"}

// rows sums up the records of this budget; the paths known come from the whole file.
func (c *config) rows(done map[key]*record) (list []row) {
	for _, typ := range c.types {
		known := map[string]bool{}
		r := row{typ: typ, by: map[string]*sum{}}
		methods := map[string]bool{}
		for _, x := range done {
			if x.Type != typ {
				continue
			}
			methods[x.Method] = true
			for _, f := range x.Found {
				known[fmt.Sprint(x.Method, f[2])] = true
			}
		}
		if r.known = len(known); r.known == 0 {
			continue
		}
		for _, s := range c.strategies {
			r.by[s] = c.sum(done, typ, s, len(methods))
		}
		list = append(list, r)
	}
	return list
}

// sum has the seeds for which all methods were searched.
func (c *config) sum(done map[key]*record, typ, strategy string, methods int) *sum {
	bySeed := map[uint64][]*record{}
	for _, x := range done {
		if x.Type == typ && x.Strategy == strategy && x.Budget == c.budget() && x.Seed <= uint64(c.seeds) {
			bySeed[x.Seed] = append(bySeed[x.Seed], x)
		}
	}
	s := &sum{}
	for seed := range uint64(c.seeds) {
		list := bySeed[seed+1]
		if len(list) < methods {
			continue
		}
		one := &searched{}
		for _, x := range list {
			s.asked, s.solved, s.answers, s.evaluations = s.asked+x.Asked, s.solved+x.Solved, s.answers+x.Answered, s.evaluations+x.Sequences
			for _, f := range x.Found {
				if strategy == coverName || c.sequences == 0 || f[0] <= uint64(c.sequences) {
					for unit := range one.paths {
						one.paths[unit].at = append(one.paths[unit].at, f[unit])
					}
				}
			}
		}
		for unit := range one.paths {
			slices.Sort(one.paths[unit].at)
			one.paths[unit].seeds = 1
		}
		s.seeds = append(s.seeds, one)
	}
	return s
}

// mean is the curve of the mean over the seeds.
func (s *sum) mean(unit int) *curve {
	c := &curve{seeds: len(s.seeds)}
	for _, one := range s.seeds {
		c.at = append(c.at, one.paths[unit].at...)
	}
	slices.Sort(c.at)
	return c
}

// after is the mean number of paths over a sample of the seeds.
func (s *sum) after(n uint64, unit int, sample []int) float64 {
	paths := 0.0
	for _, i := range sample {
		paths += s.seeds[i].paths[unit].after(n)
	}
	return paths / float64(len(sample))
}

// paths is the mean number of paths in the end.
func (s *sum) paths() statistic {
	return statistic{len(s.seeds), func(sample []int) float64 { return s.after(math.MaxUint64-1, sequences, sample) }}
}

// print writes the tables.
func (c *config) print(w io.Writer, kept *journal) {
	rows := c.rows(kept.Done)
	first := c.strategies[0]
	fmt.Fprintf(w, "Budget of a method: %s. Means over seeds, with 95 %% intervals; paths of all methods of a type together.\n\n", c.budget())
	table := [][]string{{"type", "seeds", "legal paths known"}}
	table[0] = append(table[0], c.strategies...)
	for _, r := range rows {
		line := []string{r.typ, fmt.Sprint(len(r.by[first].seeds)), fmt.Sprint(r.known)}
		for _, s := range c.strategies {
			line = append(line, r.by[s].paths().text(1))
		}
		table = append(table, line)
	}
	markdown(w, table)
	c.feasible(w, rows)
	c.complete(w, rows)
	for _, s := range c.strategies[1:] {
		if s != coverName {
			for unit := range units {
				half(w, rows, first, s, unit)
			}
		}
	}
}

// feasible lists the shares of the conditions for which a state was found, of those that the
// solver did not refute.
func (c *config) feasible(w io.Writer, rows []row) {
	fmt.Fprint(w, "\nFeasible conditions of those tried; `cover`: evaluations of a method.\n\n")
	table := [][]string{{"type"}}
	table[0] = append(table[0], c.strategies...)
	for _, r := range rows {
		line := []string{r.typ}
		for _, s := range c.strategies {
			x := r.by[s]
			switch {
			case len(x.seeds) == 0:
				line = append(line, "")
			case s == coverName:
				line = append(line, fmt.Sprintf("%.0f", float64(x.evaluations)/float64(len(x.seeds))))
			default:
				line = append(line, fmt.Sprintf("%.0f %%", 100*float64(x.answers)/float64(max(x.asked-x.solved, 1))))
			}
		}
		table = append(table, line)
	}
	markdown(w, table)
}

// complete lists the searches that took every path known, and their cost in a method.
func (c *config) complete(w io.Writer, rows []row) {
	fmt.Fprint(w, "\nSeeds with every path known, and the last path, by median over these seeds:\n\n")
	table := [][]string{{"type", "strategy", "seeds", "call sequences", "seconds"}}
	for _, r := range rows {
		for _, s := range c.strategies {
			var lasts, ends []float64
			for _, one := range r.by[s].seeds {
				if n := len(one.paths[sequences].at); n == r.known {
					lasts = append(lasts, float64(one.paths[sequences].at[n-1]))
					ends = append(ends, float64(one.paths[milliseconds].at[n-1]))
				}
			}
			if n := len(lasts); n > 0 {
				table = append(table, []string{
					r.typ, s, fmt.Sprintf("%d of %d", n, len(r.by[s].seeds)),
					fmt.Sprintf("%.0f", experiment.Median(lasts)), fmt.Sprintf("%.1f", experiment.Median(ends)/1000),
				})
			}
		}
	}
	markdown(w, table)
}

// half compares the first strategy with another one at the moment when the other has half of the
// paths known, or at the end of the budget if it never has.
func half(w io.Writer, rows []row, first, other string, unit int) {
	fmt.Fprintf(w, "\nWhen %s has half of the paths known, or at the end, by %s:\n\n", other, unitNames[unit])
	table := [][]string{{"type", unitNames[unit] + " of a method", other, first, "ratio"}}
	var ratios, all []statistic
	for _, r := range rows {
		of, by := r.by[other], r.by[first]
		n := min(len(of.seeds), len(by.seeds))
		if n == 0 {
			continue
		}
		at, reached := of.mean(unit).when(float64(r.known) / 2)
		moment := fmt.Sprint(at)
		if !reached {
			at, moment = math.MaxUint64-1, "end of the budget"
		}
		one := statistic{n, func(sample []int) float64 { return by.after(at, unit, sample) / of.after(at, unit, sample) }}
		table = append(table, []string{
			r.typ, moment, fmt.Sprintf("%.1f", of.mean(unit).after(at)), fmt.Sprintf("%.1f", by.mean(unit).after(at)), one.text(2),
		})
		if all = append(all, one); reached {
			ratios = append(ratios, one)
		}
	}
	markdown(w, table)
	fmt.Fprintf(w, "\nGeometric mean: %s over the %d types of which %s has half; %s over all %d.\n", cmp.Or(mean(ratios).text(2), "none"), len(ratios), other, cmp.Or(mean(all).text(2), "none"), len(all))
}

// A statistic is computed for a sample of the seeds.
type statistic struct {
	seeds int
	of    func(sample []int) float64
}

// text prints the statistic of all seeds and its interval, with so many digits behind the point;
// "" without seeds.
func (s statistic) text(digits int) string {
	if s.seeds == 0 {
		return ""
	}
	every := make([]int, s.seeds)
	for i := range every {
		every[i] = i
	}
	from, to := experiment.Interval(s.seeds, s.of)
	return fmt.Sprintf("%.*f [%.*f, %.*f]", digits, s.of(every), digits, from, digits, to)
}

// mean is the geometric mean.
func mean(list []statistic) statistic {
	m := statistic{of: func(sample []int) float64 {
		sum := 0.0
		for _, r := range list {
			sum += math.Log(r.of(sample))
		}
		return math.Exp(sum / float64(len(list)))
	}}
	for i, r := range list {
		if i == 0 || r.seeds < m.seeds {
			m.seeds = r.seeds
		}
	}
	return m
}

// markdown writes a table, its head first.
func markdown(w io.Writer, table [][]string) {
	experiment.Markdown(w, table[0], func(line func([]string)) {
		for _, cells := range table[1:] {
			line(cells)
		}
	})
}
