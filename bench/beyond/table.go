package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"

	"nearmiss/bench/internal/experiment"
)

// print writes the table.
func (c *config) print(w io.Writer, cells []cell, done map[key]*record) {
	fmt.Fprintf(w, "%s, %d processors, %d searches at a time, %v a search, medians over %d seeds. Best: the costliest path within the budget. "+
		"Asked: questions to the solver at the large size. Held: the share of the sides of the first carried path up to the first that contradicts those before. "+
		"Same cost: the lesser of the two bests; to get there, paths and native runs, those of training included, and in parentheses seconds.\n\n",
		runtime.Version(), runtime.GOMAXPROCS(0), c.parallel, c.time, c.seeds)
	head := []string{"function", "size", "carried: best", "auto: best", "asked", "held", "same cost", "carried: to it", "auto: to it"}
	group := ""
	experiment.Markdown(w, head, func(yield func([]string)) {
		for _, x := range cells {
			if x.group != group {
				group = x.group
				yield([]string{"**" + group + "**", "", "", "", "", "", "", "", ""})
			}
			yield(c.row(x, done))
		}
	})
}

// row is the row of a cell.
func (c *config) row(x cell, done map[key]*record) []string {
	of := func(algo string) (list []*record) {
		for seed := range uint64(c.seeds) {
			if r := done[c.key(job{x, algo, seed + 1})]; r != nil {
				list = append(list, r)
			}
		}
		return list
	}
	carried, auto := of(algos[0]), of(algos[1])
	if len(carried) == 0 || len(auto) == 0 {
		return []string{x.name, fmt.Sprint(x.size), "", "", "", "", "", "", ""}
	}
	cost := func(r *record) float64 { return float64(r.Cost) }
	a, b := median(carried, cost), median(auto, cost)
	mark := uint64(min(a, b))
	return []string{
		x.name, fmt.Sprint(x.size), bold(a, b), bold(b, a),
		number(median(carried, func(r *record) float64 { return float64(r.Asked) })),
		fmt.Sprintf("%.0f %%", median(carried, func(r *record) float64 { return 100 * float64(r.Kept) / float64(max(1, r.Sides)) })),
		fmt.Sprint(mark), to(carried, mark), to(auto, mark),
	}
}

// bold is a number, bold where it is more than another one.
func bold(n, other float64) string {
	if n > other {
		return "**" + number(n) + "**"
	}
	return number(n)
}

func number(n float64) string { return fmt.Sprintf("%.0f", n) }

// to is what searches take to come to a cost.
func to(list []*record, cost uint64) string {
	at := func(f func(point) float64) float64 {
		return median(list, func(r *record) float64 {
			if p, ok := r.reach(cost); ok {
				return f(p)
			}
			return math.Inf(1)
		})
	}
	paths := at(func(p point) float64 { return float64(p.Paths) })
	if math.IsInf(paths, 1) {
		return "∞"
	}
	return fmt.Sprintf("%.0f (%.2f)", paths, at(func(p point) float64 { return float64(p.MS) / 1000 }))
}

// median is the middle one of what f says of records; of two the lesser.
func median(list []*record, f func(*record) float64) float64 {
	var all []float64
	for _, r := range list {
		all = append(all, f(r))
	}
	slices.SortFunc(all, cmp.Compare[float64])
	return all[(len(all)-1)/2]
}
