package cover

import (
	"reflect"
	"testing"

	"nearmiss/internal/subject"
)

// A search for one branch by itself takes the evaluations that the search for all branches as published takes
// for it, in any order of branches and methods, and finds what that finds.
func TestSingleIsPublishedSearch(t *testing.T) {
	alone(t)
	opt := Options{Common: subject.Common{Dir: trialPackage(t)}, Patterns: []string{"."}, Evals: 400}
	o, err := OpenSingle(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	var trials []Trial
	for _, algo := range []string{"random", "avm", "ga"} {
		for _, fitness := range []string{"standard", "symbolic", "symbolic-power"} {
			trials = append(trials, Trial{Seed: 5, Algo: algo, Fitness: fitness, Paper: true})
		}
	}
	found := 0
	for _, exact := range []bool{false, true} {
		opt.Exact, opt.Last = exact, exact
		err = searchEach(t.Context(), opt, trials, func(trial Trial, list []branchTrial) {
			for _, b := range list {
				aim := Aim{Branch: b.Branch, Trial: trial, Exact: exact, Last: exact, Evaluations: opt.Evals}
				got, err := o.Search(t.Context(), aim)
				if err != nil {
					t.Fatal(err)
				}
				if got.Found != b.Found || got.Evaluations != b.Evaluations {
					t.Errorf("%+v, exact %v: %+v, want %+v", trial, exact, got, b)
				}
				if b.Found && b.Evaluations > 50 {
					found++
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("no search finds a branch late: the test compares little")
	}
}

// A search with an archive depends on its branch and its seed only, and knows when there is no input.
func TestSingleWithArchive(t *testing.T) {
	alone(t)
	o, err := OpenSingle(t.Context(), Options{Common: subject.Common{Dir: trialPackage(t)}, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	auto := Trial{Seed: 2, Algo: "auto", Fitness: "auto"}
	run := func(branch string, trial Trial) SingleTrial {
		r, err := o.Search(t.Context(), Aim{Branch: branch, Trial: trial, Evaluations: 5000})
		if err != nil {
			t.Fatal(err)
		}
		return *r
	}
	names := []string{"p.go:8:6/T", "p.go:12:5/T", "p.go:8:19/F", "p.go:5:6/T"}
	var first []SingleTrial
	for _, name := range names {
		first = append(first, run(name, auto))
		run("p.go:12:5/T", Trial{Seed: 9, Algo: "ga", Fitness: "standard", Paper: true})
	}
	for i, name := range names {
		if again := run(name, auto); !reflect.DeepEqual(again, first[i]) {
			t.Errorf("%s: %+v, and again %+v", name, first[i], again)
		}
		if name == "p.go:5:6/T" {
			if !first[i].Infeasible || first[i].Found {
				t.Errorf("%s: %+v", name, first[i])
			}
		} else if !first[i].Found || first[i].Evaluations == 0 || first[i].Evaluations > 5000 {
			t.Errorf("%s: %+v", name, first[i])
		}
	}
	paper := run("p.go:8:19/F", Trial{Seed: 2, Algo: "random", Fitness: "standard", Paper: true})
	if paper.Levels != 4 { // x > 0, not x < 0, x == 1234, e < 0
		t.Errorf("%d levels, want 4", paper.Levels)
	}
	if _, err := o.Search(t.Context(), Aim{Branch: "p.go:1:1/T", Trial: auto, Evaluations: 5000}); err == nil {
		t.Error("a branch that is not there is searched for")
	}
}

func TestBranches(t *testing.T) {
	list, err := Branches(t.Context(), Options{Common: subject.Common{Dir: trialPackage(t)}, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 10 || list[1] != (Branch{"p", "F", "p.go:4:5/T", ""}) {
		t.Errorf("%d branches: %+v", len(list), list)
	}
}

// The search for a branch ends where the branch is taken: it looks for no panic and for no call without end.
func TestSingleEndsAtItsBranch(t *testing.T) {
	alone(t)
	const source = `package p

func Sum(n int8) (sum int8) {
	for range n & 3 {
		sum += n / (n - 1)
	}
	if sum > 0 {
		return sum
	}
	return 0
}
`
	o, err := OpenSingle(t.Context(), Options{Common: subject.Common{Dir: moduleOf(t, source)}, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	r, err := o.Search(t.Context(), Aim{Branch: "p.go:7:5/T", Trial: Trial{Seed: 1, Algo: "auto", Fitness: "auto"}, Evaluations: 5000})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Found || r.Evaluations > lookSlice {
		t.Errorf("%+v, want a find among the first %d evaluations", *r, lookSlice)
	}
}
