package main

import (
	"slices"
	"strings"
	"testing"
)

// TestSubjects: the programs of both papers, at sizes at which their inputs are whole.
func TestSubjects(t *testing.T) {
	list := papers()
	if len(list) != 15 {
		t.Errorf("%d programs", len(list))
	}
	for name, want := range map[string][2]int{
		"BreadthFirstSearch": {10, 32}, "Tour": {105, 990}, "ShortestPath": {90, 992},
	} {
		s := list[slices.IndexFunc(list, func(s subject) bool { return s.name == name })]
		if got := [2]int{s.size(100), s.size(1000)}; got != want {
			t.Errorf("%s: sizes %v, want %v", name, got, want)
		}
	}
}

// TestStandard: the rule finds more functions than are wanted, by name, and none that it
// excludes.
func TestStandard(t *testing.T) {
	list, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range list {
		names = append(names, s.name[strings.LastIndex(s.name, ".")+1:])
	}
	if len(list) < functions || !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) < len(names) {
		t.Errorf("%q", names)
	}
	for name, want := range map[string]bool{"Clean": true, "Fields": true, "FieldsFunc": false, "DecodeRune": false, "Repeat": false} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestRow: the cost that both come to is the lesser of their medians, and what takes half of
// the searches for ever takes for ever.
func TestRow(t *testing.T) {
	c := &config{seeds: 3}
	x := cell{subject: subject{fn: "p.F", name: "F"}, size: 100}
	done := map[key]*record{}
	add := func(algo string, seed uint64, curve ...point) {
		r := &record{Algo: algo, Cost: curve[len(curve)-1].Cost, Curve: curve, Asked: 1, Sides: 10, Kept: 5}
		done[c.key(job{x, algo, seed})] = r
	}
	add("carried", 1, point{10, 7, 90})
	add("carried", 2, point{20, 8, 90})
	add("carried", 3, point{30, 9, 40})
	add("auto", 1, point{1, 1, 30}, point{1000, 100, 80})
	add("auto", 2, point{2000, 200, 80}, point{3000, 300, 120})
	add("auto", 3, point{1, 1, 60})
	want := []string{"F", "100", "**90**", "80", "1", "50 %", "80", "8 (0.02)", "200 (2.00)"}
	if got := c.row(x, done); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	add("auto", 2, point{1, 1, 70})
	add("auto", 3, point{1, 1, 75})
	if got := c.row(x, done); got[6] != "75" || got[8] != "100 (1.00)" {
		t.Errorf("%q", got)
	}
	if got := to([]*record{done[c.key(job{x, "auto", 2})]}, 80); got != "∞" {
		t.Errorf("%s", got)
	}
}
