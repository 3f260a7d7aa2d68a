package kinds

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/experiment/task"
)

// The paths that the command before the campaigns counted, with the same seed and budget: strategies with states met on the
// way, and without.
func TestStates(t *testing.T) {
	subject := task.Options{"type": "./bench/subjects/tardis/late/ring.Ring"}
	session, err := methodPaths().Open(t.Context(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for strategy, want := range map[string][2]float64{"tardis": {40, 108}, "fifo": {45, 102}, "random": {45, 105}} {
		for i, met := range []bool{false, true} {
			m, err := session.Run(t.Context(), task.Cell{
				Subject: subject, Arm: task.Options{"strategy": strategy, "met": met},
				Budget: task.Options{"sequences": int64(5000)}, Seed: 1,
			})
			if err != nil {
				t.Fatal(err)
			}
			n, curve := m.Numbers, m.Curves["curve"]
			if n["paths"] != want[i] || n["methods"] != 6 || n["refused"] != 0 || n["answered"]+n["proved"] > n["asked"] {
				t.Errorf("%s, met %v: %v, want %v paths", strategy, met, n, want[i])
			}
			if n["area"] > n["paths"] || math.Exp(n["log_area"]) < n["area"]*0.999 {
				t.Errorf("%s, met %v: area %v, logarithm %v", strategy, met, n["area"], n["log_area"])
			}
			if len(curve) != curvePoints || curve[curvePoints-1] != [2]float64{5000, want[i]} {
				t.Errorf("%s, met %v: curve %v", strategy, met, curve)
			}
			paths, moments := map[float64]bool{}, []int{}
			for _, p := range m.Curves["taken"] {
				moments, paths[p[1]] = append(moments, int(p[0])), true
			}
			if float64(len(paths)) != want[i] || len(moments) != len(paths) || area(moments, 5000) != n["area"] {
				t.Errorf("%s, met %v: %d paths in %d points of area %v, want %v of %v", strategy, met, len(paths), len(moments), area(moments, 5000), want[i], n["area"])
			}
		}
	}
}

// The area is the mean of the naive count after each call sequence, and the curve has points of that count.
func TestArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := 50 * rapid.IntRange(1, 4).Draw(t, "budget")
		found := rapid.SliceOfN(rapid.IntRange(0, budget), 0, 9).Draw(t, "found")
		sum, counts := 0, map[int]int{}
		for moment := 1; moment <= budget; moment++ {
			for _, at := range found {
				if at <= moment {
					sum, counts[moment] = sum+1, counts[moment]+1
				}
			}
		}
		if got, want := area(found, budget), float64(sum)/float64(budget); math.Abs(got-want) > 1e-9 {
			t.Errorf("area %v, want %v", got, want)
		}
		for _, p := range rises(slices.Clone(found), budget) {
			if float64(counts[int(p[0])]) != p[1] {
				t.Errorf("%v, want %d", p, counts[int(p[0])])
			}
		}
	})
}

func TestFindTypes(t *testing.T) {
	names := []string{"./bench/subjects/tardis/late/ring.Ring", "./bench/subjects/tardis/late/ring.Rung", "sort.IntSlice", "sort.Ints"}
	var subjects []task.Options
	for _, name := range names {
		subjects = append(subjects, task.Options{"type": name})
	}
	for i, err := range methodPaths().Find(context.Background(), "../..", subjects) {
		got := ""
		if err != nil {
			got = err.Error()
		}
		want := []string{"", "package nearmiss/bench/subjects/tardis/late/ring has no type Rung", "", "package sort has no type Ints"}[i]
		if got != want {
			t.Errorf("%s: %q, want %q", names[i], got, want)
		}
	}
	_, err := methodPaths().Open(t.Context(), "../..", task.Options{"type": "sort.IntSlice"})
	if err == nil || !strings.HasPrefix(err.Error(), "no method of sort.IntSlice can be searched: ") {
		t.Error(err)
	}
}

// Another process that opens a method gives the same path the same number.
func TestNumbersOfPaths(t *testing.T) {
	var runs []task.Curve
	for range 2 {
		m, err := openMethod(t.Context(), "../..", "./bench/subjects/tardis/late/ring.(*Ring).Put")
		if err != nil {
			t.Fatal(err)
		}
		taken, _, err := m.search(t.Context(), task.Cell{
			Arm: task.Options{"strategy": "fifo"}, Budget: task.Options{"sequences": int64(300)}, Seed: 1,
		})
		m.subject.Close()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		runs = append(runs, taken)
	}
	if len(runs[0]) == 0 || !slices.Equal(runs[0], runs[1]) {
		t.Errorf("%v, then %v", runs[0], runs[1])
	}
}
