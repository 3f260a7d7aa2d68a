package testgen

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// scripted has a verifier run tests of which each case takes a second, by a
// clock of its own, unless it is one of those that hang. It lists the runs.
func scripted(v *verifier, s *Suite, runs *[]string, hanging ...string) {
	now := time.Now()
	v.suite = s
	v.now = func() time.Time { return now }
	v.exec = func(_ context.Context, _ setting, count int, limit time.Duration) (*outcome, error) {
		o := &outcome{tests: map[string]*testRun{}}
		end, n, s := now.Add(limit), 0, v.suite
		for range count {
			for i := range s.Funcs {
				for j := range s.Funcs[i].Cases {
					name := s.subtest(i, j)
					if v.skips(s.Tests[i]) || v.skips(name) {
						continue
					}
					if o.tests[name] == nil {
						o.tests[name] = &testRun{}
					}
					t, takes := o.tests[name], time.Second
					for _, h := range hanging {
						if strings.HasSuffix(name, h) {
							takes = time.Hour
						}
					}
					if spent := min(takes, end.Sub(now)); spent < takes {
						now, t.spent, t.open, o.timedOut = end, t.spent+spent, true, true
						*runs = append(*runs, fmt.Sprintf("%d+", n))
						return o, nil
					}
					now, t.spent, t.passes = now.Add(takes), t.spent+takes, t.passes+1
					n++
				}
			}
		}
		o.ok, o.finished = true, true
		*runs = append(*runs, fmt.Sprint(n))
		return o, nil
	}
}

// TestBatches has twenty tests with two cases of a second each. Where they
// cannot all be run as often as it takes, as many are as there is time for,
// and these are what is left.
func TestBatches(t *testing.T) {
	var code, cases strings.Builder
	code.WriteString("package p\n")
	for i := range 20 {
		fmt.Fprintf(&code, "\nfunc F%02d(n int) int { return n }\n", i)
		fmt.Fprintf(&cases, "func F%02d\ncase 3 => 3\ncover a.go:%d:1/T\ncase 4 => 4\ncover a.go:%d:1/F\n", i, 2*i+3, 2*i+3)
	}
	pkg := module(t, map[string]string{"a.go": code.String()})
	for _, c := range []struct {
		name    string
		time    time.Duration
		hanging []string
		left    int
		runs    string
		late    bool
	}{
		{"enough", time.Hour, nil, 40, "40 40 40 800", false},
		{"too little", 200 * time.Second, nil, 24, "30+ 4 4 4 16 4 4 4 16 4 4 4 16 4 4 4 16 4 4 4 15+ 4 4 4 7+ 24", true},
		{"less than one run", 60 * time.Second, nil, 10, "9+ 4 4 4 10+ 4 4 4 6+ 2+ 2+ 2+ 2+ 10", true},
		{"one that hangs", 200 * time.Second, []string{"TestF01Branches/n=3"}, 20, "2+ 30+ 3 3 3 12 4 4 4 16 4 4 4 16 4 4 4 14+ 4 4 4 8+ 1+ 1+ 1+ 20", true},
	} {
		s := emitted(t, pkg, cases.String())
		v := salvager(t, s, make([]int, 40)...)
		var runs []string
		scripted(v, s, &runs, c.hanging...)
		v.opts.Timeout, v.opts.Deadline = time.Hour, v.now().Add(c.time)
		v.built = time.Second
		v.skip, v.weak = nil, map[string]map[slot]bool{}
		err := v.repeat(context.Background(), s)
		left := s
		if late(err) {
			if left, err = v.salvage(context.Background(), s, 0); err == nil && len(left.Funcs) == 0 {
				err = fmt.Errorf("nothing is left")
			}
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		n := 0
		for _, fn := range left.Funcs {
			n += len(fn.Cases)
		}
		if got := strings.Join(runs, " "); n != c.left || got != c.runs || v.report.Late != c.late {
			t.Errorf("%s: %d cases are left, late %v, after %s", c.name, n, v.report.Late, got)
		}
		for _, d := range v.report.Dropped {
			if hangs := len(c.hanging) > 0 && "Test"+d.Func+"Branches/"+d.Case == c.hanging[0]; d.Late == hangs {
				t.Errorf("%s: %s/%s: %s", c.name, d.Func, d.Case, d.Reason)
			}
		}
		if len(v.report.Dropped) != 40-n {
			t.Errorf("%s: %d cases are left and %d were dropped", c.name, n, len(v.report.Dropped))
		}
	}
}

// TestByWorth: functions whose cases take more branches come first, others stay in
// their order.
func TestByWorth(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc A(n int) int { return n }\n\nfunc B(n int) int { return n }\n\nfunc C(n int) int { return n }\n"})
	s := emitted(t, pkg, "func A\ncase 3 => 3\ncover a.go:3:1/T\ncase 4 => 4\ncover a.go:3:1/F\nfunc B\ncase 3 => 3\ncover a.go:5:1/T\nfunc C\ncase 3 => 3\ncover a.go:7:1/T\ncover a.go:7:1/F")
	if got := strings.Join(s.byWorth(), " "); got != "TestCBranches TestABranches TestBBranches" {
		t.Error(got)
	}
}

// TestCutOff: what failed in repetitions that the clock ended goes, and is not taken
// for proved by the runs before, which it passed.
func TestCutOff(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc A(n int) int { return n }\n\nfunc B(n int) int { return n }\n"})
	s := emitted(t, pkg, "func A\ncase 3 => 3\ncover a.go:3:1/T\nfunc B\ncase 3 => 3\ncover a.go:5:1/T")
	v := salvager(t, s, 0, 0)
	var runs []string
	scripted(v, s, &runs)
	whole := v.exec
	v.exec = func(ctx context.Context, set setting, count int, limit time.Duration) (*outcome, error) {
		if count == 1 {
			return whole(ctx, set, count, limit)
		}
		return &outcome{timedOut: true, order: []string{"TestABranches/n=3", "TestBBranches/n=3"}, tests: map[string]*testRun{
			"TestABranches/n=3": {passes: 1, fails: 5, output: []string{"panic: taken\n"}},
			"TestBBranches/n=3": {passes: 6},
		}}, nil
	}
	v.opts.Timeout, v.opts.Deadline = time.Hour, v.now().Add(time.Minute)
	v.panics, v.skip, v.weak = map[string]int{}, nil, map[string]map[slot]bool{}
	err := v.repeat(context.Background(), s)
	left := s
	if late(err) {
		left, err = v.salvage(context.Background(), s, 0)
	}
	if err != nil || len(left.Funcs) != 1 || left.Funcs[0].Sig.Name != "B" {
		t.Errorf("%d functions are left, %v", len(left.Funcs), err)
	}
	if d := v.report.Dropped; len(d) != 1 || d[0].Reason != "it fails on some runs: panic: taken" {
		t.Errorf("dropped: %v", d)
	}
}
