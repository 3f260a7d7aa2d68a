package main

import (
	"testing"

	"nearmiss/internal/object"
)

// TestCurve: means over seeds, and when a number of paths is reached.
func TestCurve(t *testing.T) {
	c := curve{at: []uint64{1, 1, 5, 9}, seeds: 2}
	for n, want := range map[uint64]float64{0: 0, 1: 1, 4: 1, 5: 1.5, 9: 2} {
		if got := c.after(n); got != want {
			t.Errorf("after %d: %v", n, got)
		}
	}
	for paths, want := range map[float64]uint64{0.5: 1, 1: 1, 1.5: 5, 2: 9} {
		if got, ok := c.when(paths); !ok || got != want {
			t.Errorf("%v paths: %d", paths, got)
		}
	}
	if _, ok := c.when(2.5); ok {
		t.Error("more paths than there are")
	}
}

// TestSum: seeds of which a method is missing do not count, and what is known is of all.
func TestSum(t *testing.T) {
	c := &config{types: []string{"a"}, strategies: []string{"x", "y"}, seeds: 2, sequences: 10}
	done := map[key]*record{}
	for _, r := range []*record{
		{Type: "a", Method: "F", Strategy: "x", Seed: 1, Found: [][3]uint64{{1, 0, 7}, {4, 0, 8}}, Asked: 4, Solved: 1, Answered: 1},
		{Type: "a", Method: "G", Strategy: "x", Seed: 1, Found: [][3]uint64{{2, 0, 7}}},
		{Type: "a", Method: "F", Strategy: "x", Seed: 2, Found: [][3]uint64{{1, 0, 9}}},
		{Type: "a", Method: "F", Strategy: "y", Seed: 1, Found: [][3]uint64{{1, 0, 7}}},
		{Type: "a", Method: "G", Strategy: "y", Seed: 1, Found: [][3]uint64{{11, 0, 7}}},
	} {
		r.Budget = c.budget()
		done[r.key()] = r
	}
	rows := c.rows(done)
	if len(rows) != 1 || rows[0].known != 4 {
		t.Fatalf("%+v", rows)
	}
	x, y := rows[0].by["x"], rows[0].by["y"]
	if len(x.seeds) != 1 || x.mean(sequences).after(100) != 3 || x.mean(sequences).after(2) != 2 || x.asked != 4 || y.mean(sequences).after(100) != 1 {
		t.Errorf("%+v %+v", x, y)
	}
}

// TestBudget: rows of one condition at a time have the budget that they always had.
func TestBudget(t *testing.T) {
	for together, want := range map[int]string{1: "10 sequences", 5: "10 sequences, 5 conditions at a time"} {
		c := &config{sequences: 10, question: object.DefaultEvaluations, together: together}
		if got := c.budget(); got != want {
			t.Errorf("%d: %s", together, got)
		}
	}
}
