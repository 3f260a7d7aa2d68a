package kinds

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nearmiss/experiment/task"
	"nearmiss/internal/cover"
)

const triangle = "./bench/subjects/triangle.Triangle"

// Each published search takes the evaluations that the search of all branches as published takes for each, and
// the standard fitness does not find the branches that its subject was written for.
func TestBranchIsPublishedSearch(t *testing.T) {
	ctx := context.Background()
	kind := branchSearch()
	subjects := kind.Expand(ctx, "../..", []task.Options{{"func": triangle, "branches": every}})[0].Subjects
	if len(subjects) != 28 || subjects[0].Name != "triangle.go:38:5/F" || subjects[27].Name != "triangle.go:76:5/T" {
		t.Fatalf("%d branches: %v", len(subjects), subjects)
	}
	session, err := kind.Open(ctx, "../..", subjects[0].Options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for _, tt := range []struct {
		arm     task.Options
		algo    string
		fitness string
		exact   bool
		reached float64
	}{
		{task.Options{"algo": "random"}, "random", "standard", false, 12},
		{task.Options{"algo": "avm", "distance": "standard", "normalisation": ratio}, "avm", "standard", false, 19},
		{task.Options{"algo": "avm", "distance": "path", "normalisation": exact}, "avm", "symbolic", true, 28},
		{task.Options{"algo": "ga", "distance": "path", "normalisation": power}, "ga", "symbolic-power", false, 13},
	} {
		want := map[string]cover.BranchTrial{}
		options := optionsOf("../..", "Triangle", "./bench/subjects/triangle")
		options.Evals, options.Exact = 5000, tt.exact
		trial := cover.Trial{Seed: 3, Algo: tt.algo, Fitness: tt.fitness, Paper: true}
		err := cover.Trials(ctx, options, []cover.Trial{trial}, func(_ cover.Trial, list []cover.BranchTrial) {
			for _, b := range list {
				want[b.Branch] = b
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		reached := 0.0
		for _, s := range slices.Backward(subjects) {
			c := task.Cell{Subject: s.Options, Arm: tt.arm, Budget: task.Options{"evals": int64(5000)}, Seed: 3}
			m, err := session.Run(ctx, c)
			if err != nil {
				t.Fatal(err)
			}
			reached += m.Numbers["reached"]
			b := want[s.Name]
			if m.Numbers["evaluations"] != float64(b.Evaluations) || (m.Numbers["reached"] == 1) != b.Found || b.Evaluations == 0 {
				t.Errorf("%v %s: %v, want %+v", tt.arm, s.Name, m.Numbers, b)
			}
		}
		if reached != tt.reached {
			t.Errorf("%v: %v branches reached, want %v", tt.arm, reached, tt.reached)
		}
	}
}

// auto reaches all branches of the subject within the budget, with other numbers for another seed.
func TestBranchAuto(t *testing.T) {
	ctx := context.Background()
	kind := branchSearch()
	subjects := kind.Expand(ctx, "../..", []task.Options{{"func": triangle, "branches": every}})[0].Subjects
	session, err := kind.Open(ctx, "../..", subjects[0].Options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	sums := map[uint64]float64{}
	for _, s := range subjects {
		for _, seed := range []uint64{1, 2} {
			c := task.Cell{Subject: s.Options, Arm: task.Options{"algo": auto}, Budget: task.Options{"evals": int64(2000)}, Seed: seed}
			m, err := session.Run(ctx, c)
			if err != nil || m.Numbers["reached"] != 1 || m.Numbers["evaluations"] > 2000 {
				t.Errorf("%s: %v; %v", s.Name, m.Numbers, err)
			}
			sums[seed] += m.Numbers["evaluations"]
		}
	}
	if sums[1] == sums[2] {
		t.Errorf("evaluations of both seeds: %v", sums)
	}
}

func TestExpandBranches(t *testing.T) {
	const calendar = "./bench/subjects/described.Weekday"
	subjects := []task.Options{
		{"func": calendar, "branches": every},
		{"func": "./bench/subjects/tiff.*", "branches": every},
		{"func": calendar, "branch": "calendar.go:47:6/T"},
		{"func": calendar},
		{"func": calendar, "branch": "calendar.go:1:1/T"},
		{"func": "./bench/subjects/described.Weekdy", "branches": every},
		{"func": "./bench/subjects/nowhere.F", "branches": every},
		{"func": "errors.New", "branches": every},
		{"func": "unicode.IsSpace", "branches": every},
	}
	want := []string{
		"", "", "", `give a branch, or branches = "all"`, "has no branch calendar.go:1:1/T", "did you mean Weekday?",
		"nowhere", "errors.New has no branches", "",
	}
	all := branchSearch().Expand(context.Background(), "../..", subjects)
	for i, e := range all {
		got := ""
		if e.Err != nil {
			got = e.Err.Error()
		}
		if (got == "") != (want[i] == "") || !strings.Contains(got, want[i]) || e.Err != nil && e.Subjects != nil {
			t.Errorf("%v: error %q, want %q", subjects[i], got, want[i])
		}
	}
	if n := [3]int{len(all[0].Subjects), len(all[1].Subjects), len(all[2].Subjects)}; n != [3]int{32, 90, 0} {
		t.Errorf("subjects %v", n)
	}
	first := all[1].Subjects[0]
	if first.Name != "PlaceImage/place.go:25:5/F" || first.Options["func"] != "./bench/subjects/tiff.PlaceImage" {
		t.Errorf("the first subject of a package: %v", first)
	}
	for i, s := range all[0].Subjects { // by name, both sides of each condition
		if side := s.Name[len(s.Name)-1:]; side != []string{"F", "T"}[i%2] {
			t.Errorf("branch %d is %s", i, s.Name)
		}
	}
}

func TestCheckBranch(t *testing.T) {
	for _, tt := range []struct {
		arm  task.Options
		want string
	}{
		{task.Options{"algo": "avm"}, "avm needs a distance and a normalisation"},
		{task.Options{"algo": "ga", "distance": "path"}, "ga needs a distance and a normalisation"},
		{task.Options{"algo": "ga", "distance": "path", "normalisation": exact}, ""},
		{task.Options{"algo": auto, "distance": "path"}, "auto has no distance and no normalisation"},
		{task.Options{"algo": "random"}, ""},
	} {
		got := ""
		if err := checkBranch(tt.arm, nil); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.arm, got, tt.want)
		}
	}
}
