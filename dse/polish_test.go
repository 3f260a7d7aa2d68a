package dse_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
	"nearmiss/term"
)

// below wants a hundred where all is below fifty.
func below(m *toy.Machine) {
	if m.Branch(0, term.LT, m.Slot(0), m.Int(50)) {
		m.Branch(1, term.EQ, m.Slot(0), m.Int(100))
	}
}

// A polisher polishes runs of below, which come no nearer than 51.
type polisher struct {
	*toy.Program
	answer dse.Polished
	err    error
	asked  int
}

func (p *polisher) Rough(int) bool { return true }

func (p *polisher) Polish(context.Context, int) (dse.Polished, error) {
	p.asked++
	return p.answer, p.err
}

// TestPolish: for strategies that ask for it a run is as near as its path, and nothing is
// run to find out; questions count, and end.
func TestPolish(t *testing.T) {
	nearest := dse.Polished{Distance: 51, Queries: 3}
	few := []int64{0, 10, 49}
	for _, c := range []struct {
		name     string
		starts   []int64
		strategy dse.Strategy
		budget   dse.Budget
		answer   dse.Polished
		err      error
		near     []float64 // to the goal, as strategies see it; -1: it is not reached
		asked    int
		queries  uint64
		rough    int
	}{
		{"nearer", few, dse.Polishing, dse.Budget{}, nearest, nil, []float64{51, 51, 51}, 3, 9, 0},
		{"as measured", few, dse.Polishing, dse.Budget{}, dse.Polished{Distance: 95, Queries: 3}, nil, []float64{95, 90, 51}, 3, 9, 0},
		{"nobody asks", few, dse.Idle, dse.Budget{}, nearest, nil, []float64{100, 90, 51}, 0, 0, 0},
		{"not reached", []int64{77}, dse.Polishing, dse.Budget{}, nearest, nil, []float64{-1}, 0, 0, 0},
		{"failed", few, dse.Polishing, dse.Budget{}, dse.Polished{Queries: 1}, errors.New("no answer"), []float64{100, 90, 51}, 3, 3, 0},
		{"many questions", few, dse.Polishing, dse.Budget{}, dse.Polished{Distance: 51, Queries: 290}, nil, []float64{51, 90, 51}, 1, 290, 2},
		{"no more questions", few, dse.Polishing, dse.Budget{Queries: 2}, nearest, nil, []float64{51}, 1, 3, 0},
	} {
		p := &polisher{Program: toy.New(below, 1), answer: c.answer, err: c.err}
		var starts []input.Vector
		for _, x := range c.starts {
			starts = append(starts, input.Vector{uint64(x)})
		}
		var runs []*dse.Run
		res := run(t, p, c.strategy, 1, dse.Options{
			Starts: starts, Targets: []uint32{1, 3}, Goals: []uint32{3}, Budget: c.budget,
			Ran: func(r *dse.Run) bool { runs = append(runs, r); return true },
		})
		var near []float64
		for _, r := range runs {
			d := -1.0
			if r.Near[1].Reached {
				d = dse.Closeness(r, 1)
			}
			near = append(near, d)
		}
		if !slices.Equal(near, c.near) || p.asked != c.asked || res.Queries != c.queries || res.Rough != c.rough {
			t.Errorf("%s: %v away, with %d polished, %d questions and %d left out, want %v, %d, %d and %d", c.name, near, p.asked, res.Queries, res.Rough, c.near, c.asked, c.queries, c.rough)
		}
	}
}
