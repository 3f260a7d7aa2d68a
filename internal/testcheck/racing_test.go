package testcheck

import (
	"strings"
	"testing"
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
