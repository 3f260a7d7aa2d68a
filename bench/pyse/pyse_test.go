package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/bench/subjects/pyse/paths"
	"nearmiss/ese"
	"nearmiss/smt/embedded"
)

// chosen lists cells.
func chosen(t *testing.T, only string) []cell {
	t.Helper()
	list, err := choose(only)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// picked lists techniques.
func picked(t *testing.T, only string) []technique {
	t.Helper()
	list, err := pick(only)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestMarks: the marks are the longest paths, where all are soon taken, and the paper has as
// many paths.
func TestMarks(t *testing.T) {
	program, err := paths.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range chosen(t, "") {
		p := column(c)
		if p.exhaustive == 0 || p.exhaustive > 2500 || c.standIn && c.n > 10 {
			continue
		}
		all, res, err := paths.Exhaust(t.Context(), program, c.fn, c.n, embedded.New(embedded.Options{}), ese.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := all.Figures()
		if !res.Complete || f.Longest != c.mark || !c.proved(c.n) {
			t.Errorf("%s: longest %d, the mark is %d", c.name(), f.Longest, c.mark)
		}
		if !c.standIn && f.Ends != p.exhaustive {
			t.Errorf("%s: %d paths, the paper has %d", c.name(), f.Ends, p.exhaustive)
		}
	}
}

// TestPaper: the paper's marks are ours, but for two that are shorter.
func TestPaper(t *testing.T) {
	var short []string
	for _, c := range chosen(t, "") {
		switch {
		case c.short && c.mark < c.longest(c.n):
			short = append(short, c.name())
		case c.short || c.mark < column(c).longest:
			t.Errorf("%s: the paper's path is longer: %d", c.name(), column(c).longest)
		}
	}
	if got, want := fmt.Sprint(short), "[insertionsort/100/3875 dijkstra/30/126]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCells(t *testing.T) {
	if all := chosen(t, ""); len(all) != 6*7+2*4+2 {
		t.Errorf("%d cells", len(all))
	}
	var names []string
	for _, c := range chosen(t, "dijkstra/30,Enqueue/10,dijkstra/30/126,findblind/5,TOUR") {
		names = append(names, c.name())
	}
	if got, want := strings.Join(names, " "), "heap/10 grep/5 tour/3 tour/6 tour/10 tour/15 dijkstra/30/126 dijkstra/30"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for only, want := range map[string]string{
		"quicksort": `-cells: "quicksort" is none of them; there are align (/3, /4, /5, /10, /20, /30, /100), insertionsort (`,
		"tour/7":    "tour (/3, /6, /10, /15), dijkstra (/6, /12, /20, /30/126, /30)",
	} {
		if _, err := choose(only); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", only, err, want)
		}
	}
	if _, err := pick("pyse,pys"); err == nil || !strings.Contains(err.Error(), `-algos: "pys" is none of exhaustive, wise-all, `) {
		t.Errorf("%v", err)
	}
}

// TestJobs: what draws is searched with once for each seed, all else once, and only
// where it is of use.
func TestJobs(t *testing.T) {
	count := map[string]int{}
	for _, j := range jobs(chosen(t, "insertionsort,grep,find,dijkstra"), picked(t, ""), 3) {
		count[j.technique.name+" "+j.cell.name()]++
	}
	for name, want := range map[string]int{
		"exhaustive insertionsort/5": 1, "exhaustive insertionsort/10": 0, "exhaustive grep/30": 1, "exhaustive find/30": 0,
		"wise dijkstra/30/126": 1, "wise-all dijkstra/30/126": 0, "spfwca-6-7 grep/3": 1, "spfwca-6-7 dijkstra/6": 0,
		"pyse-pre insertionsort/3": 0, "pyse-pre insertionsort/4": 3, "pyse-pre grep/3": 3, "pyse-pre-10 grep/3": 3, "pyse-pre-10 find/10": 0,
		"pyse-L0 grep/10": 3, "pyse-L0 grep/20": 0, "pyse-L4 dijkstra/12": 3, "auto dijkstra/30": 3,
	} {
		if count[name] != want {
			t.Errorf("%s: %d searches, want %d", name, count[name], want)
		}
	}
}

// TestScales: policies are learned where the paper says.
func TestScales(t *testing.T) {
	begin := picked(t, "pyse-pre")[0].begin
	for name, want := range map[string]int{
		"align/100": 30, "heap/10": 5, "searchtree/3": 0, "grep/3": 5, "grep/100": 5, "tour/3": 6, "tour/10": 6, "dijkstra/12": 6, "dijkstra/30": 6,
	} {
		c := chosen(t, name)[0]
		if got := begin(c.subject, c.n); got != want {
			t.Errorf("%s: learned at %d, want %d", name, got, want)
		}
	}
}

// TestKeys: a search is done again with another budget, mark, seed or technique, and not
// else.
func TestKeys(t *testing.T) {
	c := &config{time: time.Second, paths: 7}
	name := filepath.Join(t.TempDir(), "raw")
	list := jobs(chosen(t, "dijkstra/30,dijkstra/30/126"), picked(t, "pyse,auto"), 2)
	kept, err := openJournal(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range list {
		r := &record{Func: j.fn, Size: j.n, Algo: j.technique.name, Seed: j.seed, Budget: c.budget(), Mark: uint64(j.mark), Reached: -1}
		if err := kept.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err = openJournal(name); err != nil || len(kept.Done) != len(list) {
		t.Fatalf("%d records of %d, %v", len(kept.Done), len(list), err)
	}
	for _, j := range list {
		if kept.Done[c.key(j)] == nil {
			t.Errorf("no record of %v", c.key(j))
		}
		if other := (&config{time: time.Second}); kept.Done[other.key(j)] != nil {
			t.Error("another budget is the same")
		}
	}
}

// TestSearch runs a search of each kind. The same seed gives the same record.
func TestSearch(t *testing.T) {
	l := &lab{
		config: &config{cells: chosen(t, "tour/3,tour/6"), techniques: picked(t, "exhaustive,wise-all,spfwca,pyse,pyse-pre,rand"), seeds: 1, paths: 2000},
		open:   map[string]*bench{},
	}
	defer l.close()
	l.todo = jobs(l.cells, l.techniques, l.seeds)
	text := l.all(t)
	for _, want := range []string{"Tour 3 exhaustive 8 0 9 4 0 6\n", "Tour 6 exhaustive 728 0 847 12 0 720\n", "Tour 6 spfwca 1 726 "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if again := l.all(t); again != text {
		t.Errorf("again\n%s\nwant\n%s", again, text)
	}
}

func empty(t *testing.T) *journal {
	kept, err := openJournal("")
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// TestInterrupted: a search that was interrupted is not done.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := &lab{config: &config{seeds: 1, paths: 10}, open: map[string]*bench{}, journal: empty(t)}
	defer l.close()
	for _, j := range jobs(chosen(t, "tour/3"), picked(t, "exhaustive,pyse-pre"), 1) {
		if err := l.one(ctx, j); err != nil || len(l.journal.Done) > 0 {
			t.Errorf("%s is done: %v", j.technique.name, err)
		}
	}
}

// all does all jobs, and returns what does not hang on time.
func (l *lab) all(t *testing.T) string {
	l.journal = empty(t)
	if err := experiment.Each(t.Context(), 2, l.todo, func(j job) error { return l.one(t.Context(), j) }); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, j := range l.todo {
		r := l.journal.Done[l.key(j)]
		if r.Error != "" || !r.done(j.technique) || r.Cost != r.Mark || r.Paths == 0 {
			t.Errorf("%+v", r)
		}
		if trained := r.TrainingPaths > 0; trained != (len(r.Training) > 0) || trained != (j.train != nil || j.begin != nil) {
			t.Errorf("training: %+v", r)
		}
		fmt.Fprintln(&b, r.Func, r.Size, r.Algo, r.Paths, r.TrainingPaths, r.Queries, r.Cost, r.TrainingCost, r.Feasible)
	}
	return b.String()
}

// TestFigures draws from made-up searches.
func TestFigures(t *testing.T) {
	r := made(t, "insertionsort/10,dijkstra/12", "pyse-basic,pyse,pyse-pre,pyse-L0,pyse-L1,pyse-L3,pyse-L4", 4, func(j job) record {
		x := record{Paths: 5 * j.seed, Reached: 10}
		if j.cell.name() == "dijkstra/12" && j.seed > 1 {
			x.Reached = -1
		}
		return x
	})
	dir := t.TempDir()
	if err := r.draw(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"figure7a.svg", "figure7b.svg", "figure7c.svg"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(text), "<svg") || !strings.Contains(string(text), "dijkstra (12)") {
			t.Errorf("%s: %v, %d bytes", name, err, len(text))
		}
	}
}

// made are results of searches that are made up.
func made(t *testing.T, only, algos string, seeds int, up func(job) record) *results {
	r := &results{&config{cells: chosen(t, only), techniques: picked(t, algos), seeds: seeds, time: time.Minute}, map[key]*record{}}
	for _, j := range jobs(r.cells, r.techniques, seeds) {
		x := up(j)
		x.Func, x.Size, x.Algo, x.Seed, x.Budget, x.Mark = j.fn, j.n, j.technique.name, j.seed, r.budget(), uint64(j.mark)
		x.Pretrained = j.begin != nil
		r.done[x.key()] = &x
	}
	return r
}
