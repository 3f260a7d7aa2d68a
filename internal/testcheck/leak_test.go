package testcheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/testgen"
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

// TestNoTimeForRaces: without time for the race detector, or if other packages need it, the cases that
// leave goroutines running are dropped for want of time, and those that panic, read memory to which goroutines
// that they started may write, or put back variables that these may read, and no others.
func TestNoTimeForRaces(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

func Start(n int) int {
	if n > 0 {
		go func() { select {} }()
	}
	return n
}

type Clock struct{ Ticks []int }

func Make(n int) *Clock { return &Clock{Ticks: []int{n}} }

func Fail(n int) int { panic("no") }

var last int

func Keep(n int) int { last = n; return n }
`})
	for _, hurried := range []bool{false, true} {
		funcs := parseCases(t, pkg, `
			func Start
			case 0 => 0
			case 1 => 1
			func Make
			case 1 => 1 2 1
			func Fail
			case 1 => panic no
			func Keep
			case 1 => 1`)
		funcs[0].Cases[1].Goroutines = []string{pkg.ImportPath + ".Start.func1 a.go:5"}
		funcs[0].Cases[0].Starts, funcs[1].Cases[0].Starts, funcs[2].Cases[0].Starts, funcs[3].Cases[0].Starts = true, true, true, true
		s, err := emit(pkg, funcs)
		if err != nil {
			t.Fatal(err)
		}
		opts := quick
		opts.Deadline, opts.Hurried = time.Now().Add(10*time.Minute), hurried
		r, done, err := newRunner(pkg, opts)
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		c := &checker{runner: r, passed: map[int]int{}, findings: newFindings(), report: Report{Race: true}}
		if err := c.build(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if !hurried {
			c.buildTime = time.Hour
		}
		left, err := c.verifyRace(t.Context(), s)
		if err != nil || len(left.Funcs) != 1 || len(left.Funcs[0].Cases) != 1 || left.Funcs[0].Cases[0].Goroutines != nil {
			t.Fatalf("hurried %t: %v, left %d tests", hurried, err, len(left.Funcs))
		}
		if d := c.report.Dropped; len(d) != 4 || slices.ContainsFunc(d, func(d testgen.Dropped) bool { return d.Cause != testgen.Late }) || c.report.RaceNote != noRaceTime {
			t.Errorf("hurried %t: dropped %v, %s", hurried, d, c.report.RaceNote)
		}
	}
}

// TestRacesInPart: without time to build all tests with the race detector, those that start goroutines are
// built and run with it. The race is found, and the cases that it has nothing to do with stay as they are.
func TestRacesInPart(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "time"

func Plain(n int) int { return n }

func Start(n int) int {
	p, done := new(int), make(chan bool)
	go func() { time.Sleep(time.Millisecond); *p++; close(done) }()
	if n > 0 {
		*p = 1
	}
	<-done
	return n
}
`})
	funcs := parseCases(t, pkg, `
		func Plain
		case 0 => 0
		case 1 => 1
		func Start
		case 0 => 0
		case 1 => 1`)
	for j := range funcs[1].Cases {
		funcs[1].Cases[j].Starts = true
	}
	s, err := emit(pkg, funcs)
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Count: 10, Deadline: time.Now().Add(10 * time.Minute)}
	r, done, err := newRunner(pkg, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	c := &checker{runner: r, passed: map[int]int{}, settings: settings[:]}
	if c.report.Race, c.report.RaceNote = r.useRace(); !c.report.Race {
		t.Fatal(c.report.RaceNote)
	}
	if s, err = c.settle(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	c.buildTime = 5 * time.Minute // too long for another build of all tests
	left, err := c.verifyRace(t.Context(), s)
	if err != nil || len(left.Funcs) != 2 || len(left.Funcs[0].Cases) != 2 || len(left.Funcs[1].Cases) != 1 || left.Funcs[1].Cases[0].ID != funcs[1].Cases[0].ID {
		t.Fatalf("%v, left %v\n%s", err, left.Tests, reasons(c.report.Dropped))
	}
	if d := c.report.Dropped; len(d) != 1 || d[0].Cause != testgen.Races || d[0].Func != "Start" {
		t.Errorf("dropped %v", d)
	}
	if !c.report.Race {
		t.Error(c.report.RaceNote)
	}

	c.findings = newFindings()
	if c.giveUpRace(left, noRaceTime); c.changed || !c.report.Race {
		t.Errorf("dropped %v, in which the detector has found nothing; %s", c.dropped, c.report.RaceNote)
	}
}

// TestTimers: a case that leaves a timer behind does not compare what the timer may write to, long after the runs
// of a check are over, in no text of the suite, and is dropped if it puts back variables or panics.
func TestTimers(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "time"

type Clock struct{ Ticks []int }

func Make(n int) *Clock {
	c := &Clock{Ticks: []int{n}}
	time.AfterFunc(time.Minute, func() { c.Ticks = nil })
	return c
}

var last int

func Keep(n int) int { time.AfterFunc(time.Minute, func() { last = n }); last = n; return n }

func Fail(n int) int { time.AfterFunc(time.Minute, func() {}); panic("no") }

func Plain(n int) int { time.AfterFunc(time.Minute, func() {}); return n }
`})
	funcs := parseCases(t, pkg, `
		func Make
		case 1 => 1 2 1
		func Plain
		case 1 => 1
		func Keep
		case 1 => 1
		func Fail
		case 1 => panic no`)
	for i := range funcs {
		funcs[i].Cases[0].Timers = []string{pkg.ImportPath + ".late"}
	}
	s, err := emit(pkg, funcs)
	if err != nil {
		t.Fatal(err)
	}
	views := func() (list []string) {
		for i, f := range s.Funcs {
			list = append(list, fmt.Sprint(f.Obj.Name(), " ", s.Views(i, 0)))
		}
		slices.Sort(list)
		return list
	}
	if got, want := views(), []string{"Fail false", "Keep false", "Make false", "Plain false"}; !slices.Equal(got, want) {
		t.Fatalf("emitted %v, want %v", got, want)
	}
	opts := quick
	opts.NoRace = true
	s, report := verified(t, s, opts)
	if got, want := views(), []string{"Make false", "Plain false"}; !slices.Equal(got, want) {
		t.Errorf("left %v, want %v\n%s", got, want, reasons(report.Dropped))
	}
}

// TestPanicEndsGoroutine: a method of package sync that panics leaves the race detector off in its goroutine. The call has
// one of its own, so that the detector finds nothing after it.
func TestPanicEndsGoroutine(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "sync"

func Get(n int) any {
	var p *sync.Pool
	if n > 0 {
		p = new(sync.Pool)
	}
	return p.Get()
}

func Sum(n int) int {
	results := make(chan int)
	for i := 0; i < 3; i++ {
		go func() { results <- n }()
	}
	return <-results + <-results + <-results
}
`})
	s, err := emit(pkg, parseCases(t, pkg, `
		func Get
		case 0 => panic nil Pool
		func Sum
		case 1 => 3`))
	if err != nil {
		t.Fatal(err)
	}
	opts := quick
	opts.NoRace, opts.Count = false, 5
	s, report := verified(t, s, opts)
	if len(s.Funcs) != 2 || len(report.Dropped) > 0 || !report.Race {
		t.Errorf("left %v, race detector %v\n%s", s.Tests, report.Race, reasons(report.Dropped))
	}
}
