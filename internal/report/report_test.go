package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// full is a report with one of everything.
func full() *Report {
	r := &Report{
		Command: "nearmiss cover -seed 1 .", Seed: 1, Stopped: StoppedBudget, ElapsedMS: 61_234,
		Next: &Next{Evaluations: 6_173_350, Once: 3, Open: 6, ElapsedMS: 30_000},
		Packages: []Package{
			{Path: "example.test/m", Functions: []Function{
				{Name: "Sign", Position: "m.go:4:6", Status: Searched, Branches: Branches{Total: 4, Covered: 4}, Account: Account{Found: 4, Written: 4}, Evaluations: 1_021, ElapsedMS: 7,
					Tests: []Test{{Name: "TestSign/n < 0", Covers: []string{"m.go:5:7/T"}}, {Name: "TestSign/none"}}},
				{Name: "(*List).First", Position: "m.go:20:16", Status: Searched, Branches: Branches{Total: 7, Covered: 1, Infeasible: 2}, Evaluations: 12_345_678, ElapsedMS: 59_940,
					Account: Account{Found: 4, Written: 1, Withheld: []Withheld{{Reason: "late", Text: "came late", Branches: 1}, {Reason: "acts", Text: "act", How: "unlinkat", Branches: 2, Cases: 1}}},
					Uncovered: []Uncovered{
						{Branch: "m.go:21:5/T", Best: 0.99987654, ApproachLevel: 0, Why: WhyBudget},
						{Branch: "m.go:22:9/F", Best: 1.5, ApproachLevel: 1, TurnedOff: "m.go:21:5/F", ApproximationLevel: 2, Why: WhyTime},
						{Branch: "m.go:23:5/T", Why: WhyInfeasible, Reason: "the condition is constant"},
						{Branch: "m.go:24:5/F", Why: WhyInfeasible},
						{Branch: "m.go:25:5/T", Best: 1, ApproachLevel: 3, Why: WhyFlat},
						{Branch: "m.go:26:5/T", Why: WhyUnreached},
					}},
				{Name: "Asm", Position: "m.go:40:6", Status: Skipped, Reason: "assembly body"},
			}, Notes: []Note{{Position: "m.go:9:2", Text: "not put back", Count: 3}, {Text: "once", Count: 1}}},
			{Path: "example.test/m/none"},
			{Path: "example.test/m/lost", Functions: []Function{
				{Name: "F", Position: "f.go:3:6", Status: Searched, Branches: Branches{Total: 1}, Evaluations: 1,
					Uncovered: []Uncovered{{Branch: "f.go:4:5/T", Why: WhyBudget, Reason: "its test was dropped"}}},
			}},
		},
		Notes: []Note{{Text: "of the whole"}},
	}
	r.Sum()
	return r
}

func TestTablesAreAsBefore(t *testing.T) {
	const golden = "testdata/tables.txtar"
	interrupted := &Report{Stopped: StoppedInterrupt, ElapsedMS: 999, Packages: []Package{{Path: "p", Functions: []Function{
		{Name: "F", Status: Searched},
		{Name: "G", Status: Searched, Branches: Branches{Total: 1}, Uncovered: []Uncovered{{Branch: "f.go:4:5/T", Why: WhyTime, Reason: Untried}}},
	}}}}
	interrupted.Sum()
	a := &txtar.Archive{Comment: []byte("Tables as WriteTable prints them; -update rewrites this file.\n")}
	for _, c := range []struct {
		name    string
		report  *Report
		verbose bool
	}{
		{"empty", &Report{Stopped: StoppedDone}, false},
		{"interrupted", interrupted, false},
		{"full", full(), false},
		{"verbose", full(), true},
	} {
		var b bytes.Buffer
		if err := c.report.WriteTable(&b, c.verbose); err != nil {
			t.Fatal(err)
		}
		a.Files = append(a.Files, txtar.File{Name: c.name, Data: b.Bytes()})
	}
	got := txtar.Format(a)
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSumCountsEverythingOnce(t *testing.T) {
	want := Totals{Functions: 4, Searched: 3, Skipped: 1, Branches: 12, Covered: 5, Infeasible: 2, Evaluations: 12_346_700,
		Account: Account{Found: 8, Written: 5, Withheld: []Withheld{{Reason: "late", Text: "came late", Branches: 1}, {Reason: "acts", Text: "act", Branches: 2, Cases: 1}}}}
	r := full()
	r.Sum() // a second time changes nothing
	if !reflect.DeepEqual(r.Totals, want) {
		t.Errorf("got %+v, want %+v", r.Totals, want)
	}
}

func TestJSONIsNeverNull(t *testing.T) {
	for name, r := range map[string]*Report{
		"empty":    {},
		"package":  {Packages: []Package{{}}},
		"function": {Packages: []Package{{Functions: []Function{{}}}}},
		"test":     {Packages: []Package{{Functions: []Function{{Tests: []Test{{}}}}}}},
		"full":     full(),
	} {
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "null") || !strings.HasSuffix(b.String(), "}\n") {
			t.Errorf("%s: %s", name, b.String())
		}
		var back Report
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || back.Version != Version {
			t.Errorf("%s: version %d, %v", name, back.Version, err)
		}
	}
}

// Conditions are full of < and &; they must stay readable.
func TestJSONKeepsOperators(t *testing.T) {
	var b bytes.Buffer
	if err := full().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"TestSign/n < 0"`) {
		t.Errorf("%s", b.String())
	}
}

type fullDisk struct{ room int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// Wherever the writing fails, it is told.
func TestWriteErrorsAreTold(t *testing.T) {
	var b bytes.Buffer
	if err := full().WriteTable(&b, true); err != nil {
		t.Fatal(err)
	}
	for room := range b.Len() {
		if err := full().WriteTable(&fullDisk{room}, true); !errors.Is(err, errFull) {
			t.Fatalf("room for %d of %d bytes: %v", room, b.Len(), err)
		}
	}
	if err := full().WriteTable(&fullDisk{b.Len()}, true); err != nil {
		t.Errorf("room for all: %v", err)
	}
	if err := full().WriteJSON(&fullDisk{100}); !errors.Is(err, errFull) {
		t.Errorf("JSON: %v", err)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 7: "7", 999: "999", 1000: "1 000", 12345: "12 345", 1234567: "1 234 567", -1234: "-1 234", -123: "-123"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{0: "0ms", 999 * time.Millisecond: "999ms", 1500 * time.Millisecond: "1.5s", 59940 * time.Millisecond: "59.9s", 61_400 * time.Millisecond: "1m1s", time.Hour: "1h0m0s"} {
		if got := Elapsed(d); got != want {
			t.Errorf("Elapsed(%v) = %q, want %q", d, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0", 999: "999", 1000: "1k", 999_400: "999k", 1_250_000: "1.2M", 2.5e9: "2.5G"} {
		if got := abbreviated(v); got != want {
			t.Errorf("short(%v) = %q, want %q", v, got, want)
		}
	}
}

// TestPanicTable lists suspected faults before what is on purpose and what
// takes strange inputs, and ten of them unless all are asked for.
func TestPanicTable(t *testing.T) {
	r := Report{Packages: []Package{{Path: "m/p", Functions: []Function{
		{Name: "A", Status: Searched, Panics: []Panic{
			{Site: "a.go:1:1", Kind: "panic", Expr: `panic("no")`, Call: "A(0)", Text: "no", Explicit: true, Documented: true},
			{Site: "a.go:2:1", Kind: "nil dereference", Expr: "p.n", Call: "A(nil)", Setup: "nil argument"},
		}},
		{Name: "B", Status: Searched, Panics: []Panic{{Site: "b.go:1:1", Kind: "index out of range", Expr: "s[i]", Call: "B(\"\", 1)"}}},
	}}}}
	long := Panic{Kind: "panic in f", Expr: "f()", Call: "C([]int{\n\t1,\n" + strings.Repeat("2, ", 80) + "})"}
	if text := long.description("C"); !strings.HasPrefix(text, "  C: panic in f: f() by C([]int{ 1, 2, 2,") || !strings.HasSuffix(text, " 2, …") {
		t.Errorf("a long call: %s", text)
	}
	r.Sum()
	if r.Totals.Panics != 3 {
		t.Errorf("%d panics in total, want 3", r.Totals.Panics)
	}
	var b strings.Builder
	r.writePanics(&b, false)
	const want = `
can panic, at 3 places:
  b.go:1:1  B: index out of range: s[i] by B("", 1)
  a.go:1:1  A: panic("no") by A(0) (on purpose, documented)
  a.go:2:1  A: nil dereference: p.n by A(nil) (nil argument)
`
	if b.String() != want {
		t.Errorf("got%s\nwant%s", b.String(), want)
	}
	nilReceiver := Panic{Site: "b.go:2:1", Kind: "nil dereference", Expr: "p.n", Call: "(*T)(nil).M()", Setup: NilReceiver}
	r.Packages[0].Functions[1].Panics = append(r.Packages[0].Functions[1].Panics, nilReceiver)
	b.Reset()
	r.writePanics(&b, false)
	if b.String() != want {
		t.Errorf("with a nil receiver: got%s\nwant%s", b.String(), want)
	}
	b.Reset()
	r.writePanics(&b, true)
	if !strings.HasSuffix(b.String(), "p.n by (*T)(nil).M() (nil receiver)\n") {
		t.Errorf("a nil receiver is not listed last:%s", b.String())
	}
	r.Packages[0].Functions[1].Panics = r.Packages[0].Functions[1].Panics[:1]
	for range 20 {
		f := &r.Packages[0].Functions[1]
		f.Panics = append(f.Panics, f.Panics[0])
	}
	for verbose, lines := range map[bool]int{false: 13, true: 25} {
		b.Reset()
		r.writePanics(&b, verbose)
		if n := strings.Count(b.String(), "\n"); n != lines {
			t.Errorf("verbose %v: %d lines, want %d", verbose, n, lines)
		}
	}
}

// One branch was covered, two were.
func TestSolvedBranches(t *testing.T) {
	for n, want := range map[int]string{0: "0 branches were", 1: "1 branch was", 2: "2 branches were"} {
		if got := wereCovered(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestMergeString(t *testing.T) {
	for want, m := range map[string]Merge{
		"kept 120 cases of the file, added 4; 1 no longer passes":        {Kept: 120, Added: 4, Failing: 1},
		"kept 1 case of the file, added 0, replaced 2, removed 3":        {Kept: 1, Replaced: 2, Removed: 3},
		"kept 7 cases of the file, added 0, removed 1; 2 no longer pass": {Kept: 7, Removed: 1, Failing: 2},
	} {
		if got := m.String(); got != want {
			t.Errorf("%+v is %q, want %q", m, got, want)
		}
	}
}

// TestAfter: as many branches as the last evaluations took once each, in proportion, and no more
// than there are.
func TestAfter(t *testing.T) {
	n := Next{Evaluations: 1000, Once: 3, Open: 5}
	for evaluations, want := range map[float64]float64{0: 0, 500: 1.5, 1000: 3, 1e9: 5} {
		if got := n.After(evaluations); got != want {
			t.Errorf("after %v evaluations: %v, want %v", evaluations, got, want)
		}
	}
	if got := n.AsMany(); got != 5 {
		t.Errorf("as many: %v", got)
	}
	if got := (&Next{Open: 5}).After(1000); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
