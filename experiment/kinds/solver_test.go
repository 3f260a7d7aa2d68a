package kinds

import (
	"testing"

	"nearmiss/experiment/task"
	"nearmiss/smt/smtlib"
)

// Questions of each family, how many of them a back end decides, and that none is wrong.
func TestSolver(t *testing.T) {
	kind := solving()
	for _, tt := range []struct {
		subject task.Options
		decided map[string]float64 // -1 for any number
		asked   float64
	}{
		{task.Options{"family": comparisons, "of": "stable sort"}, map[string]float64{"embedded": 307, "order": 307, "z3": 307}, 307},
		{task.Options{"family": random, "of": "linear", "bits": int64(8), "count": int64(2)}, map[string]float64{"embedded": 8, "order": 0, "bitvec": 8, "cvc5": -1}, 8},
		{task.Options{"family": program, "of": "MergeSort", "size": int64(10), "count": int64(2)}, map[string]float64{"embedded": 25, "order": 25, "z3": 25}, 25},
	} {
		session, err := kind.Open(t.Context(), "../..", tt.subject)
		if err != nil {
			t.Fatal(err)
		}
		for solver, want := range tt.decided {
			external := solver == "z3" || solver == "cvc5"
			if _, found := smtlib.Look(solver); external && !found {
				continue
			}
			m, err := session.Run(t.Context(), task.Cell{
				Subject: tt.subject, Arm: task.Options{"solver": solver}, Budget: task.Options{"question": "1m", "recording": "1h"}, Seed: 1,
			})
			if err != nil {
				t.Fatal(err)
			}
			n := m.Numbers
			if n["questions"] != tt.asked || want >= 0 && n["decided"] != want || n["wrong"] != 0 || n["question_us"] <= 0 || external != (n["program_us"] > 0) {
				t.Errorf("%v by %s: %v, want %v of %v", tt.subject, solver, n, want, tt.asked)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What there are no questions of is found before a run.
func TestFindQuestions(t *testing.T) {
	subjects := []task.Options{
		{"family": comparisons, "of": "bogo sort"}, {"family": random, "of": "linear", "bits": int64(7)}, {"family": random, "of": "linear"},
		{"family": program, "of": "MergeSort"}, {"family": program, "of": "Bogo", "size": int64(3)},
		{"family": comparisons, "of": "sort"}, {"family": random, "of": "anything", "bits": int64(8)}, {"family": program, "of": "MergeSort", "size": int64(3)},
	}
	for i, err := range solving().Find(t.Context(), "../..", subjects) {
		if (err != nil) != (i < 5) {
			t.Errorf("%v: %v", subjects[i], err)
		}
	}
}
