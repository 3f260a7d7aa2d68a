package pyse_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"nearmiss/bench/subjects/pyse/paths"
	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// exhaust takes all paths of a program depth-first.
func exhaust(t *testing.T, program *symexec.Program, name string, n int) *paths.Tree {
	all, res, err := paths.Exhaust(t.Context(), program, name, n, embedded.New(embedded.Options{}), ese.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := all.Figures(); !res.Complete || res.Paths != uint64(f.Feasible) {
		t.Errorf("%s of %d: %d paths (complete: %v), %d in the tree", name, n, res.Paths, res.Complete, f.Feasible)
	}
	return all
}

func figures(longest, feasible, ends int) paths.Figures {
	return paths.Figures{Longest: longest, Feasible: feasible, Ends: ends}
}

// load loads the package. Tests share the program.
var load = sync.OnceValues(func() (*symexec.Program, error) { return paths.Load(context.Background()) })

// TestPaths takes all paths at the small scales of the paper's tables.
func TestPaths(t *testing.T) {
	program, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		n     int
		want  paths.Figures
		paper [2]int // longest, and paths with impossible ends
		equal bool
	}{
		{"Align", 3, figures(9, 64, 127), [2]int{9, 127}, true},
		{"Align", 4, figures(12, 256, 511), [2]int{12, 511}, true},
		{"Align", 5, figures(15, 1024, 2047), [2]int{15, 2047}, true},
		{"InsertionSort", 3, figures(3, 6, 6), [2]int{3, 6}, true},
		{"InsertionSort", 4, figures(6, 24, 24), [2]int{6, 24}, true},
		{"InsertionSort", 5, figures(10, 120, 120), [2]int{10, 120}, true},
		{"Enqueue", 3, figures(2, 4, 4), [2]int{2, 4}, true},
		{"Enqueue", 4, figures(4, 12, 12), [2]int{4, 12}, true},
		{"Enqueue", 5, figures(6, 36, 36), [2]int{6, 36}, true},
		{"Enqueue", 10, figures(19, 20736, 20736), [2]int{19, 20736}, true},
		{"BuildTree", 3, figures(3, 6, 6), [2]int{3, 6}, true},
		{"BuildTree", 4, figures(6, 24, 24), [2]int{6, 24}, true},
		{"BuildTree", 5, figures(10, 120, 120), [2]int{10, 120}, true},
		{"Find", 3, figures(3, 7, 7), [2]int{3, 4}, false},
		{"Find", 4, figures(5, 11, 12), [2]int{3, 4}, false},
		{"Find", 5, figures(7, 19, 23), [2]int{3, 4}, false},
		{"Find", 10, figures(17, 967, 1159), [2]int{9, 40}, false},
		{"FindBlind", 3, figures(3, 4, 4), [2]int{3, 4}, true},
		{"FindBlind", 4, figures(3, 4, 4), [2]int{3, 4}, true},
		{"FindBlind", 5, figures(3, 4, 4), [2]int{3, 4}, true},
		{"FindBlind", 10, figures(9, 40, 40), [2]int{9, 40}, true},
		{"FindBlind", 20, figures(18, 1093, 1093), [2]int{18, 1093}, true},
		{"FindBlind", 30, figures(30, 88573, 88573), [2]int{30, 88573}, true},
		{"Tour", 3, figures(4, 6, 8), [2]int{4, 8}, true},
		{"Tour", 6, figures(12, 720, 728), [2]int{12, 728}, true},
		{"ShortestPath", 6, figures(5, 5, 9), [2]int{5, 9}, true},
		{"ShortestPath", 12, figures(29, 155, 837), [2]int{29, 837}, true},
	} {
		t.Run(fmt.Sprintf("%s of %d", c.name, c.n), func(t *testing.T) {
			if testing.Short() && c.want.Feasible > 2000 {
				t.Skip("many paths")
			}
			all := exhaust(t, program, c.name, c.n)
			got := all.Figures()
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			if equal := [2]int{got.Longest, got.Ends} == c.paper; equal != c.equal {
				t.Errorf("%+v beside the paper's %v: equal is %v", got, c.paper, equal)
			}
			if c.name == "Tour" && c.n == 6 { // the paper says how many of them are longest
				if n := all.Leaves(c.want.Longest); n != 96 {
					t.Errorf("%d paths are longest, want 96", n)
				}
			}
		})
	}
}

// TestLongest follows inputs that take long paths at the larger scales of the
// paper's tables. That there are no longer ones follows from the programs, but
// for ShortestPath, whose inputs are the best of a hill climb.
func TestLongest(t *testing.T) {
	program, err := load()
	if err != nil {
		t.Fatal(err)
	}
	none := func(int) int { return 0 }
	rising := func(i int) int { return i }
	falling := func(i int) int { return -i }
	almost := func(i int) int { return int("xbc"[i%3]) }
	of := func(list ...int) func(int) int { return func(i int) int { return list[i] } }
	bees := func(n int) func(int) int {
		return func(i int) int { return int("bx"[max(0, i-n+2)]) } // b…bx
	}
	five := of(1836, -388, 948, 1857, -15, 1481, 99, -83, -135, -444)
	six := of(879, 1574, 834, 349, -271, -632, -588, -596, -733, 679, 785, -444, 662, 451, 52)
	fiveNodes := of(-851, -102, -506, 1318, -690, 580, 312, 1773, 461, 306, 302, 671, 856, 1791, 190, 1371, 1267, 1833, 15, 84)
	sixNodes := of(0, 4, 3, -1, 9, 0, 0, -1, 0, 8, 0, 0, 0, 0, 7, 0, 0, 0, 0, 8, 0, 0, 3, 2, 9, 0, 0, 0, 0, 0)
	for _, c := range []struct {
		name        string
		n           int
		input       func(i int) int
		want, paper int
	}{
		{"Align", 10, none, 30, 30},
		{"Align", 20, none, 60, 60},
		{"Align", 30, none, 90, 90},
		{"Align", 100, none, 300, 300},
		{"InsertionSort", 10, falling, 45, 45},
		{"InsertionSort", 20, falling, 190, 190},
		{"InsertionSort", 30, falling, 435, 435},
		{"InsertionSort", 100, falling, 4950, 3875},
		{"Enqueue", 20, falling, 54, 54},
		{"Enqueue", 30, falling, 94, 94},
		{"Enqueue", 100, falling, 480, 480},
		{"BuildTree", 10, rising, 45, 45},
		{"BuildTree", 20, rising, 190, 190},
		{"BuildTree", 30, rising, 435, 435},
		{"BuildTree", 100, rising, 4950, 4950},
		{"Find", 20, bees(20), 37, 18},
		{"Find", 30, bees(30), 57, 30},
		{"Find", 100, bees(100), 197, 99},
		{"FindBlind", 100, almost, 99, 99},
		{"Tour", 10, five, 28, 28},
		{"Tour", 15, six, 55, 55},
		{"ShortestPath", 20, fiveNodes, 72, 72},
		{"ShortestPath", 30, sixNodes, 136, 126},
	} {
		e, err := paths.At(t.Context(), program, c.name, c.n, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := input.Vector{uint64(c.n) + 1}
		for i := range c.n {
			v = append(v, uint64(c.input(i)))
		}
		p, err := e.ExploreFrom(t.Context(), v, nil, symexec.Follow{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(p.Decisions); got != c.want || p.End.Kind != symexec.Returned {
			t.Errorf("%s of %d: %d decisions, %s; want %d, the paper has %d", c.name, c.n, got, p.End.Kind, c.want, c.paper)
		}
	}
}
