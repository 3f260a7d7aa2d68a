package worker

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/probe"
)

type node struct {
	n    int
	next *node
}

type speaker interface{ speak() int }

// faults panic in the ways that the runtime and programs know. The line of
// the panic ends in a comment with its kind; anything that is read is a
// variable, so that the compiler does not object.
var faults = map[SiteKind]func(s []int, p *node, n int, m map[int]int, v any){
	Explicit: func(s []int, p *node, n int, m map[int]int, v any) {
		panic(errors.New("x")) // 0
	},
	IndexRange: func(s []int, p *node, n int, m map[int]int, v any) {
		s[0] = s[n+9] // 1
	},
	SliceRange: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = len(s[n+9:]) // 2
	},
	DivideZero: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = 7 / n // 3
	},
	NilDeref: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = p.next.n // 4
	},
	NilFunc: func(s []int, p *node, n int, m map[int]int, v any) {
		var f func() int
		sink = f() // 5
	},
	NilMap: func(s []int, p *node, n int, m map[int]int, v any) {
		m[n] = 1 // 6
	},
	Assertion: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = v.(speaker).speak() // 7
	},
	ToArray: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = [3]int(s)[n] // 8
	},
	MakeSize: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = len(make([]int, n-1)) // 9
	},
	ShiftCount: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = 1 << (n - 1) // 10
	},
	ClosedChannel: func(s []int, p *node, n int, m map[int]int, v any) {
		var c chan int
		close(c) // 11
	},
	Unhashable: func(s []int, p *node, n int, m map[int]int, v any) {
		var k any = s
		sink = map[any]int{1: 2}[k] // 12
	},
	Uncomparable: func(s []int, p *node, n int, m map[int]int, v any) {
		var x, y any = s, s
		if x == y { // 13
			sink++
		}
	},
	Callee: func(s []int, p *node, n int, m map[int]int, v any) {
		sink = len(strings.Repeat("x", n-1)) // 14
	},
}

var sink int

// marked lists the lines of this file that end in a mark.
func marked(t *testing.T) []Site {
	data, err := os.ReadFile("site_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var list []Site
	for i, line := range strings.Split(string(data), "\n") {
		_, mark, ok := strings.Cut(line, " // ")
		if n, isMark := number(mark); ok && isMark {
			for k := range NumSiteKinds { // the others on that line are decoys
				list = append(list, Site{File: "site_test.go", Line: i + 1, End: i + 1, Kind: k})
			}
			if n >= int(NumSiteKinds) {
				t.Fatalf("line %d: no kind %d", i+1, n)
			}
		}
	}
	return list
}

func number(s string) (n int, ok bool) {
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, s != ""
}

func machineFor(t *testing.T, f func(), list []Site) *machine {
	probe.Init(1, 0)
	m := &machine{shared: sharedFor(t), entries: []probe.Entry{{Name: "f", Run: func(in, out *probe.Genes) {
		probe.Begin()
		f()
		probe.End()
	}}}}
	m.setSites(list)
	return m
}

func TestLocateKinds(t *testing.T) {
	list := marked(t)
	if len(faults) != int(NumSiteKinds) || len(list) < len(faults)*len(faults) {
		t.Fatalf("%d faults, %d marks", len(faults), len(list))
	}
	for kind, f := range faults {
		m := machineFor(t, func() { f(make([]int, 1, 5), &node{}, 0, nil, "") }, list)
		for range 2 { // the second answer comes from memory
			m.call(&m.entries[0], nil, nil)
			if m.site == noSite {
				t.Fatalf("kind %d: no site for %v", kind, m.panicValue)
			}
			if got := list[m.site].Kind; got != kind && !(kind == NilFunc && got == NilDeref) {
				t.Errorf("kind %d: %v is at a site of kind %d", kind, m.panicValue, got)
			}
			if want := m.site / int(NumSiteKinds); list[want*int(NumSiteKinds)].Line != list[m.site].Line {
				t.Errorf("kind %d: wrong line", kind)
			}
		}
	}
}

// TestLocateElsewhere has panics that are at no site: what is raised again by
// a deferred function is at its panic, and what does not leave the function
// is no panic.
func TestLocateElsewhere(t *testing.T) {
	list := marked(t)
	again := func() {
		defer func() { panic(recover()) }()
		faults[IndexRange](nil, nil, 0, nil, nil)
	}
	caught := func() {
		defer func() { recover() }()
		faults[IndexRange](nil, nil, 0, nil, nil)
	}
	for name, f := range map[string]func(){"raised again": again, "caught": caught, "none": func() {}} {
		m := machineFor(t, f, list)
		if m.call(&m.entries[0], nil, nil); m.site != noSite {
			t.Errorf("%s: site %d", name, m.site)
		}
	}
	m := machineFor(t, func() { faults[IndexRange](nil, nil, 0, nil, nil) }, nil)
	if m.call(&m.entries[0], nil, nil); m.site != noSite {
		t.Errorf("without sites: %d", m.site)
	}
}

// TestAnswerPlace prefers a site that begins on the line, then the shortest
// around it.
func TestAnswerPlace(t *testing.T) {
	var m machine
	m.setSites([]Site{
		{File: "a.go", Line: 1, End: 9, Kind: IndexRange},
		{File: "a.go", Line: 3, End: 5, Kind: IndexRange},
		{File: "a.go", Line: 4, End: 8, Kind: IndexRange},
		{File: "a.go", Line: 4, End: 4, Kind: SliceRange},
		{File: "b.go", Line: 7, End: 7, Kind: IndexRange},
	})
	for i, tt := range []struct {
		file string
		line int
		want int
	}{{"a.go", 1, 0}, {"a.go", 2, 0}, {"a.go", 3, 1}, {"a.go", 5, 1}, {"a.go", 4, 2}, {"a.go", 7, 2}, {"b.go", 7, 4}, {"b.go", 4, noSite}, {"c.go", 1, noSite}} {
		if got := m.sites.siteOn(uintptr(i), frame{packageFrame, tt.file, tt.line}, kindSetOf(IndexRange)); got != tt.want {
			t.Errorf("%s:%d: site %d, want %d", tt.file, tt.line, got, tt.want)
		}
	}
}

func sharedFor(t *testing.T) *Shared {
	mem := make([]uint64, 1<<10)
	shared := View(mem)
	shared.Reset()
	return shared
}

// panicky panics for odd n, and takes both branches of a condition before it.
func panicky(in, out *probe.Genes) {
	n := int64(in.Next())
	probe.Begin()
	probe.LtI(0, n, 100)
	if n%2 != 0 {
		var s []int
		s[n]++ // 1
	}
	probe.End()
}

// TestReturningIsBetter: a branch that a run took which panicked is told again
// when one takes it that returns, and no more than that.
func TestReturningIsBetter(t *testing.T) {
	probe.Init(1, 0)
	m := &machine{shared: sharedFor(t), entries: []probe.Entry{{Name: "panicky", Run: panicky}}}
	m.setSites(marked(t))
	var told []*Found
	e := newEvaluator(m, &SearchJob{Signature: signature(tInt64), Target: Target{Branch: NoBranch}},
		func(f Message) { told = append(told, f.(*Found)) })
	for _, n := range []uint64{1, 3, 5, 2, 4, 7, 101, 102} {
		e.run([]uint64{n})
	}
	var got []string
	for _, f := range told {
		got = append(got, fmt.Sprint(f.Vector[0], f.Branches, f.Panic != 0, f.Panicked))
	}
	want := []string{"1 [1] true true", "2 [1] false false", "101 [0] false true", "102 [0] false false"}
	if !slices.Equal(got, want) {
		t.Errorf("told\n%q, want\n%q", got, want)
	}
}

// TestBetterSetupIsNews: a known panic is told again with a better setup.
func TestBetterSetupIsNews(t *testing.T) {
	list := &input.Type{Kind: input.Slice, Go: "[]*T", Elem: &input.Type{Kind: input.Pointer, Go: "*T", Elem: tInt64}}
	probe.Init(1, 0)
	m := &machine{shared: sharedFor(t), entries: []probe.Entry{{Name: "f", Run: func(in, out *probe.Genes) {
		probe.Begin()
		var s []int
		s[in.Next()]++ // 1
	}}}}
	m.setSites(marked(t))
	var told []Panic
	job := &SearchJob{Signature: signature(list), Target: Target{Branch: NoBranch}}
	e := newEvaluator(m, job, func(f Message) { told = append(told, f.(*Found).Panic) })
	for _, v := range [][]uint64{{2, 0}, {3, 0, 0}, {2, 1, 9}, {0}} {
		e.run(v)
	}
	if len(told) != 2 || told[0].Setup() != input.NilInput || told[1].Setup() != input.Plain || told[0].Site() != told[1].Site() {
		t.Errorf("told %v", told)
	}
	job.Panics = told[1:]
	told = nil
	e = newEvaluator(m, job, func(f Message) { told = append(told, f.(*Found).Panic) })
	for _, v := range [][]uint64{{2, 0}, {2, 1, 9}} {
		e.run(v)
	}
	if len(told) != 0 {
		t.Errorf("told of known panics: %v", told)
	}
}
