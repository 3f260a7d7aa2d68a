package testcheck

import (
	"errors"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
	"strings"
	"testing"
	"time"
)

// keeper is a package with results that depend on earlier calls.
const keeper = `package p

import "sync"

type buf struct {
	mu   sync.Mutex
	seen map[string]int
}

var last = &buf{seen: map[string]int{}}

func newBuf() *buf { return last }

var size = func() *int { return new(int) }

func Size(n int) int { return n + *size() }

func Twice(n int) int { return 2 * n }
`

const keeperCases = `
	func newBuf
	case => 1 1
	cover a.go:12:1/T
	func Size
	case 3 => 3
	cover a.go:16:1/T
	func Twice
	case 3 => 6
	cover a.go:18:1/T`

const dirties = "func TestDirty(t *testing.T) {\n\tnewBuf().seen[\"x\"] = 1\n}\n"

// TestVerifyBeside checks that an assertion that holds only without the package's own tests is
// removed, even if own tests fail, hang or end the process.
func TestVerifyBeside(t *testing.T) {
	const weaker = "newBuf/no arguments: result not asserted: it is not the same beside the package's own tests (weaker)\n"
	for _, c := range []struct {
		name, own     string
		alone, reason string
		stopped       int
	}{
		{"none", "", "", "", 0},
		{"helpers only", "func helper(t *testing.T) {}\n", "", "", 0},
		{"clean", "func TestOwn(t *testing.T) {}\n", "", "", 0},
		{"fails and skips", dirties + "func TestFails(t *testing.T) { t.Fatal(\"no\") }\nfunc TestSkips(t *testing.T) { t.Skip(\"no\") }\n", "", weaker, 0},
		{"panics and exits", "func TestBad(t *testing.T) { panic(\"no\") }\nfunc TestExits(t *testing.T) { os.Exit(3) }\nfunc TestEndsWell(t *testing.T) { os.Exit(0) }\n" + dirties, "", weaker, 3},
		{"hangs", "func TestBad(t *testing.T) { select {} }\nfunc TestLate(t *testing.T) { t.Parallel() }\n" + dirties, "", weaker, 1},
		{"all end", "func TestMain(m *testing.M) {\n\tflag.Parse()\n\tif flag.Lookup(\"test.run\").Value.String() == \"\" {\n\t\tos.Exit(1)\n\t}\n\tos.Exit(m.Run())\n}\nfunc TestOwn(t *testing.T) {}\n", noOwnEnd, "", 0},
		{"ends at once", "func init() { os.Exit(3) }\n" + dirties, noOwnInit, "", 0},
		{"panics at once", "var now = func() int { panic(\"no\") }()\n" + dirties, noOwnInit, "", 0},
		{"breaks ours", "func TestOwn(t *testing.T) { size = nil }\n", "", "Size/n is 3: it fails beside the package's own tests: panic: runtime error: invalid memory address or nil pointer dereference\n", 0},
		{"stops ours", "func TestOwn(t *testing.T) { size = func() *int { select {} } }\n", "", "Size/n is 3: it does not end within 3s beside the package's own tests\n", 0},
		{"ends ours", "func TestOwn(t *testing.T) { size = func() *int { os.Exit(1); return nil } }\n", "", "Size/n is 3: the test process ended while it ran beside the package's own tests: it exited\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"a.go": keeper}
			if c.own != "" {
				files["a_test.go"] = "package p\n\nimport (\n\t\"flag\"\n\t\"os\"\n\t\"testing\"\n)\n\nvar _, _ = flag.Parse, os.Exit\n\n" + c.own
			}
			opts := quick
			opts.Timeout = 3 * time.Second
			opts.OwnTests = true
			_, report := verified(t, emitted(t, module(t, files), keeperCases), opts)
			if got := reasons(report.Dropped); got != c.reason || report.WhyAlone != c.alone || report.Stopped != c.stopped {
				t.Errorf("alone %q, %d stopped, dropped %q; want %q, %d, %q", report.WhyAlone, report.Stopped, got, c.alone, c.stopped, c.reason)
			}
		})
	}
}

// TestVerifyAlone checks that the package's own tests do not run without a sandbox or without
// time, and that no test runs if they do not build.
func TestVerifyAlone(t *testing.T) {
	own := "package p\n\nimport \"testing\"\n\n" + dirties
	_, report := verified(t, emitted(t, module(t, map[string]string{"a.go": keeper, "a_test.go": own}), keeperCases), quick)
	if len(report.Dropped) > 0 || report.WhyAlone != noOwnHarm {
		t.Errorf("alone %q, dropped %q", report.WhyAlone, reasons(report.Dropped))
	}
	opts := quick
	opts.OwnTests = true
	pkg := module(t, map[string]string{"a.go": keeper, "a_test.go": own + "var _ = missing\n"})
	_, _, err := Verify(t.Context(), emitted(t, pkg, keeperCases), opts)
	var broken *BrokenTestsError
	if !errors.As(err, &broken) {
		t.Error(err)
	}
	opts.Deadline = time.Now().Add(time.Minute)
	opts.Timeout = time.Second / 2
	pkg = module(t, map[string]string{"a.go": keeper, "a_test.go": own})
	if _, report = verified(t, emitted(t, pkg, keeperCases), opts); report.WhyAlone != noOwnTime {
		t.Errorf("alone %q", report.WhyAlone)
	}
}

// TestVerifyBesideRace checks that the package's own tests run without the race detector, also where the emitted tests
// run with it: these here are part of builds without it alone.
func TestVerifyBesideRace(t *testing.T) {
	own := "//go:build !race\n\npackage p\n\nimport \"testing\"\n\n" + dirties
	opts := quick
	opts.NoRace = false
	opts.OwnTests = true
	_, report := verified(t, emitted(t, module(t, map[string]string{"a.go": keeper, "a_test.go": own}), keeperCases), opts)
	if !report.Race {
		t.Skip(report.RaceNote)
	}
	if len(report.Dropped) != 1 || report.WhyAlone != "" {
		t.Errorf("alone %q, dropped %q", report.WhyAlone, reasons(report.Dropped))
	}
}

// TestCountersBegin checks that emitted cases reset a counter that starts at zero, so that the
// package's own tests do not matter. They do not reset counters that init functions or the
// initial values of other variables change.
func TestCountersBegin(t *testing.T) {
	pkg := module(t, map[string]string{
		"a.go": "package p\n\nvar (\n\tids, early, made int\n\tfirst = next()\n)\n\nfunc init() { early = 7 }\n\nfunc next() int { made++; return made }\n\n" +
			"func ID() int { ids++; return ids }\n\nfunc Early() int { early++; return early }\n",
		"a_test.go": "package p\n\nimport \"testing\"\n\nfunc TestOwn(t *testing.T) {\n\tif ID() == 0 || Early() == 0 || next() == 0 || first == 0 {\n\t\tt.Error()\n\t}\n}\n",
	})
	s := emitted(t, pkg, "func ID\ncase => 1\ncover a.go:12:1/T\nfunc next\ncase => 2\ncover a.go:10:1/T\nfunc Early\ncase => 8\ncover a.go:14:1/T")
	opts := quick
	opts.OwnTests = true
	left, report, err := Verify(t.Context(), s, opts)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, f := range left.Files {
		text += string(f.Data)
	}
	if !strings.Contains(text, "ids = 0\n") || strings.Contains(text, "made = 0\n") || strings.Contains(text, "early = 0\n") || !strings.Contains(text, "want: 1") && !strings.Contains(text, "got != 1") {
		t.Errorf("%s\n%s", reasons(report.Dropped), text)
	}
	if len(report.Dropped) != 2 {
		t.Errorf("dropped:\n%s", reasons(report.Dropped))
	}
}

// TestBesideTooLong checks that after a timeout an own test that took most of the time is
// excluded, and that otherwise the run is repeated once with -short.
func TestBesideTooLong(t *testing.T) {
	const limit = 10 * time.Second
	s := emitted(t, module(t, map[string]string{"a.go": keeper}), keeperCases)
	c := &checker{runner: &runner{opts: quick}, findings: newFindings()}
	run := func(spent time.Duration) *outcome {
		return &outcome{timedOut: true, order: []string{"TestOwn"}, tests: map[string]*testRun{"TestOwn": {running: true, spent: spent}}}
	}
	for _, x := range []struct {
		spent time.Duration
		again bool
		why   string
	}{{limit, true, ""}, {limit / 3, true, ""}, {limit / 3, false, "these take more than 10s"}} {
		if again, why := c.evaluateOwnRun(s, run(x.spent), true, limit); again != x.again || why != x.why {
			t.Errorf("%v: again %v, %q", x.spent, again, why)
		}
	}
	if !c.report.Short || len(c.ownRuns.excluded) != 1 || len(c.dropped) > 0 {
		t.Errorf("short %v, stopped %q, dropped %v", c.report.Short, c.ownRuns.excluded, c.dropped)
	}
}

// TestBesideInSandbox checks that own tests that end the process, because the sandbox has no
// network, are excluded one after the other.
func TestBesideInSandbox(t *testing.T) {
	parts := sandbox.Probe(t.Context())
	if !parts.Complete() {
		t.Skip("no sandbox:", parts.Missing())
	}
	own := "package p\n\nimport (\n\t\"net/http/httptest\"\n\t\"testing\"\n)\n\n" + dirties
	for _, name := range []string{"A", "B", "C"} {
		own += "func Test" + name + "(t *testing.T) { httptest.NewServer(nil).Close() }\n"
	}
	pkg := module(t, map[string]string{"a.go": keeper, "a_test.go": own})
	opts := Surroundings{Place: subject.Place{Parts: parts}, Pkg: pkg}.Options()
	opts.Count, opts.NoRace = quick.Count, true
	if _, report := verified(t, emitted(t, pkg, keeperCases), opts); report.WhyAlone != "" || report.Stopped != 3 || len(report.Dropped) != 1 {
		t.Errorf("alone %q, %d stopped, dropped %q", report.WhyAlone, report.Stopped, reasons(report.Dropped))
	}
}
