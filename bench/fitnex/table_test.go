package main

import (
	"math"
	"strings"
	"testing"
	"time"

	"nearmiss/bench/subjects/fitnex/list"
)

func trials(runs ...int) (ts []trial) {
	for _, n := range runs {
		ts = append(ts, trial{runs: n, reached: n < 1000, elapsed: time.Duration(n*n) * time.Microsecond})
	}
	return ts
}

func TestTable(t *testing.T) {
	rows := []row{
		{list.Subject{Name: "A", Kind: "loop"}, map[string][]trial{"random": trials(100, 300, 200), "bfs": trials(50, 50)}},
		{list.Subject{Name: "B", Kind: "loop"}, map[string][]trial{"random": trials(10, 20), "bfs": trials(21, 1000)}},
	}
	if m := improvement(rows, "bfs", runs); math.Abs(m[0]-(4+15/510.5)/2) > 1e-9 || math.Abs(m[1]-math.Sqrt(4*15/510.5)) > 1e-9 {
		t.Errorf("means %v", m)
	}
	if got := worse(rows, "bfs"); len(got) != 1 || got[0] != "B (510.5, 15)" {
		t.Errorf("worse at %v", got)
	}
	c := &config{strategies: []string{"bfs", "random"}, seeds: 2, runs: 1000}
	if c.reached(rows, "bfs") != 1 || c.reached(rows, "random") != 2 {
		t.Error("reached", c.reached(rows, "bfs"), c.reached(rows, "random"))
	}
	var b strings.Builder
	c.print(&b, rows)
	for _, want := range []string{
		"| A | loop | 50 | 200 |\n| B | loop | 510.5 (1/2) | 15 |\n",
		"| arithmetic | | 2.01 | 1.00 |\n", "| arithmetic, of the paper's subjects | | *0.9* | *1* |\n",
		"| targets reached in the median | | 1 | 2 |\n", "| targets reached, of the paper's subjects | | *25* | *28* |\n",
		"| A | 2.5 | 40 |\n| B | 500 | 0.25 |\n", "| geometric, of time | | 0.09 | 1.00 |\n",
		"| geometric, of time, where random reaches the target (2) | | 0.09 | 1.00 |\n", "bfs is worse than random", "at B (510.5, 15).",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestShare(t *testing.T) {
	timed := func(parts ...time.Duration) (ts []trial) {
		for _, p := range parts {
			ts = append(ts, trial{planning: p, elapsed: 8})
		}
		return ts
	}
	rows := []row{
		{list.Subject{Name: "A"}, map[string][]trial{"bfs": append(timed(1, 7, 1), trial{planning: 5})}}, // no time went by
		{list.Subject{Name: "B"}, map[string][]trial{"bfs": timed(0, 2, 3)}},
		{list.Subject{Name: "C"}, nil},
	}
	if got, where := share(rows, "bfs", planning); got != 0.25 || where != "B" {
		t.Errorf("share %v at %s", got, where)
	}
	if got, where := share(rows[2:], "bfs", planning); got != 0 || where != "" {
		t.Errorf("share %v at %q of nothing", got, where)
	}
}

// TestLeast: what a search took is the least of its repetitions, which do the same.
func TestLeast(t *testing.T) {
	x := trial{runs: 3, reached: true, planning: 2, elapsed: 20, whole: 30}
	if err := x.least(trial{runs: 3, reached: true, planning: 1, elapsed: 22, whole: 25}); err != nil {
		t.Error(err)
	}
	if want := (trial{runs: 3, reached: true, planning: 1, elapsed: 20, whole: 25}); x != want {
		t.Errorf("%+v, want %+v", x, want)
	}
	for _, other := range []trial{{runs: 4, reached: true}, {runs: 3}} {
		if err := x.least(other); err == nil {
			t.Errorf("%+v is the same search as %+v", other, x)
		}
	}
}
