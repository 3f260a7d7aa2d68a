package testgen

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

const salvaged = `package p

func Same(n int) int { return n }

func Next(n int) int { return n + 1 }
`

// salvager is a verifier that has come to the deadline, its cases proved as
// told by the passes of each.
func salvager(t *testing.T, s *Suite, passes ...int) *verifier {
	t.Helper()
	opts := quick
	opts.Count, opts.Log = 20, func(string, ...any) {}
	opts.Deadline = time.Now()
	v := newVerifier(&runner{opts: opts, temp: t.TempDir(), names: map[string]string{}}, &Report{})
	v.built = time.Minute // there is grace enough
	for i := range s.Funcs {
		for j := range s.Funcs[i].Cases {
			v.proof[idOf(&s.Funcs[i], &s.Funcs[i].Cases[j])] = passes[0]
			passes = passes[1:]
		}
	}
	return v
}

// TestSalvage has a case that has passed often enough, one that has not, and
// one that fails when the rest is built again: the first stays, as it is.
func TestSalvage(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": salvaged})
	s := emitted(t, pkg, `
		func Same
		case 3 => 3
		cover a.go:3:1/T
		case 4 => 4
		cover a.go:3:1/F
		func Next
		case 1 => 5
		cover a.go:5:1/T`)
	v := salvager(t, s, 20, 2, 20)
	left, err := v.salvage(context.Background(), s, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(left.Funcs) != 1 || len(left.Funcs[0].Cases) != 1 || left.Funcs[0].Cases[0].Vector[0] != s.Funcs[0].Cases[0].Vector[0] {
		t.Errorf("left %v\n%s", left.Funcs, text(left, TestFile))
	}
	if !v.report.Late || v.report.Count != 20 {
		t.Errorf("report %+v", *v.report)
	}
	gone := map[string]bool{}
	for _, d := range v.report.Dropped {
		if !d.Weaker {
			gone[d.Covers[0]] = d.Late
		}
	}
	if len(gone) != 2 || !gone["a.go:3:1/F"] || !gone["a.go:5:1/T"] {
		t.Errorf("dropped %s", reasons(v.report.Dropped))
	}
}

// TestScarce: what fails is not changed before the repetitions if no other
// round is possible: they are the proof of the rest.
func TestScarce(t *testing.T) {
	v := newVerifier(&runner{opts: VerifyOptions{Count: 20, Deadline: time.Now().Add(time.Hour)}}, &Report{})
	for _, c := range []struct {
		built, once   time.Duration
		scarce, short bool
	}{
		{time.Minute, time.Second, false, false},
		{time.Minute, 3 * time.Minute, true, false},
		{50 * time.Minute, time.Minute, true, false},
		{50 * time.Minute, 3 * time.Minute, true, true},
		{2 * time.Hour, time.Second, true, true},
	} {
		v.built, v.once = c.built, c.once
		if v.scarce() != c.scarce || v.short() != c.short {
			t.Errorf("built in %v, run in %v: scarce %v, short %v", c.built, c.once, v.scarce(), v.short())
		}
	}
}

// TestSalvageNothing: without a proof nothing is written, and nothing built.
func TestSalvageNothing(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": salvaged})
	s := emitted(t, pkg, "func Same\ncase 3 => 3\ncover a.go:3:1/T")
	v := salvager(t, s, 0)
	left, err := v.salvage(context.Background(), s, 0)
	if err != nil || len(left.Funcs) != 0 || v.report.Rounds != 0 || !v.report.Late {
		t.Errorf("left %v, %v, report %+v", left, err, *v.report)
	}
}

// TestLate: a deadline that has passed before the first build leaves nothing,
// and is no fault.
func TestLate(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": salvaged})
	s := emitted(t, pkg, "func Same\ncase 3 => 3\ncover a.go:3:1/T")
	opts := quick
	opts.Deadline = time.Now()
	left, report := verified(t, s, opts)
	if len(left.Funcs) != 0 || !report.Late || len(report.Dropped) != 1 || !report.Dropped[0].Late {
		t.Errorf("left %v, report %+v", left.Funcs, report)
	}
}

// TestClaimsInTime: claims that take too long leave all as it was; another
// fault of theirs is told.
func TestClaimsInTime(t *testing.T) {
	v := &verifier{runner: &runner{}}
	for _, c := range []struct{ fault, want error }{{nil, nil}, {context.DeadlineExceeded, nil}, {context.Canceled, context.Canceled}} {
		v.opts.Claims = func(context.Context, []Func) error { return c.fault }
		if err := v.claim(context.Background(), nil, time.Time{}); err != c.want {
			t.Errorf("%v: got %v", c.fault, err)
		}
	}
}

// TestProof reads runs that were cut off: passes count until a failure, and
// not for what is going to be asserted in another way.
func TestProof(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": salvaged})
	s := emitted(t, pkg, "func Same\ncase 3 => 3\ncover a.go:3:1/T\ncase 4 => 4\ncover a.go:3:1/F")
	v := salvager(t, s, 2, 2)
	run := func(first, second string) {
		w := newTranscript()
		for k, what := range []string{first, second} {
			name := s.subtest(0, k)
			for _, ok := range strings.Fields(what) {
				fmt.Fprintf(w, "\x16=== RUN   %s\n", name)
				if ok != "open" {
					fmt.Fprintf(w, "\x16    --- %s: %s (0.00s)\n", ok, name)
				}
			}
		}
		v.prove(s, w.close())
	}
	want := func(first, second int) {
		t.Helper()
		for k, n := range []int{first, second} {
			if got := v.proof[idOf(&s.Funcs[0], &s.Funcs[0].Cases[k])]; got != n {
				t.Errorf("case %d: %d passes, want %d", k, got, n)
			}
		}
	}
	run("PASS PASS", "PASS open")
	want(4, 3)
	if v.proved(s) != (v.opts.least() <= 3) || v.passes(s) != 3 {
		t.Errorf("%d passes, at least %d", v.passes(s), v.opts.least())
	}
	run("PASS FAIL PASS", "PASS PASS")
	want(0, 5)
	v.weak = map[string]map[slot]bool{s.subtest(0, 1): {}}
	run("PASS", "PASS")
	want(1, 0)
}

// TestZone has a result that hangs on the time zone: it is not asserted,
// wherever the tests are made.
func TestZone(t *testing.T) {
	l, err := time.LoadLocationFromTZData("x", zoneFile(elsewhereOffset, "ELS"))
	if err != nil {
		t.Fatal(err)
	}
	if name, offset := time.Unix(0, 0).In(l).Zone(); name != "ELS" || offset != elsewhereOffset {
		t.Errorf("zone %s, %d", name, offset)
	}
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"time\"\n\nfunc Clock(n int64) (string, int64) { return time.Unix(n, 0).Format(\"15:04\"), n }\n"})
	s := emitted(t, pkg, "func Clock\ncase 0 => \""+time.Unix(0, 0).Format("15:04")+"\" 0\ncover a.go:5:1/T")
	opts := quick
	opts.Count = 1
	s, report := verified(t, s, opts)
	if got := reasons(report.Dropped); len(s.Funcs) != 1 || !strings.HasSuffix(got, "result not asserted: it is not the same on every run (weaker)\n") || !strings.Contains(text(s, TestFile), "_, got1 := Clock(tt.n)") {
		t.Errorf("dropped %s\n%s", got, text(s, TestFile))
	}
}

// TestHiddenStep calls methods on inputs that an external test does not see.
func TestHiddenStep(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\ntype List struct{ n int }\n\nfunc (l *List) add(n int) { l.n += n }\nfunc (l List) with() List { return l }\nfunc (l *List) Add(n int) { l.n += n }\n"})
	list := pkg.Types.Scope().Lookup("List").Type()
	for _, c := range []struct{ template, outside string }{
		{"$0.add(int($1))", "p.NearmissListAdd(&$0, int($1))"},
		{"$0 = $0.with()", "$0 = p.NearmissListWith($0)"},
		{"$0.Add($1)", "$0.Add($1)"},
	} {
		for _, external := range []bool{false, true} {
			want := c.template
			if external {
				want = c.outside
			}
			got, err := newFile(pkg, newScope(pkg, false), external).callable(c.template, list)
			if err != nil || got != want {
				t.Errorf("%s: %s, want %s (%v)", c.template, got, want, err)
			}
		}
	}
}

// TestPatience: a first build that takes longer than there is patience for leaves
// nothing, and nothing is tried again, though the deadline is far.
func TestPatience(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": salvaged})
	s := emitted(t, pkg, "func Same\ncase 3 => 3\ncover a.go:3:1/T")
	opts := quick
	opts.Deadline, opts.Patience = time.Now().Add(time.Hour), time.Nanosecond
	left, report := verified(t, s, opts)
	if len(left.Funcs) != 0 || !report.Late || report.Rounds != 1 || len(report.Dropped) != 1 || !report.Dropped[0].Late {
		t.Errorf("left %v, report %+v", left.Funcs, report)
	}
}
