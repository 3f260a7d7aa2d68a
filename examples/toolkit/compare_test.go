package toolkit

import (
	"testing"

	_ "nearmiss/avm"
	_ "nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/target"
)

// TestCompare runs each search with each fitness on three functions, two of another
// module. What is said to be found takes the branch.
func TestCompare(t *testing.T) {
	for name, branch := range map[string]string{
		"nearmiss/bench/subjects/triangle.Triangle": "triangle.go:41:5/T",
		"nearmiss/bench/subjects/figure1.Words32":   "figure1.go:22:7/T",
		"example.com/toolkit/own.Alarm":             "own.go:9:5/T",
	} {
		f, err := target.Open(t.Context(), name, target.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		b, err := f.Branch(branch)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, algo := range []string{"avm", "ga", "hill"} {
			for _, fit := range []string{"standard", "symbolic", "raw-sum"} {
				r, err := f.Search(t.Context(), b, algo, fit, 1, 20_000)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s %s %s: %v after %d", name, algo, fit, r.Status, r.Evaluations)
				if hit := r.Hit(); hit != nil {
					found++
					takes(t, f, b, hit.Vector)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no search takes %s", name, branch)
		}
	}
}

// takes runs an input once more.
func takes(t *testing.T, f *target.Target, branch uint32, v input.Vector) {
	e, err := f.Evaluator(t.Context(), branch, "standard")
	var row []search.Fitness
	if err == nil {
		row, err = e.Evaluate(t.Context(), []input.Vector{v})
	}
	if err != nil || len(row) != 1 || !row[0].Reached() {
		t.Errorf("%s: %v, %v", f.Call(v), row, err)
	}
}
