package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A program of Aquino et al. with the cost of its manual input in statements, as
// the experiment ese measures it.
type program struct {
	fn     string
	fixed  string // sizes of parameters that stay the same
	sizes  [2]int // a graph has as many cells, about, as a list has numbers
	manual [2]float64
}

func programs() []program {
	return []program{
		{"Alternate0", "", [2]int{10, 50}, [2]float64{63, 303}},
		{"IsPalindrome", "", [2]int{10, 50}, [2]float64{22, 102}},
		{"MergeSort", "", [2]int{10, 50}, [2]float64{280, 2020}},
		{"QuicksortJDK", "", [2]int{10, 50}, [2]float64{140, 2129}},
		{"KMP", "pattern=3", [2]int{10, 50}, [2]float64{86, 366}},
		{"MemoryFill", "", [2]int{10, 50}, [2]float64{25, 221}},
		{"DepthFirstSearch", "", [2]int{3, 7}, [2]float64{30, 154}},
		{"BreadthFirstSearch", "", [2]int{3, 7}, [2]float64{42, 178}},
	}
}

func (p program) name(size int) string { return fmt.Sprintf("%s/%d", p.fn, size) }

// The budget of a search, in paths of the executor and runs of inputs.
const (
	esePaths = "5000"
	eseSeeds = 3
)

// measureESE searches each program at both sizes: the cost it finds by seed.
func measureESE(ctx context.Context, l *lab) (samples, error) {
	type job struct {
		name, size, fn string
		seed           int
	}
	var jobs []job
	for _, p := range programs() {
		for _, n := range p.sizes {
			if !l.match.MatchString(p.name(n)) {
				continue
			}
			for _, seed := range l.many(eseSeeds) {
				jobs = append(jobs, job{p.name(n), strings.TrimSuffix(fmt.Sprintf("%d,%s", n, p.fixed), ","), p.fn, seed})
			}
		}
	}
	found := make([]float64, len(jobs))
	err := each(ctx, len(jobs), func(i int) error {
		var w worstCase
		j := jobs[i]
		err := run(ctx, l.subjects, l.tool, &w, "worst", "-algo", "auto", "-paths", esePaths, "-evals", esePaths, "-seed", fmt.Sprint(j.seed), "-size", j.size, "./ese."+j.fn)
		found[i] = w.Cost.Worst
		l.say("ese: %s seed %d: %v statements, %.1f s", j.name, j.seed, w.Cost.Worst, w.ElapsedMS/1000)
		return err
	})
	s := samples{}
	for i, j := range jobs {
		s[j.name] = append(s[j.name], found[i])
	}
	return s, err
}

// A worstCase is what is read of worst's result.
type worstCase struct {
	Cost struct {
		Worst   float64 `json:"worst"`
		Typical float64 `json:"typical"`
	} `json:"cost"`
	Paths     float64 `json:"paths"`
	Queries   float64 `json:"queries"`
	SolverMS  float64 `json:"solver_ms"`
	ElapsedMS float64 `json:"elapsed_ms"`
}

// judgeESE asks that no seed finds less than the manual cost. What is stored is for the reader.
func judgeESE(stored, now samples) []line {
	var lines []line
	for _, p := range programs() {
		for i, n := range p.sizes {
			if len(now[p.name(n)]) == 0 {
				continue // not measured
			}
			least := slices.Min(now[p.name(n)])
			l := compare(p.name(n), p.manual[i], least, fmt.Sprintf(">= %g", p.manual[i]), least >= p.manual[i])
			l.stored = slices.Min(stored[p.name(n)])
			lines = append(lines, l)
		}
	}
	return lines
}
