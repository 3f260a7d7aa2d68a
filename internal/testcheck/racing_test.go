package testcheck

import (
	"strings"
	"testing"

	"nearmiss/internal/load"
	"nearmiss/internal/testgen"
)

// TestRacesOfOtherTests: a goroutine that a case leaves behind races while another test runs, or after
// all. The case is dropped, and no other; a second race that the first one hides is found, too.
func TestRacesOfOtherTests(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "time"

type T struct{ n int }

func leave(p *T, after time.Duration) {
	go func() { time.Sleep(after); p.n++ }()
	p.n = 1
}

func Early(n int) int {
	if n > 0 {
		leave(new(T), time.Millisecond)
	}
	return n
}

func Late(n int) int {
	if n > 0 {
		leave(new(T), 30*time.Millisecond)
	}
	return n
}

func Slow(n int) int {
	time.Sleep(5 * time.Millisecond)
	return n
}
`})
	s := leavingSuite(t, pkg)
	s, report := verified(t, s, Options{})
	if !report.Race {
		t.Skip("no race detector here: " + report.RaceNote)
	}
	if len(s.Funcs) != 3 || len(s.Funcs[0].Cases) != 1 || len(s.Funcs[1].Cases) != 1 || len(s.Funcs[2].Cases) != 2 {
		t.Errorf("left %v\n%s", s.Tests, reasons(report.Dropped))
	}
	for _, d := range report.Dropped {
		if d.Func == "Slow" || !strings.Contains(d.Reason, "data race") {
			t.Errorf("%s: %s", d.Func, d.Reason)
		}
	}
}

// leavingSuite returns a suite in which one case each of the first two functions leaves a goroutine.
func leavingSuite(t *testing.T, pkg *load.Package) *testgen.Suite {
	t.Helper()
	funcs := parseCases(t, pkg, `
		func Early
		case 0 => 0
		case 1 => 1
		func Late
		case 0 => 0
		case 1 => 1
		func Slow
		case 0 => 0
		case 1 => 1`)
	for i := range 2 {
		funcs[i].Cases[1].Goroutines = []string{pkg.ImportPath + ".leave.func1 a.go:8"}
	}
	s, err := emit(pkg, funcs)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRacesWithoutStacks: a report of the race detector whose stacks lead to no test is blamed on the cases that
// leave goroutines, and not on the test in which it came.
func TestRacesWithoutStacks(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Early(n int) int { return n }\n\nfunc Late(n int) int { return n }\n\nfunc Slow(n int) int { return n }\n"})
	s := leavingSuite(t, pkg)
	c := &checker{runner: &runner{pkg: pkg, overlayNames: map[string]string{}}, passed: map[int]int{}, findings: newFindings()}
	failed := func(output ...string) *outcome {
		return &outcome{order: s.Tests[2:], tests: map[string]*testRun{s.Tests[2]: {fails: 1, output: output}}}
	}
	if _, found := c.blameRacing(s, failed("    a_test.go:7: no")); found {
		t.Error("a failure without a race is blamed on one")
	}
	if innocent, found := c.blameRacing(s, failed("    testing.go:1712: race detected during execution of test")); !found || !innocent(2) {
		t.Errorf("without a report: found %t", found)
	}
	c.findings = newFindings()
	o := failed()
	o.races = []race{{lines: []codeLine{{"a.go", 3}}}}
	innocent, found := c.blameRacing(s, o)
	if !found || !innocent(2) {
		t.Errorf("found %t, Slow is innocent: %t", found, innocent(2))
	}
	for i := range s.Funcs {
		for j := range s.Funcs[i].Cases {
			if dropped := c.isDropped(&s.Funcs[i].Cases[j]); dropped != (i < 2 && j == 1) {
				t.Errorf("case %d of test %d is dropped: %t", j, i, dropped)
			}
		}
	}
}
