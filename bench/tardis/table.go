package main

import (
	"fmt"
	"io"
	"math"
	"slices"
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

// row is a type: what is known of it, and what each strategy did.
type row struct {
	typ   string
	known int
	by    map[string]*sum
}

type sum struct {
	sequences, times       curve
	asked, solved, answers int
	end                    float64 // mean number of paths in the end
	least                  int     // seeds
	counts, lasts, ends    []int   // by seed: paths, and the last of them after so many call sequences and milliseconds
	failed                 int     // searches with an error
}

// rows sums the records of this budget up; what is known comes from all of the file.
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

// sum has the seeds of which all methods were searched.
func (c *config) sum(done map[key]*record, typ, strategy string, methods int) *sum {
	bySeed := map[uint64][]*record{}
	for _, x := range done {
		if x.Type == typ && x.Strategy == strategy && x.Budget == c.budget() && x.Seed <= uint64(c.seeds) {
			bySeed[x.Seed] = append(bySeed[x.Seed], x)
		}
	}
	s := &sum{}
	for _, list := range bySeed {
		if len(list) < methods {
			continue
		}
		s.least++
		count, last, end := 0, 0, 0
		for _, x := range list {
			if x.Error != "" {
				s.failed++
			}
			count += len(x.Found)
			if n := len(x.Found); n > 0 {
				last, end = max(last, int(x.Found[n-1][0])), max(end, int(x.Found[n-1][1]))
			}
			s.asked, s.solved, s.answers = s.asked+x.Asked, s.solved+x.Solved, s.answers+x.Answered
			for _, f := range x.Found {
				if c.sequences == 0 || f[0] <= uint64(c.sequences) {
					s.sequences.at, s.times.at = append(s.sequences.at, f[0]), append(s.times.at, f[1])
				}
			}
		}
		s.counts, s.lasts, s.ends = append(s.counts, count), append(s.lasts, last), append(s.ends, end)
	}
	for _, curve := range []*curve{&s.sequences, &s.times} {
		slices.Sort(curve.at)
		curve.seeds = s.least
	}
	s.end = float64(len(s.sequences.at)) / float64(max(s.least, 1))
	return s
}

// curveOf is by time where that is the budget.
func (c *config) curveOf(s *sum) *curve {
	if c.sequences == 0 {
		return &s.times
	}
	return &s.sequences
}

// print writes the tables.
func (c *config) print(w io.Writer, kept *journal) {
	rows := c.rows(kept.Done)
	first := c.strategies[0]
	fmt.Fprintf(w, "Budget of a method: %s. Means over seeds; paths of all methods of a type together.\n\n", c.budget())
	fmt.Fprint(w, "| type | seeds | legal paths known |")
	for _, s := range c.strategies {
		fmt.Fprintf(w, " %s: paths |", s)
	}
	for _, s := range c.strategies {
		fmt.Fprintf(w, " %s: feasible of the conditions tried |", s)
	}
	fmt.Fprint(w, "\n| --- | ---: | ---: |")
	for range 2 * len(c.strategies) {
		fmt.Fprint(w, " ---: |")
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		fmt.Fprintf(w, "| %s | %d | %d |", r.typ, r.by[first].least, r.known)
		for _, s := range c.strategies {
			fmt.Fprintf(w, " %.1f |", r.by[s].end)
		}
		for _, s := range c.strategies {
			x := r.by[s]
			fmt.Fprintf(w, " %.0f %% |", 100*float64(x.answers)/float64(max(x.asked-x.solved, 1)))
		}
		fmt.Fprintln(w)
	}
	c.all(w, rows)
	for _, s := range c.strategies[1:] {
		c.half(w, rows, first, s)
	}
}

// all lists the searches that took every path known, and what that cost in a method.
func (c *config) all(w io.Writer, rows []row) {
	fmt.Fprintf(w, "\nSeeds with every path known, and the last of them, by median over these:\n\n| type | strategy | seeds | call sequences | seconds |\n| --- | --- | ---: | ---: | ---: |\n")
	for _, r := range rows {
		for _, s := range c.strategies {
			x := r.by[s]
			var lasts, ends []int
			for i, n := range x.counts {
				if n == r.known {
					lasts, ends = append(lasts, x.lasts[i]), append(ends, x.ends[i])
				}
			}
			if n := len(lasts); n > 0 {
				slices.Sort(lasts)
				slices.Sort(ends)
				fmt.Fprintf(w, "| %s | %s | %d of %d | %d | %.1f |\n", r.typ, s, n, x.least, lasts[n/2], float64(ends[n/2])/1000)
			}
		}
	}
}

// half says what the first strategy has where another one has half of all that is known.
func (c *config) half(w io.Writer, rows []row, first, other string) {
	unit := "call sequences"
	if c.sequences == 0 {
		unit = "milliseconds"
	}
	fmt.Fprintf(w, "\nWhen %s has half of the paths known:\n\n| type | %s of a method | %s | %s | ratio |\n| --- | ---: | ---: | ---: | ---: |\n", other, unit, other, first)
	product, n := 0.0, 0
	for _, r := range rows {
		of, by := c.curveOf(r.by[other]), c.curveOf(r.by[first])
		at, ok := of.when(float64(r.known) / 2)
		if !ok {
			fmt.Fprintf(w, "| %s | never | %.1f | %.1f | |\n", r.typ, r.by[other].end, r.by[first].end)
			continue
		}
		ratio := by.after(at) / of.after(at)
		fmt.Fprintf(w, "| %s | %d | %.1f | %.1f | %.2f |\n", r.typ, at, of.after(at), by.after(at), ratio)
		product += math.Log(ratio)
		n++
	}
	if n > 0 {
		fmt.Fprintf(w, "\nGeometric mean: %.2f.\n", math.Exp(product/float64(n)))
	}
}
