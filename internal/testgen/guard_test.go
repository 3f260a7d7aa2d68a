package testgen

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// countingRuns verifies a suite and counts the runs of its tests.
func countingRuns(t *testing.T, s *Suite, opts VerifyOptions) (left *Suite, report Report, runs int) {
	t.Helper()
	opts.Log = func(string, ...any) {}
	v := newVerifier(&runner{opts: opts, temp: t.TempDir(), names: map[string]string{}}, &report)
	exec := v.exec
	v.exec = func(ctx context.Context, set setting, count int, limit time.Duration) (*outcome, error) {
		runs++
		return exec(ctx, set, count, limit)
	}
	left, err := v.verify(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return left, report, runs
}

// TestManyPanics has functions of which only the first that is called in a process
// returns: it takes no more runs to find that out for many than for some.
func TestManyPanics(t *testing.T) {
	for _, n := range []int{6, 40} {
		var code, cases strings.Builder
		code.WriteString("package p\n\ntype state struct{ taken bool }\ntype list struct{ s *state }\n\nvar all = &list{&state{}}\n")
		for i := range n {
			fmt.Fprintf(&code, "\nfunc F%02d(n int) int {\n\tif all.s.taken {\n\t\tpanic(\"taken\")\n\t}\n\tall.s.taken = true\n\treturn n\n}\n", i)
			fmt.Fprintf(&cases, "func F%02d\ncase 3 => 3\ncover a.go:%d:1/T\n", i, i+3)
		}
		cases.WriteString("func Other\ncase 3 => 3\ncover a.go:1:1/T\n")
		code.WriteString("\nfunc Other(n int) int { return n }\n")
		pkg := module(t, map[string]string{"a.go": code.String()})
		left, report, runs := countingRuns(t, emitted(t, pkg, cases.String()), quick)
		if len(left.Funcs) != 1 || left.Funcs[0].Sig.Name != "Other" || len(report.Dropped) != n || runs > 14 {
			t.Errorf("%d functions: %d are left after %d runs\n%s", n, len(left.Funcs), runs, reasons(report.Dropped))
		}
		for _, d := range report.Dropped {
			if !strings.HasSuffix(d.Reason, "panic: taken") {
				t.Errorf("%s: %s", d.Func, d.Reason)
			}
		}
		for _, f := range left.Files {
			if strings.Contains(string(f.Data), guardName) {
				t.Errorf("%s has the guard in it", f.Name)
			}
		}
	}
}

// TestPanicBehind: what hangs behind a panic is not to blame.
func TestPanicBehind(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "sync"

type state struct{ mu sync.Mutex }
type list struct{ s *state }

var all = &list{&state{}}

func Bad(n int) int {
	all.s.mu.Lock()
	if n > 0 {
		panic("bad")
	}
	all.s.mu.Unlock()
	return n
}

func Good(n int) int {
	all.s.mu.Lock()
	defer all.s.mu.Unlock()
	return n
}
`})
	opts := quick
	opts.Timeout = 3 * time.Second
	for range 3 { // the order is a shuffled one
		s, report := verified(t, emitted(t, pkg, "func Bad\ncase 1 => 1\ncover a.go:12:5/T\nfunc Good\ncase 1 => 1\ncover a.go:20:5/T"), opts)
		if len(s.Funcs) != 1 || s.Funcs[0].Sig.Name != "Good" || len(report.Dropped) != 1 || !strings.HasSuffix(report.Dropped[0].Reason, "it fails: panic: bad") {
			t.Errorf("%d are left, dropped %s", len(s.Funcs), reasons(report.Dropped))
		}
	}
}

// TestGuarded: a guard changes no line, and stands in each subtest.
func TestGuarded(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": salvaged})
	s := emitted(t, pkg, "func Same\ncase 3 => 3\ncover a.go:3:1/T\nfunc Next\ncase 1 => 2\ncover a.go:5:1/T")
	for _, f := range s.Files {
		got, err := s.guarded(f)
		if err != nil {
			t.Fatal(err)
		}
		guard := " " + guardSkip + "(t); " + guardDone + " := false; defer " + guardName + "(t, &" + guardDone + ");"
		bare := strings.NewReplacer(guard, "", guardDone+" = true; ", "").Replace(string(got))
		if n := strings.Count(string(got), guard); n != len(s.Tests) || bare != string(f.Data) {
			t.Errorf("%d guards\n%s", n, got)
		}
	}
}

// TestPanicNil: a panic with nil, which recover tells nothing of in modules for old
// versions of Go, is one.
func TestPanicNil(t *testing.T) {
	for _, version := range []string{"1.19", "1.26"} {
		pkg := module(t, map[string]string{"go.mod": "module example.com/p\n\ngo " + version + "\n", "a.go": "package p\n\nfunc Raise(err error) { panic(err) }\n\nfunc Good(n int) int { return n }\n"})
		s, report := verified(t, emitted(t, pkg, "func Raise\ncase 0 =>\ncover a.go:3:1/T\nfunc Good\ncase 1 => 1\ncover a.go:5:1/T"), quick)
		if len(s.Funcs) != 1 || s.Funcs[0].Sig.Name != "Good" || len(report.Dropped) != 1 || !strings.Contains(report.Dropped[0].Reason, "it fails: panic: ") {
			t.Errorf("go %s: %d are left, dropped %s", version, len(s.Funcs), reasons(report.Dropped))
		}
	}
}
