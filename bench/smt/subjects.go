package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/bench/subjects/ese/paths"
	"nearmiss/ese"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// subjects prints the third table.
func subjects(ctx context.Context, c *config, j *judge) error {
	program, err := paths.Load(ctx)
	if err != nil {
		return err
	}
	t := newTable(fmt.Sprintf("What programs ask on %d random paths at size %d", c.paths, c.size), append([]string{"µs a question", "questions"}, names(c)...)...)
	for _, s := range manual.Subjects() {
		rec, err := record(ctx, program, s, c)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Title, err)
		}
		row := []string{s.Title, fmt.Sprint(rec.questions())}
		for _, b := range backends(c) {
			r, err := replayAll(ctx, b, [][]step{rec.steps}, c, j)
			if err != nil {
				return err
			}
			row = append(row, micros(r))
		}
		t.row(row...)
	}
	return t.Flush()
}

func names(c *config) []string {
	var list []string
	for _, b := range backends(c) {
		list = append(list, b.name)
	}
	return list
}

// record takes random paths through a program, from zeros.
func record(ctx context.Context, p *symexec.Program, s manual.Subject, c *config) (*recorder, error) {
	size := s.Size(c.size)
	rec := &recorder{Solver: embedded.New(embedded.Options{}), slots: len(s.Worst(size))}
	e, err := paths.At(ctx, p, s, size, rec)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(c.seed, 0))
	_, err = ese.Search(ctx, ese.Target{Explorer: e, Size: c.size}, ese.Rand{}, rng, ese.Options{Budget: ese.Budget{Explorations: uint64(c.paths)}})
	return rec, err
}
