package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/ese"
	"nearmiss/ga"
	"nearmiss/internal/subject"
	"nearmiss/internal/worst"
)

// TestPaper: the manual costs of Table V are those that its text says, and no
// technique found more.
func TestPaper(t *testing.T) {
	for _, s := range manual.TableV() {
		for _, n := range columns {
			r, ok := published[s.Title][n]
			if !ok {
				t.Fatalf("no row for %s/%d", s.Title, n)
			}
			for _, v := range []float64{r.ese, r.rand, r.dfs, r.wise, r.spfwca, r.evosuite} {
				if v <= 0 || v > r.manual {
					t.Errorf("%s/%d: %v of %v", s.Title, n, v, r.manual)
				}
			}
			if !s.Graph {
				continue
			}
			v := float64(s.Size(n))
			if want := map[string]float64{"dfs": 2*v*v - v + 3, "bfs": 2*v*v + 2*v + 2}[s.Title]; r.manual != want {
				t.Errorf("%s/%d: a graph of %v vertices would cost %v, not %v", s.Title, n, v, want, r.manual)
			}
		}
	}
}

func TestCells(t *testing.T) {
	all, err := cells(columns, false, false, "")
	if err != nil || len(all) != 32+12 {
		t.Errorf("%d cells, %v; the paper has 32, and three programs of ours are others", len(all), err)
	}
	for i, c := range all {
		if paper := published[c.subject.Title] != nil; paper != (i < 32) {
			t.Errorf("cell %d, %s, stands beside the paper's: %v", i, c.name(), paper)
		}
	}
	some, err := cells(columns, false, false, "kmp,dfs/75")
	if err != nil || len(some) != 5 || some[4].name() != "dfs/75" || some[4].size != 9 {
		t.Errorf("%v, %v", some, err)
	}
	rows, err := cells([]int{200}, true, false, "bfs")
	if err != nil || len(rows) != 1 || rows[0].size != 200 {
		t.Errorf("%v, %v", rows, err)
	}
	if _, err := cells(columns, false, false, "quick"); err == nil {
		t.Error("an unknown program is accepted")
	}
}

// TestJobs: what draws is searched with once for each seed and all else once,
// and a search is the same job whatever others stand beside it.
func TestJobs(t *testing.T) {
	all, err := cells(columns, false, false, "")
	if err != nil {
		t.Fatal(err)
	}
	some, err := cells(columns, false, false, "kmp,dfs/75")
	if err != nil {
		t.Fatal(err)
	}
	part := jobs(some, named("ese", "dfs", "dfs-drawn", "wise"), 3)
	if n := len(part); n != 5*(3+1+3+1) {
		t.Errorf("%d jobs", n)
	}
	name := func(j job) string { return fmt.Sprint(j.name(), j.size, j.algo, j.seed) }
	whole := map[string]bool{}
	for _, j := range jobs(all, worst.Algorithms(), 4) {
		whole[name(j)] = true
	}
	for _, j := range part {
		if !whole[name(j)] {
			t.Errorf("%s is none of all jobs", name(j))
		}
	}
}

// named finds algorithms.
func named(names ...string) []worst.Algorithm {
	return slices.DeleteFunc(worst.Algorithms(), func(a worst.Algorithm) bool { return !slices.Contains(names, a.Name) })
}

// TestJournal: what was kept is there again, but for a line that was cut off.
func TestJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "raw")
	j, err := openJournal(name)
	if err != nil {
		t.Fatal(err)
	}
	a, b := &record{Func: "KMP", Size: 10, Algo: "ese", Seed: 1, Cost: 5}, &record{Func: "KMP", Size: 10, Algo: "ese", Seed: 2, Cost: 6}
	for _, r := range []*record{a, b} {
		if err := j.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text[:len(text)-3], 0o666); err != nil {
		t.Fatal(err)
	}
	if j, err = openJournal(name); err != nil || len(j.Done) != 1 || *j.Done[a.key()] != *a {
		t.Fatalf("%v, %v", j.Done, err)
	}
	if err := j.Add(b); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(name); string(again) != string(text) {
		t.Errorf("the file is\n%s\nwant\n%s", again, text)
	}
}

// TestTable: medians as shares of the manual cost, means where they differ,
// the paper's beside them, and times over all searches.
func TestTable(t *testing.T) {
	list, err := cells([]int{10}, false, false, "kmp")
	if err != nil {
		t.Fatal(err)
	}
	c := &config{cells: list, algos: named("auto", "dfs", "ese"), seeds: 3, Options: worst.Options{Common: subject.Common{Time: time.Second}}}
	done := map[key]*record{}
	for i, cost := range []uint64{86, 43, 86} {
		for _, a := range c.algos {
			if !a.Draws && i > 0 {
				continue
			}
			r := &record{Func: "KMP", Size: 10, Algo: a.Name, Seed: uint64(i + 1), Budget: "1s", Manual: 86, Cost: cost, Paths: 10, Elapsed: 1000, Reached: -1, Revision: "abc", Date: "2026-11-0" + fmt.Sprint(i)}
			if cost == 86 {
				r.Reached = 250
			}
			if a.Name == "ese" {
				r.Cost = 86
			}
			done[r.key()] = r
		}
	}
	done[key{"KMP", 10, "auto", 2, "1s"}].Cost = 43
	failed := &record{Func: "KMP", Size: 50, Algo: "wise", Seed: 1, Budget: "1s", Error: "no time"}
	done[failed.key()] = failed
	var b strings.Builder
	c.print(&b, done)
	for _, want := range []string{
		"| program | size | manual | optimum | auto | dfs | *DFS* | ese | *ESE* |",
		"| kmp | 10 | 86 | 87 | 1.000 (0.833) | 1.000 | *1.000* | 1.000 | *1.000* |",
		"| kmp | 10 | 250ms (2/3) | 10 | 250ms | 10 | 250ms (2/3) | 10 |",
		"- KMP of size 50, wise, seed 1: no time",
	} {
		if !slices.Contains(strings.Split(b.String(), "\n"), want) {
			t.Errorf("no line\n%s\nin\n%s", want, b.String())
		}
	}
	for _, want := range []string{
		", revision abc of 2026-11-00, revision abc of 2026-11-01, revision abc of 2026-11-02.\n",
		"median over 3 seeds (mean, where it is another). In italics: the paper's, within an hour. " +
			"These draw nothing, so that there is one search for a cell: dfs.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no text\n%s\nin\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "inferred") {
		t.Errorf("kmp was not inferred:\n%s", b.String())
	}
	delete(done, key{"KMP", 10, "ese", 3, "1s"})
	b.Reset()
	if c.print(&b, done); !strings.Contains(b.String(), "Not all seeds are done; cells have at least: ese 2.\n") {
		t.Errorf("a search is missing, and nothing says so:\n%s", b.String())
	}
}

// TestInferredTable: the costs of inferred programs stand in statements beside the paper's, and those of
// ours that are other programs without. The manual input of quicksort_jdk/10 is not the paper's, so that
// shares are not compared.
func TestInferredTable(t *testing.T) {
	list, err := cells([]int{10, 50}, false, false, "quicksort_jdk,QuicksortJDK/50")
	if err != nil {
		t.Fatal(err)
	}
	c := &config{cells: list, algos: named("rand", "auto"), seeds: 3, Options: worst.Options{Common: subject.Common{Time: time.Second}}}
	done := map[key]*record{}
	for _, cell := range list {
		for i, cost := range []uint64{250, 400, 300} {
			r := &record{Func: cell.subject.Func, Size: cell.size, Algo: "rand", Seed: uint64(i + 1), Budget: "1s", Manual: 400, Cost: cost}
			done[r.key()] = r
		}
	}
	var b strings.Builder
	c.print(&b, done)
	for _, want := range []string{
		"| quicksort_jdk | 10 | 400 | ? |  | 0.750 (0.791) |  |",
		"| quicksort_jdk | 50 | 400 | ? |  | 0.750 (0.791) | *0.740* |",
		"| QuicksortJDK | 50 | 400 | ? |  | 0.750 (0.791) |  |",
		"| program | size | manual | *manual* | auto | rand | *RAND* |",
		"| quicksort_jdk | 10 | 400 | *348* |  | 300 (250–400) | *302* |",
		"| quicksort_jdk | 50 | 400 | *1665* |  | 300 (250–400) | *1232* |",
	} {
		if !slices.Contains(strings.Split(b.String(), "\n"), want) {
			t.Errorf("no line\n%s\nin\n%s", want, b.String())
		}
	}
	if n := strings.Count(b.String(), "| QuicksortJDK |"); n != 2 {
		t.Errorf("%d rows of QuicksortJDK, want one of shares and one of times:\n%s", n, b.String())
	}
}

// TestParameters: the settings are sixteen, in which two values of any pair of parameters meet, but for half of
// those of elite and local search; and the table has means over seeds and programs beside the paper's.
func TestParameters(t *testing.T) {
	pairs := map[[4]float64]bool{}
	for _, s := range settings {
		values := []float64{float64(s.popSize), float64(s.eliteSize), s.mProb, float64(s.lsPeriod)}
		for i := range values {
			for j := range i {
				pairs[[4]float64{float64(i), values[i], float64(j), values[j]}] = true
			}
		}
		for i, p := range manual.TableV() {
			if most := published[p.Title][100].manual; s.costs[i] <= 0 || s.costs[i] > most {
				t.Errorf("%s: %v of %v in %s", s.name(), s.costs[i], most, p.Title)
			}
		}
	}
	if len(settings) != 16 || len(pairs) != 5*16+8 {
		t.Errorf("%d settings with %d pairs of values, want 16 with 88", len(settings), len(pairs))
	}
	list, err := cells([]int{100}, false, false, "kmp,bfs")
	if err != nil {
		t.Fatal(err)
	}
	c := &config{cells: list, seeds: 2, table3: true, Options: worst.Options{Paths: 7}}
	done := map[key]*record{}
	for seed, cost := range []uint64{50, 60} {
		r := &record{Func: "KMP", Size: 100, Algo: "ese-10-5-0.5-10", Seed: uint64(seed) + 1, Budget: "7 paths", Manual: 100, Cost: cost}
		done[r.key()] = r
	}
	var b strings.Builder
	c.print(&b, done)
	const want = "| 10 | 5 | 0.5 | 10 | 0.550 | 0.000 | 0.275 | *0.917* |" // 596 of 713, and 222 of 222
	if !slices.Contains(strings.Split(b.String(), "\n"), want) {
		t.Errorf("no line\n%s\nin\n%s", want, b.String())
	}
}

// TestSettingsAreParameters: zero in the paper's table is zero in the algorithm, not its default.
func TestSettingsAreParameters(t *testing.T) {
	got := settings[0].strategy().(ese.Evolution).Algorithm.(ga.Memetic)
	if got.PopSize != 10 || got.EliteSize >= 0 || got.MProb >= 0 || got.LSPeriod >= 0 {
		t.Errorf("%+v", got)
	}
	got = settings[1].strategy().(ese.Evolution).Algorithm.(ga.Memetic)
	if got.PopSize != 10 || got.EliteSize != 5 || got.MProb != 0.5 || got.LSPeriod != 10 {
		t.Errorf("%+v", got)
	}
}
