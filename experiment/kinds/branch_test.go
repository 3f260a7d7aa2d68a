package kinds

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nearmiss/experiment/task"
)

const triangle = "./bench/subjects/triangle.Triangle"

// Branches reached and evaluations of all 28 branches together, with seed 3 and 5 000 evaluations a branch. They are
// those of nearmiss cover -paper for all branches at once, whose test of single searches is in internal/cover.
func TestBranchCounts(t *testing.T) {
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
		arm                  task.Options
		reached, evaluations float64
	}{
		{task.Options{"algo": "random"}, 12, 80095},
		{task.Options{"algo": "avm", "distance": "standard", "normalisation": ratio}, 19, 50845},
		{task.Options{"algo": "avm", "distance": "path", "normalisation": exact}, 28, 20167},
		{task.Options{"algo": "avm", "distance": "path", "normalisation": exact, "divergence": last}, 28, 20167},
		{task.Options{"algo": "ga", "distance": "path", "normalisation": power}, 13, 79288},
	} {
		reached, evaluations := 0.0, 0.0
		for _, s := range slices.Backward(subjects) {
			c := task.Cell{Subject: s.Options, Arm: tt.arm, Budget: task.Options{"evals": int64(5000)}, Seed: 3}
			m, err := session.Run(ctx, c)
			if err != nil {
				t.Fatal(err)
			}
			if n := m.Numbers; n["evaluations"] < 1 || n["reached"] == 0 && n["evaluations"] != 5000 || n["levels"] < 1 {
				t.Errorf("%v %s: %v", tt.arm, s.Name, n)
			}
			reached += m.Numbers["reached"]
			evaluations += m.Numbers["evaluations"]
		}
		if reached != tt.reached || evaluations != tt.evaluations {
			t.Errorf("%v: %v branches reached, %v evaluations, want %v, %v", tt.arm, reached, evaluations, tt.reached, tt.evaluations)
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
