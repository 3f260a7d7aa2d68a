package main

import (
	"encoding/csv"
	"fmt"
	"os"

	"nearmiss/internal/cover"
)

// A row sums up the branches of a function in one search with one seed.
type row struct {
	contender
	seed            uint64
	fn              string
	branches, found int
	evaluations     uint64
}

// add counts a branch. One search for all branches has one number of evaluations.
func (r *row) add(b cover.BranchTrial, each bool) {
	r.branches++
	if b.Found {
		r.found++
	}
	if each {
		r.evaluations += b.Evaluations
	} else {
		r.evaluations = b.All
	}
}

// write writes all rows as comma-separated values.
func (r *results) write(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	w.Write([]string{"search", "fitness", "seed", "function", "branches", "found", "evaluations"})
	for _, x := range r.rows {
		w.Write([]string{x.algo, x.fitness, fmt.Sprint(x.seed), x.fn, fmt.Sprint(x.branches), fmt.Sprint(x.found), fmt.Sprint(x.evaluations)})
	}
	w.Flush()
	if err := w.Error(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// means lists the mean evaluations a branch of a function, by seed.
func (r *results) means(x contender, fn string) (list []float64) {
	for _, row := range r.rows {
		if row.contender == x && row.fn == fn {
			list = append(list, float64(row.evaluations)/float64(row.branches))
		}
	}
	return list
}
