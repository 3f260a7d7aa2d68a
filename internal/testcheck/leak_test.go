package testcheck

import (
	"strings"
	"testing"
)

// TestLeakingCases has a leaked goroutine panic while the tests of other functions run. Only the
// case that leaked it is dropped; a case that leaks a harmless goroutine of the same function
// stays.
func TestLeakingCases(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "time"

func Start(n int) int {
	go loop(n)
	return n
}

func loop(n int) {
	time.Sleep(50 * time.Millisecond)
	if n > 0 {
		panic("late")
	}
}

func Slow(n int) int {
	time.Sleep(30 * time.Millisecond)
	return n
}
`})
	funcs := parseCases(t, pkg, `
		func Start
		case 0 => 0
		case 1 => 1
		func Slow
		case 0 => 0
		case 1 => 1
		case 2 => 2
		case 3 => 3`)
	for i := range funcs[0].Cases {
		funcs[0].Cases[i].Goroutines = []string{"time.Sleep time.go:1", pkg.ImportPath + ".loop a.go:11"}
	}
	s, err := emit(pkg, funcs)
	if err != nil {
		t.Fatal(err)
	}
	s, report := verified(t, s, quick)
	if len(s.Funcs) != 2 || len(s.Funcs[0].Cases) != 1 || len(s.Funcs[1].Cases) != 4 {
		t.Errorf("left %v\n%s", s.Tests, reasons(report.Dropped))
	}
	for _, d := range report.Dropped {
		if d.Func != "Start" || !strings.Contains(d.Reason, "leaves behind ends the test process: panic: ") {
			t.Errorf("%s: %s", d.Func, d.Reason)
		}
	}
}
