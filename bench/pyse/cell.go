package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A subject is a program of the tables.
type subject struct {
	name    string // in -cells
	fn      string // in package bench/subjects/pyse
	title   string
	class   int // 1: Table I, 2: Table II
	paper   []published
	standIn bool // another program than the paper's: its figures are of no use here
	pre     int  // scale of the policies to begin with; 0: the next smallest one
	figure  int  // scale in Figure 7

	longest func(n int) int
	proved  func(n int) bool // longest is; else the best that is known
}

func always(int) bool { return true }

func pairs(n int) int { return n * (n - 1) / 2 }

// subjects lists the programs in the paper's order. That paths are the longest follows from
// the programs (package pyse), or from taking all: of ShortestPath up to 12.
func subjects() []*subject {
	return []*subject{
		{name: "align", fn: "Align", title: "Benchmark 1, Biopython pairwise2 (Smith-Waterman)", class: 1, paper: paperAlign, figure: 10,
			longest: func(n int) int { return 3 * n }, proved: always},
		{name: "insertionsort", fn: "InsertionSort", title: "Benchmark 2, insertion sort", class: 1, paper: paperInsertionSort, figure: 10,
			longest: pairs, proved: always},
		{name: "heap", fn: "Enqueue", title: "Benchmark 3, priority queue (enqueue)", class: 1, paper: paperHeap, figure: 10,
			longest: levels, proved: always},
		{name: "searchtree", fn: "BuildTree", title: "Benchmark 4, binary search tree (build)", class: 1, paper: paperSearchTree, figure: 10,
			longest: pairs, proved: always},
		{name: "grep", fn: "FindBlind", title: "Benchmark 5, GNU grep (Boyer-Moore)", class: 2, paper: paperGrep, pre: 5, figure: 10,
			longest: func(n int) int { return n / 3 * 3 }, proved: always},
		{name: "find", fn: "Find", title: "A search by Boyer-Moore that misses nothing, a stand-in for benchmark 5", class: 2, paper: paperGrep, standIn: true, pre: 5, figure: 10,
			longest: func(n int) int { return 2*n - 3 }, proved: always},
		{name: "tour", fn: "Tour", title: "Benchmark 6, traveling salesman", class: 2, paper: paperTour, pre: 6, figure: 10,
			longest: of(map[int]int{3: 4, 6: 12, 10: 28, 15: 55}), proved: always},
		{name: "dijkstra", fn: "ShortestPath", title: "Benchmark 7, Dijkstra (with a min-priority queue)", class: 2, paper: paperDijkstra, pre: 6, figure: 12,
			longest: of(map[int]int{6: 5, 12: 29, 20: 72, 30: 136}), proved: func(n int) bool { return n <= 12 }},
	}
}

// levels is how many levels a heap of n numbers has had above each of them.
func levels(n int) int {
	sum := 0
	for i := 1; i <= n; i++ {
		sum += bits.Len(uint(i)) - 1
	}
	return sum
}

func of(lengths map[int]int) func(int) int { return func(n int) int { return lengths[n] } }

// before is the next smallest scale of the row; 0, if there is none.
func (s *subject) before(n int) int {
	below := 0
	for _, p := range s.paper {
		if p.n < n {
			below = p.n
		}
	}
	return below
}

// A cell is a program at one scale, with the length of path that is looked for.
type cell struct {
	*subject
	n     int
	mark  int
	short bool       // the mark is the paper's, and there are longer paths
	paper *published // with the same mark, of the same program; else nil
}

// cells lists all: where the paper's longest path is not the longest there is one
// for each.
func (s *subject) cells() []cell {
	var list []cell
	for i := range s.paper {
		p := &s.paper[i]
		c := cell{subject: s, n: p.n, mark: s.longest(p.n)}
		switch {
		case s.standIn:
		case p.longest == c.mark:
			c.paper = p
		default:
			list = append(list, cell{subject: s, n: p.n, mark: p.longest, short: true, paper: p})
		}
		list = append(list, c)
	}
	return list
}

func (c cell) name() string {
	name := c.subject.name + "/" + strconv.Itoa(c.n)
	if c.short {
		name += "/" + strconv.Itoa(c.mark)
	}
	return name
}

// head names a column: the scale, and the mark.
func (c cell) head() string {
	text := fmt.Sprintf("(%d, %d", c.n, c.mark)
	switch {
	case c.short && c.paper.unsure:
		return text + "?) of the paper"
	case c.short:
		return text + ") of the paper"
	case !c.proved(c.n):
		text += "?"
	}
	return text + ")"
}

// called reports whether a cell is meant by a name in -cells.
func (c cell) called(want string) bool {
	return want == c.subject.name || strings.EqualFold(want, c.fn) || want == c.name() || strings.EqualFold(want, c.fn+strings.TrimPrefix(c.name(), c.subject.name))
}

// choose lists the cells that -cells names, in the order of the tables; all, if it
// names none.
func choose(only string) ([]cell, error) {
	var all []cell
	for _, s := range subjects() {
		all = append(all, s.cells()...)
	}
	if only == "" {
		return all, nil
	}
	wants := strings.Split(only, ",")
	for _, want := range wants {
		if !slices.ContainsFunc(all, func(c cell) bool { return c.called(want) }) {
			return nil, fmt.Errorf("-cells: %q is none of them; there are %s", want, there())
		}
	}
	return slices.DeleteFunc(all, func(c cell) bool {
		return !slices.ContainsFunc(wants, c.called)
	}), nil
}

// there lists the cells briefly.
func there() string {
	var parts []string
	for _, s := range subjects() {
		var scales []string
		for _, c := range s.cells() {
			scales = append(scales, strings.TrimPrefix(c.name(), s.name))
		}
		parts = append(parts, s.name+" ("+strings.Join(scales, ", ")+")")
	}
	return strings.Join(parts, ", ")
}
