package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/internal/worst"
)

// A cell is a program at one size.
type cell struct {
	subject manual.Subject
	pkg     string // where it is, below bench/subjects
	column  int    // of Table V, or the size itself
	size    int    // of the input
}

// koo lists the programs of Koo et al. 2019. They have no manual input.
func koo() (list []manual.Subject) {
	for _, name := range []string{"Align", "InsertionSort", "Enqueue", "BuildTree", "FindBlind", "Find", "Tour", "ShortestPath"} {
		list = append(list, manual.Subject{Func: name, Title: name, Optimum: func(int) (uint64, bool) { return 0, false }})
	}
	return list
}

// programs lists those of Table V in its order, and after them those of ours that are other ones
// than the paper's.
func programs() []manual.Subject {
	list := manual.TableV()
	for _, s := range manual.Subjects() {
		if published[s.Title] == nil {
			list = append(list, s)
		}
	}
	return list
}

// inferred reports whether the program was inferred from the paper's costs, so that its statements
// can be compared with these, not only as shares.
func (c cell) inferred() bool {
	return slices.ContainsFunc(manual.Inferred(), func(s manual.Subject) bool { return s.Func == c.subject.Func })
}

// cells lists the programs at the sizes, those of Koo et al. last, if they are wanted. As in
// the paper, graphs have as many cells as lists have numbers; with rows they have as many rows.
func cells(sizes []int, rows, others bool, only string) ([]cell, error) {
	var list []cell
	for _, s := range programs() {
		for _, n := range sizes {
			c := cell{s, "ese", n, n}
			if !rows {
				c.size = s.Size(n)
			}
			list = append(list, c)
		}
	}
	if others {
		for _, s := range koo() {
			for _, n := range sizes {
				list = append(list, cell{s, "pyse", n, n})
			}
		}
	}
	if only == "" {
		return list, nil
	}
	var kept []cell
	for want := range strings.SplitSeq(only, ",") {
		n := len(kept)
		for _, c := range list {
			if want == c.subject.Title || want == c.subject.Func || want == c.name() {
				kept = append(kept, c)
			}
		}
		if len(kept) == n {
			return nil, fmt.Errorf("-cells: %q is none of them; they are named kmp or kmp/100", want)
		}
	}
	return kept, nil
}

func (c cell) name() string { return c.subject.Title + "/" + strconv.Itoa(c.column) }

// A job is one search. What it draws hangs on its seed and the size of the
// input alone, not on where it stands in a list.
type job struct {
	cell
	algo string
	seed uint64
}

// jobs lists the searches, seed by seed, so that an early end leaves whole
// tables of fewer seeds. An algorithm that draws nothing is searched with once.
func jobs(cells []cell, algos []worst.Algorithm, seeds int) []job {
	var list []job
	for seed := range uint64(seeds) {
		for _, c := range cells {
			for _, a := range algos {
				if seed == 0 || a.Draws {
					list = append(list, job{c, a.Name, seed + 1})
				}
			}
		}
	}
	return list
}
