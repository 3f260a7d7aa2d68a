package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/cover"
)

// By default the functions of the study are searched and no other; of packages that are
// named, every function.
func TestOptions(t *testing.T) {
	opt := (&config{}).options()
	if want := []string{"bibclean", "defroster", "f2", "tiff", "triangle", "figure1"}; len(opt.Patterns) != len(want) || !slices.Equal(bases(opt.Patterns), want) {
		t.Errorf("packages %v, want %v", opt.Patterns, want)
	}
	for _, fn := range slices.Concat(functions, figure) {
		if _, name, _ := strings.Cut(fn, "."); !opt.Func.MatchString(name) {
			t.Errorf("%s is not searched", fn)
		}
	}
	if opt.Func.MatchString("store") || opt.Func.MatchString("F22") {
		t.Error("what the study's functions call is searched")
	}
	if opt := (&config{patterns: []string{"./a", "./b"}}).options(); len(opt.Patterns) != 2 || opt.Func != nil {
		t.Errorf("of packages that are named: %v, %v", opt.Patterns, opt.Func)
	}
}

func bases(patterns []string) (list []string) {
	for _, p := range patterns {
		list = append(list, filepath.Base(p))
	}
	return list
}

// What is searched is counted, whatever its name; what is not is named.
func TestAddCountsOrNames(t *testing.T) {
	r := newResults()
	branches := []cover.BranchTrial{
		{Package: "m/own", Func: "F", Branch: "f.go:1:1/F", Searched: true, Found: true, Evaluations: 10, All: 13},
		{Package: "m/own", Func: "F", Branch: "f.go:1:1/T", Searched: true, Evaluations: 100, All: 13},
		{Package: "m/own", Func: "F", Branch: "f.go:2:1/T", Searched: true, Infeasible: true},
		{Package: "m/own", Func: "G", Branch: "f.go:9:1/T"},
	}
	r.add(cover.Trial{Seed: 3, Algo: "avm", Fitness: "standard", Paper: true}, branches)
	r.add(cover.Trial{Seed: 3, Algo: "search", Fitness: "auto"}, branches)
	for _, want := range []string{"own.F f.go:2:1/T: proved to be infeasible", "own.G: cannot be called"} {
		if !r.left[want] || len(r.left) != 2 {
			t.Errorf("left out are %v, without %s", r.left, want)
		}
	}
	if b := r.tables[contender{"avm", "standard"}].Find("own.F", "f.go:1:1/T"); b == nil || b.Seeds != 1 || b.Found != 0 {
		t.Errorf("a branch of a function that is not in the paper: %+v", b)
	}
	name := filepath.Join(t.TempDir(), "rows.csv")
	if err := r.write(name); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(name)
	want := "search,fitness,seed,function,branches,found,evaluations\n" +
		"avm,standard,3,own.F,2,1,110\n" +
		"search,auto,3,own.F,2,1,13\n"
	if string(got) != want {
		t.Errorf("rows\n%s\nwant\n%s", got, want)
	}
}

// The interval of a ratio is where resampled seeds have it: a point if they agree.
func TestInterval(t *testing.T) {
	if from, to := interval([]float64{10, 20, 40}, []float64{5, 10, 20}); from != 0.5 || to != 0.5 {
		t.Errorf("seeds that agree: %v to %v, want 0.5", from, to)
	}
	from, to := interval([]float64{10, 10, 10, 10}, []float64{5, 10, 15, 10})
	if from < 0.5 || from >= 1 || to <= 1 || to > 1.5 {
		t.Errorf("seeds that differ: %v to %v", from, to)
	}
}

// The means of the columns of Table III.
func TestPaperMeans(t *testing.T) {
	for algo, want := range map[string]string{"avm": "76.59%", "ga": "87.46%"} {
		if got := paper[algo].ratio("mean"); got != want {
			t.Errorf("%s: %s, want %s", algo, got, want)
		}
	}
}
