package testcheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/testgen"
)

// quick keeps verifications short. TestVerifyRule tests the default options.
var quick = Options{Count: 3, NoRace: true, Timeout: 20 * time.Second}

func emitted(t *testing.T, pkg *load.Package, cases string) *testgen.Suite {
	t.Helper()
	s, err := emit(pkg, parseCases(t, pkg, cases))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verified(t *testing.T, s *testgen.Suite, opts Options) (*testgen.Suite, Report) {
	t.Helper()
	s, report, err := Verify(context.Background(), s, opts)
	if err != nil {
		t.Fatal(err)
	}
	return s, report
}

func text(s *testgen.Suite, name string) string {
	for _, f := range s.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func reasons(list []testgen.Dropped) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.Func + "/" + d.Case + ": " + d.Reason)
		if d.Weaker {
			b.WriteString(" (weaker)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestVerifyRule(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Abs(n int) int {\n\tif n < 0 {\n\t\treturn -n\n\t}\n\treturn n\n}\n"})
	s := emitted(t, pkg, `
		func Abs
		case -1 => 1
		cover a.go:4:5/T n < 0
		case 0 => 0
		cover a.go:4:5/F n < 0`)
	s, report := verified(t, s, Options{})
	if report.Count != 20 || report.Rounds != 1 || len(report.Dropped) != 0 || len(s.Funcs) != 1 {
		t.Errorf("report %+v", report)
	}
	if !report.Race && report.RaceNote == "" {
		t.Error("no race detector, and no reason")
	}
	if left, _ := filepath.Glob(filepath.Join(pkg.Dir, "*")); len(left) != 2 {
		t.Errorf("verification left %v", left)
	}
}

// TestVerifyUnstable has functions with outcomes that differ between runs or from the outcome
// that the search observed. Only the assertions and cases that fail may be dropped.
func TestVerifyUnstable(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"time"
)

func Random(n int) (int, bool) { return rand.Int(), n > 0 }

func Order(m map[int]int) []int {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

func Clock(n int) error {
	if n < 0 {
		return errors.New(time.Now().String())
	}
	return nil
}

var hits int

func Flaky(n int) int {
	hits++; if n > 0 && rand.Intn(2) == 0 {
		panic("odd")
	}
	return n
}

func Address(n int) int {
	if n > 0 {
		panic(fmt.Sprintf("at %d", rand.Int()))
	}
	return n
}

func Leave(n int) int {
	if n > 0 {
		os.Exit(n)
	}
	return n
}

func Hang(n int) int {
	for n > 0 {
		time.Sleep(time.Millisecond)
	}
	return n
}

func Good(n int) int { return n }

type node struct {
	n    int
	hook func()
}

func Hook(n int) *node { return &node{n, func() {}} }

func Race(n int) int {
	go func() { n++ }()
	return 1
}
`})
	s := emitted(t, pkg, `
		func Random
		case 1 => 5 1
		cover a.go:11:5/T n > 0
		func Order
		case 1 => 0
		cover a.go:15:2/F range m
		case 6 1 0 2 0 3 0 4 0 5 0 => 6 1 2 3 4 5
		cover a.go:15:2/T range m
		func Clock
		case -1 => 1 "now"
		cover a.go:22:5/T n < 0
		case 0 => 0
		cover a.go:22:5/F n < 0
		func Flaky
		case 1 => 1
		cover a.go:32:5/T n > 0
		case 0 => 0
		cover a.go:32:5/F n > 0
		func Address
		case 1 => panic at 5
		cover a.go:38:5/T n > 0
		case 0 => 0
		cover a.go:38:5/F n > 0
		func Leave
		case 7 => 7
		cover a.go:44:5/T n > 0
		case 0 => 0
		cover a.go:44:5/F n > 0
		func Hang
		case 1 => 1
		cover a.go:50:6/T n > 0
		case 0 => 0
		cover a.go:50:6/F n > 0
		func Good
		case 3 => 3
		cover a.go:55:1/T
		func Hook
		case 3 => 1 3 1
		cover a.go:62:1/T`)
	opts := quick
	opts.Timeout, opts.Count = 2*time.Second, 10
	s, report := verified(t, s, opts)
	got := reasons(report.Dropped)
	for _, want := range []string{
		"Random/positive n: result not asserted", "Order/5 entries in m: result not asserted", "Clock/now: text of the error not asserted",
		"Flaky/", "Address/at 5: text of the panic not asserted", "Leave/positive n: the test process ended", "Hang/positive n: it does not end within",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	src := text(s, testgen.TestFile) + text(s, testgen.PanicFile)
	for _, want := range []string{"_, got1 := Random(1)", "err := Clock(-1); err == nil", "does not panic", "Flaky(0)", "Good(3); got != 3", "wantLen"} {
		if !strings.Contains(src, want) {
			t.Errorf("no %q in\n%s", want, src)
		}
	}
	if strings.Contains(src, "Leave(7)") {
		t.Error("a case that ends the process is still there")
	}
	t.Logf("%d rounds\n%s", report.Rounds, got)
}

// TestVerifyClosedOutput checks that a case that closes the standard output is dropped, and not all of them, also where
// the package has tests of its own.
func TestVerifyClosedOutput(t *testing.T) {
	for name, own := range map[string]string{
		"none": "",
		"own":  "func TestOwn(t *testing.T) { Good(1) }\n",
		"main": "func TestMain(m *testing.M) { os.Exit(m.Run()) }\nfunc TestOwn(t *testing.T) { Good(1) }\n",
		"shut": "func TestOwn(t *testing.T) { Shut(1) }\nfunc TestOther(t *testing.T) { Good(1) }\n",
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"a.go": `package p

import "os"

func Shut(n int) int {
	if n > 0 {
		os.Stdout.Close()
	}
	return n
}

func Good(n int) int { return n }

func Fine(n int) int { return n }
`}
			if own != "" {
				files["a_test.go"] = "package p\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nvar _ = os.Exit\n\n" + own
			}
			opts := quick
			opts.OwnTests = true
			s, report := verified(t, emitted(t, module(t, files), `
				func Fine
				case 3 => 3
				cover a.go:11:1/T

				func Shut
				case 0 => 0
				cover a.go:6:5/F
				case 1 => 1
				cover a.go:6:5/T

				func Good
				case 3 => 3
				cover a.go:9:1/T`), opts)
			if len(report.Dropped) != 1 || report.Dropped[0].Func != "Shut" || len(s.Funcs) != 3 || report.WhyAlone != "" {
				t.Errorf("%d functions, dropped %q, alone %q", len(s.Funcs), reasons(report.Dropped), report.WhyAlone)
			}
		})
	}
}

func TestVerifyDataRace(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

func Race(n int) int {
	done := make(chan bool)
	go func() { n++; done <- true }()
	n++
	<-done
	return 1
}

func Fine(n int) int { return n }
`})
	s := emitted(t, pkg, "func Race\ncase 1 => 1\ncover a.go:3:1/T\nfunc Fine\ncase 1 => 1\ncover a.go:11:1/T")
	s, report := verified(t, s, Options{})
	if !report.Race {
		t.Skip("no race detector here: " + report.RaceNote)
	}
	if got := reasons(report.Dropped); got != "Race/n is 1: it has a data race\n" || len(s.Funcs) != 1 {
		t.Errorf("dropped %s", got)
	}
}

// TestVerifyRacingView: a result that a goroutine of the call still writes to is compared with nil
// alone, and its case stays.
func TestVerifyRacingView(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "time"

type Clock struct{ Ticks []int }

func Start(n int) *Clock {
	c := &Clock{Ticks: []int{n}}
	go func() {
		c.Ticks = append([]int{n}, c.Ticks[1:]...)
	}()
	time.Sleep(20 * time.Millisecond) // the write comes first, but nothing makes it
	return c
}
`})
	s := emitted(t, pkg, "func Start\ncase 1 => 1 2 1\ncover a.go:7:1/T")
	opts := quick
	opts.NoRace, opts.Count = false, 10
	s, report := verified(t, s, opts)
	if !report.Race {
		t.Skip("no race detector")
	}
	if got := reasons(report.Dropped); got != "Start/n is 1: values not asserted: a goroutine of the call writes to them (weaker)\n" || len(s.Funcs) != 1 || !strings.Contains(text(s, testgen.TestFile), "got == nil") {
		t.Errorf("%s\n%s", got, text(s, testgen.TestFile))
	}
}

func TestVerifyWithoutCompiler(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n"})
	s := emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T")
	_, report := verified(t, s, Options{Count: 2, Env: append(os.Environ(), "CGO_ENABLED=0")})
	if report.Race || report.RaceNote == "" || report.Rounds != 1 {
		t.Errorf("report %+v", report)
	}
}

func TestVerifyBrokenTests(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go":      "package p\n\nfunc Same(n int) int { return n }\n",
		"a_test.go": "package p\n\nimport \"testing\"\n\nfunc TestSame(t *testing.T) { Same(missing) }\n",
	})
	s := emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T")
	_, _, err := Verify(context.Background(), s, quick)
	var broken *BrokenTestsError
	if !errors.As(err, &broken) {
		t.Fatal(err)
	}
	if broken.Pos.Line != 5 || filepath.Base(broken.Pos.Filename) != "a_test.go" || !strings.Contains(err.Error(), "undefined: missing") {
		t.Error(err)
	}
}

func TestVerifyTestMain(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go":      "package p\n\nfunc Same(n int) int { return n }\n",
		"a_test.go": "package p\n\nimport \"testing\"\n\nfunc TestMain(*testing.M) {}\n",
	})
	s := emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T")
	_, _, err := Verify(context.Background(), s, quick)
	var run *RunError
	if !errors.As(err, &run) {
		t.Fatal(err)
	}
}

// TestVerifyNoStart checks that a setting in which the package ends the process before a test
// begins, or blocks it, is left out, and that the cases and the package's own tests remain.
func TestVerifyNoStart(t *testing.T) {
	const src = "package p\n\nimport \"os\"\n\nvar mode = func() string {\n\tm := os.Getenv(\"P_MODE\")\n\tif m != \"\" {\n\t\t%s\n\t}\n\treturn m\n}()\n\nfunc Same(n int) int { return n }\n"
	const own = "package p\n\nimport \"testing\"\n\nfunc TestOwn(t *testing.T) {}\n"
	for _, c := range []struct{ name, end, own string }{
		{"panics", "panic(m)", ""},
		{"exits, own tests", "os.Exit(1)", own},
		{"loops", "for {\n\t\t}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"a.go": fmt.Sprintf(src, c.end)}
			if c.own != "" {
				files["a_test.go"] = c.own
			}
			opts := quick
			opts.Timeout, opts.OwnTests = 2*time.Second, true
			s, report := verified(t, emitted(t, module(t, files), "func Same\ncase 1 => 1\ncover a.go:13:1/T"), opts)
			if len(s.Funcs) != 1 || len(report.Unstarted) != 1 || report.Unstarted[0] != settings[0].name || report.WhyAlone != "" {
				t.Errorf("%d functions, report %+v", len(s.Funcs), report)
			}
		})
	}
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"os\"\n\nfunc init() { os.Exit(3) }\n\nfunc Same(n int) int { return n }\n"})
	_, _, err := Verify(t.Context(), emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:7:1/T"), quick)
	if re := (*RunError)(nil); !errors.As(err, &re) || !strings.Contains(re.Msg, "before a test begins") {
		t.Errorf("%v", err)
	}
}

func TestVerifyCancel(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n"})
	s := emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Verify(ctx, s, quick); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNamesTaken has a package that declares the names that emitted tests use by default.
func TestNamesTaken(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go": `package p

import "errors"

type tests struct{ t, tt int }

func tt(t tests, got error, math float64) (err error, reflect []tests) {
	if math > 0 {
		return errors.New("x"), []tests{t}
	}
	panic("no")
}

func got(n int) int { return n }

var fmt, panicText int

var message = 1
`,
		"a_test.go": "package p\n\nimport \"testing\"\n\nfunc Test_ttBranches(t *testing.T) {}\n\nvar errorText = 1\n",
		"b_test.go": "package p_test\n\nimport \"testing\"\n\nfunc Test_gotBranches(t *testing.T) {}\n",
	})
	s := emitted(t, pkg, `
		func tt
		case 1 2 0 inf => 1 "x" 2 1 2
		cover a.go:8:5/T math > 0
		case 1 2 0 nan => panic no
		cover a.go:8:5/F math > 0
		func got
		case 3 => 3
		cover a.go:14:1/T`)
	s, report := verified(t, s, quick)
	if len(report.Dropped)+len(s.Dropped) != 0 {
		t.Errorf("dropped\n%s%s\n%s", reasons(report.Dropped), reasons(s.Dropped), text(s, testgen.TestFile))
	}
	if got := strings.Join(s.Tests, " "); got != "Test_ttPanics Test_ttBranches2 Test_gotBranches2" {
		t.Errorf("tests %s", got)
	}
}

// TestNamedAsPackage has a field and a parameter with the name of a package
// that only the other file needs.
func TestNamedAsPackage(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

type pair struct{ math, n int }

func (p pair) sum(math int) pair { return pair{p.math + math, p.n} }

func Root(x float64) float64 { panic("no") }
`})
	s := emitted(t, pkg, `
		func pair.sum
		case 1 2 3 => 4 2
		cover a.go:5:1/T
		func Root
		case inf => panic no
		cover a.go:7:1/T`)
	s, report := verified(t, s, quick)
	if src := text(s, testgen.TestFile); len(report.Dropped) != 0 || !strings.Contains(src, "math: 4") || strings.Contains(src, `"math"`) || !strings.Contains(text(s, testgen.PanicFile), `"math"`) {
		t.Errorf("%s%s\n%s", reasons(report.Dropped), src, text(s, testgen.PanicFile))
	}
}

// TestForeignFile has a user's file with the name of an emitted one. Verification leaves it in
// place, and writing refuses to replace it.
func TestForeignFile(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go":           "package p\n\nfunc Same(n int) int { return n }\n",
		testgen.TestFile: "package p\n\nimport \"testing\"\n\nfunc TestMine(t *testing.T) { helper() }\n",
		"b_test.go":      "package p\n\nfunc helper() {}\n\nvar _ = TestMine\n",
	})
	s := emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T")
	s, report := verified(t, s, quick)
	if report.Rounds != 1 {
		t.Errorf("report %+v", report)
	}
	_, err := testgen.Write(s.Files, pkg.Dir)
	var collision *testgen.CollisionError
	if !errors.As(err, &collision) {
		t.Fatal(err)
	}
}

// TestVerifyNoFunction checks that emitted tests print no function values, which go vet reports.
func TestVerifyNoFunction(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Find(n int) func() {\n\tif n > 0 {\n\t\treturn nil\n\t}\n\treturn nil\n}\n"})
	s := emitted(t, pkg, `
		func Find
		case 0 => 0
		cover a.go:4:5/F
		case 1 => 0
		cover a.go:4:5/T`)
	s, report := verified(t, s, quick)
	if len(report.Dropped) > 0 || !strings.Contains(text(s, testgen.TestFile), "is a function, want nil") {
		t.Errorf("dropped %s\n%s", reasons(report.Dropped), text(s, testgen.TestFile))
	}
}

// TestVerifySlow checks that if all repetitions together take too long, the slowest case is
// dropped, and not the last one to run.
func TestVerifySlow(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"time\"\n\nfunc Slow(n int) int {\n\ttime.Sleep(time.Duration(n) * time.Millisecond)\n\treturn n\n}\n"})
	s := emitted(t, pkg, `
		func Slow
		case 800 => 800
		cover a.go:5:1/T
		case 25 => 25
		cover a.go:5:1/F`)
	opts := quick
	opts.Count, opts.Timeout = 10, 4*time.Second
	s, report := verified(t, s, opts)
	if got := reasons(report.Dropped); !strings.HasPrefix(got, "Slow/n is 800: it is too slow") || len(s.Funcs[0].Cases) != 1 {
		t.Errorf("dropped %s", got)
	}
}

// TestVerifyReplacesOurs checks that emitted files of an earlier run are hidden.
func TestVerifyReplacesOurs(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go":             "package main\n\nfunc main() {}\n\nfunc Same(n int) int { return n }\n",
		testgen.TestFile:   "// Code generated by nearmiss; DO NOT EDIT." + "\n\npackage main\n\nfunc TestSameBranches() { broken }\n",
		testgen.BridgeFile: "// Code generated by nearmiss; DO NOT EDIT." + "\n\npackage main\n\nvar NearmissGone = gone\n",
	})
	s := emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T")
	if s.Tests[0] != "TestSameBranches" {
		t.Errorf("tests %v", s.Tests)
	}
	s, report := verified(t, s, quick)
	if report.Rounds != 1 || len(s.Funcs) != 1 {
		t.Errorf("report %+v", report)
	}
}

// TestVerifyLocks has structs that must not be copied in all kinds of inputs and results. Vet
// must report nothing.
func TestVerifyLocks(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "sync"

type Box struct {
	mu sync.Mutex
	n  int
}

type Shelf struct {
	top  Box
	rest []Box
	by   map[string]*Box
}

func (b *Box) Add(n int) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n += n
	return b.n
}

func New(n int) *Box { return &Box{n: n} }

func Value(n int) (b Box) {
	b.n = n
	return
}

func Sum(list []Box) (n int) {
	for i := range list {
		n += list[i].n
	}
	return n
}

func Deep(p **Box) int { return (*p).n }

func Fill(s *Shelf) {
	s.top.n++
	s.rest[0].n++
	s.by["a"].n++
}

func Make(n int) []Box { return make([]Box, n) }

func Array(n int) (a [2]Box) {
	a[1].n = n
	return
}
`})
	s := emitted(t, pkg, `
		func (*Box).Add
		case 1 2 3 => 5 ; 1 5
		cover a.go:17:1/T
		func New
		case 3 => 1 3
		cover a.go:23:1/T
		func Value
		case 3 => 3
		cover a.go:25:1/T
		func Sum
		case 3 1 2 => 3 ; 3 1 2
		cover a.go:30:1/T
		func Deep
		case 1 1 7 => 7 ; 1 1 7
		cover a.go:37:1/T
		func Fill
		case 1 1 2 1 2 "a" 1 1 => ; 1 2 2 2 2 "a" 1 2
		cover a.go:39:1/T
		func Make
		case 2 => 3 0 0
		cover a.go:45:1/T
		func Array
		case 2 => 0 2
		cover a.go:47:1/T`)
	s, report := verified(t, s, quick)
	if len(s.Funcs) != 8 {
		t.Errorf("%d functions left\n%s\n%s", len(s.Funcs), reasons(report.Dropped), text(s, testgen.TestFile))
	}
}

// TestVerifyDeadline checks that cases not verified in time are dropped, without an error.
func TestVerifyDeadline(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n"})
	const cases = "func Same\ncase 1 => 1\ncover a.go:3:1/T"
	opts := quick
	opts.Deadline = time.Now()
	s, report := verified(t, emitted(t, pkg, cases), opts)
	if !report.Late || len(s.Funcs) != 0 || len(s.Files) != 0 || len(report.Dropped) != 1 {
		t.Errorf("late %v, %d functions, %d files, dropped\n%s", report.Late, len(s.Funcs), len(s.Files), reasons(report.Dropped))
	}
	opts.Deadline = time.Now().Add(10 * time.Minute)
	s, report = verified(t, emitted(t, pkg, cases), opts)
	if report.Late || len(s.Funcs) != 1 {
		t.Errorf("late %v, %d functions", report.Late, len(s.Funcs))
	}
	opts.Deadline = time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Verify(ctx, emitted(t, pkg, cases), opts); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gives up hears %v", err)
	}
}

// TestVerifyKillers checks that one build is enough to find all cases that end the process.
func TestVerifyKillers(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"os\"\n\nfunc Leave(n int) int {\n\tif n%2 > 0 {\n\t\tos.Exit(n)\n\t}\n\treturn n\n}\n"})
	s := emitted(t, pkg, "func Leave\ncase 1 => 1\ncover a.go:6:5/T\ncase 3 => 3\ncover a.go:6:5/T\ncase 5 => 5\ncover a.go:6:5/T\ncase 2 => 7\ncover a.go:6:5/F\ncase 4 => 4\ncover a.go:6:5/F")
	s, report := verified(t, s, quick)
	if report.Rounds != 2 || len(s.Funcs) != 1 || len(s.Funcs[0].Cases) != 2 || len(report.Dropped) != 4 {
		t.Errorf("%d rounds, dropped\n%s", report.Rounds, reasons(report.Dropped))
	}
}

// TestVerifyVetOfUser checks that messages of vet about the user's files are ignored, and
// messages about emitted tests are not.
func TestVerifyVetOfUser(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"fmt\"\n\nfunc Same(n int) int {\n\tfmt.Sprintf(\"%s\", n)\n\treturn n\n}\n"})
	s, report := verified(t, emitted(t, pkg, "func Same\ncase 1 => 1\ncover a.go:3:1/T"), quick)
	if report.Rounds != 1 || len(s.Funcs) != 1 {
		t.Errorf("%d rounds, dropped\n%s", report.Rounds, reasons(report.Dropped))
	}
}

// TestWarmBrokenTests checks that Warm returns the same error as Verify if the package's own
// tests do not build, and ignores other errors.
func TestWarmBrokenTests(t *testing.T) {
	const src = "package p\n\nfunc Same(n int) int { return n }\n"
	own := func(body string) map[string]string {
		return map[string]string{"a.go": src, "a_test.go": "package p\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\nfunc TestSame(t *testing.T) { fmt.Sprintf(" + body + ") }\n"}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		what  string
		files map[string]string
		ctx   context.Context
		want  string
	}{
		{"undefined", own("missing"), t.Context(), "a_test.go:8:43: the package's own tests do not build: undefined: missing"},
		{"vet", own("\"%d\", \"x\""), t.Context(), ""},
		{"no time", own("missing"), over, ""},
		{"well", own("\"%d\", Same(1)"), t.Context(), ""},
	} {
		pkg := module(t, c.files)
		p, err := testgen.Prepare(pkg, testgen.Header{})
		if err != nil {
			t.Fatal(err)
		}
		switch err := Warm(c.ctx, pkg, p, quick); {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		case err != nil && !errors.As(err, new(*BrokenTestsError)):
			t.Errorf("%s: %T", c.what, err)
		}
	}
}

// TestManyKillers checks that after many cases have ended the process, the next one drops its
// whole test.
func TestManyKillers(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n"})
	var cases strings.Builder
	for i := range maxSkipped + 5 {
		fmt.Fprintf(&cases, "case %d => %[1]d\ncover a.go:%[1]d:1/T\n", i)
	}
	s := emitted(t, pkg, "func Same\n"+cases.String())
	c := &checker{runner: &runner{}, findings: newFindings()}
	for n := range len(s.Funcs[0].Cases) {
		if c.noneLeft(s) {
			if n != maxSkipped+1 {
				t.Errorf("all are gone after %d runs", n)
			}
			return
		}
		c.blameCases(s, &outcome{tests: map[string]*testRun{s.Tests[0]: {running: true}, s.Subtest(0, n): {running: true}}}, time.Second)
	}
	t.Error("some are left")
}
