package kinds

import (
	"context"
	"strings"
	"testing"
	"time"

	"nearmiss/experiment/task"
)

// cell is a cell with a budget of 300 explorations and native runs.
func cell(subject, arm task.Options, seed uint64) task.Cell {
	return task.Cell{
		Subject: subject, Arm: arm, Budget: task.Options{"paths": int64(300), "evals": int64(300)}, Seed: seed,
		Clock: func() time.Duration { return 0 },
	}
}

// The costs of Aquino et al. 2020, Table V, for programs of which a statement here is one there: a
// palindrome of 10 costs 22, memory_fill of 10 costs 25, as both the manual input and all searches say.
// One session serves all sizes.
func TestWorst(t *testing.T) {
	ctx := context.Background()
	kind := worstCase()
	for _, tt := range []struct {
		fn       string
		size     int
		algo     string
		operator string
		cost     float64
		complete float64
	}{
		{"IsPalindrome", 10, "dfs", "", 22, 1},
		{"IsPalindrome", 10, "ese", "", 22, 0},
		{"MemoryFill", 10, "rand", "", 25, 1},
		{"MemoryFill", 10, "ese", "input", 25, 0},
		{"DepthFirstPaper", 3, "dfs", "", 18, 1},
	} {
		subject := task.Options{"func": "./bench/subjects/ese." + tt.fn, "size": int64(tt.size), "manual": true}
		session, err := kind.Open(ctx, "../..", subject)
		if err != nil {
			t.Fatal(err)
		}
		arm := task.Options{"algo": tt.algo}
		if tt.operator != "" {
			arm["operators"] = tt.operator
		}
		m, err := session.Run(ctx, cell(subject, arm, 1))
		if err != nil {
			t.Fatal(err)
		}
		n := m.Numbers
		if n["cost"] != tt.cost || n["share"] != 1 || n["complete"] != tt.complete {
			t.Errorf("%s %s: %v, want cost %v", tt.fn, tt.algo, n, tt.cost)
		}
		if n["explorations"] > 300 || n["evaluations"] > 300 ||
			n["explorations"]+n["evaluations"] == 0 || n["paths"] > n["explorations"] {
			t.Errorf("%s %s: budget %v", tt.fn, tt.algo, n)
		}
		curve := m.Curves["curve"]
		if len(curve) == 0 || curve[len(curve)-1][1] != tt.cost {
			t.Errorf("%s %s: curve %v", tt.fn, tt.algo, curve)
		}
		if tt.fn == "IsPalindrome" && tt.algo == "dfs" {
			other := task.Options{"func": subject["func"], "size": int64(6), "reference": int64(7), "enough": int64(1)}
			m, err := session.Run(ctx, cell(other, arm, 1))
			if err != nil || m.Numbers["share"] != m.Numbers["cost"]/7 || m.Numbers["cost"] > 14 {
				t.Errorf("size 6: %v; %v", m.Numbers, err)
			}
		}
		session.Close()
	}
}

// What is measured, but for the times, hangs on the options and the seed only.
func TestWorstRepeats(t *testing.T) {
	ctx := context.Background()
	subject := task.Options{"func": "./bench/subjects/ese.KMP", "size": int64(10), "sizes": "pattern=3"}
	subject["domain"] = "text=0..3"
	session, err := worstCase().Open(ctx, "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	run := func(seed uint64) task.Measured {
		m, err := session.Run(ctx, cell(subject, task.Options{"algo": "ese"}, seed))
		if err != nil {
			t.Fatal(err)
		}
		delete(m.Numbers, "solver_ms")
		return m
	}
	first := task.Options{}
	seen := map[string]bool{}
	for _, seed := range []uint64{1, 2, 3, 1, 2, 3} {
		text := ""
		for name, x := range run(seed).Numbers {
			first[name] = x
		}
		text = first.String()
		seen[text] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d results of 3 seeds", len(seen))
	}
}

func TestFindFuncs(t *testing.T) {
	names := []string{
		"./bench/subjects/ese.MergeSort", "./bench/subjects/ese.MergeSrt", "./bench/subjects/eze.MergeSort", "sort.Ints",
		"sort.(x",
	}
	var subjects []task.Options
	for _, name := range names {
		subjects = append(subjects, task.Options{"func": name})
	}
	errs := worstCase().Find(context.Background(), "../..", subjects)
	for i, want := range []string{
		"", "package nearmiss/bench/subjects/ese has no function MergeSrt; did you mean MergeSort or merge?", "eze", "",
		`"sort.(x" does not name a function`,
	} {
		got := ""
		if errs[i] != nil {
			got = errs[i].Error()
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: error %q, want %q", names[i], got, want)
		}
	}
}

// Each algorithm that draws nothing is known to.
func TestDraws(t *testing.T) {
	for algo, want := range map[string]bool{"ese": true, "rand": true, "dfs": false, "wise": false} {
		if got := worstCase().Draws(task.Options{"algo": algo}); got != want {
			t.Errorf("%s draws: %v", algo, got)
		}
	}
}

// A search that ends below the reference is censored at the budget, in time and training apart; without a reference nothing is reached or not.
func TestReached(t *testing.T) {
	budget := task.Options{"paths": int64(300)}
	for _, tt := range []struct {
		numbers                  map[string]float64
		until, searched, reached float64
		ok                       bool
	}{
		{map[string]float64{"share": 1, "explorations": 61, "training": 60}, 61, 1, 1, true},
		{map[string]float64{"share": 0.99, "explorations": 151, "training": 150}, 300, 300, 0, true},
		{map[string]float64{"share": 1.2, "explorations": 3, "evaluations": 4}, 7, 7, 1, true},
		{map[string]float64{"explorations": 3}, 300, 300, 0, false},
	} {
		for i, derive := range []func(map[string]float64, task.Options, int) (float64, bool){until, withoutTraining, reached} {
			want := []float64{tt.until, tt.searched, tt.reached}[i]
			if got, ok := derive(tt.numbers, budget, 0); got != want || ok != tt.ok {
				t.Errorf("%v, measure %d: %v, %v, want %v, %v", tt.numbers, i, got, ok, want, tt.ok)
			}
		}
	}
}
