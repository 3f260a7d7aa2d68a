package cover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// simulated is a parting on a machine where a check builds in a time for all
// cases and one for each, and then runs them, by a clock of its own. A fourth of
// the runs is enough where the end cuts them off. It lists the checks, and what
// was kept.
func simulated(all int, limit, warm, build, run time.Duration) (p *parting, tried, kept *[]int) {
	now := time.Unix(0, 0)
	tried, kept = new([]int), new([]int)
	p = &parting{all: all, warm: warm, end: now.Add(limit), now: func() time.Time { return now }}
	p.check = func(n int, patience time.Duration) (int, error) {
		*tried = append(*tried, n)
		spend := func(d, most time.Duration) bool {
			if d > most {
				d = most
				now = now.Add(d)
				return false
			}
			now = now.Add(d)
			return true
		}
		most := p.left()
		if patience > 0 {
			most = min(most, patience)
		}
		if !spend(warm+time.Duration(n)*build, most) || time.Duration(n)*run/4 > p.left() {
			return n, context.DeadlineExceeded
		}
		spend(time.Duration(n)*run, p.left())
		*kept = append(*kept, n)
		return n, nil
	}
	return p, tried, kept
}

// TestParts: all cases are checked at once where there is time enough, a part
// is checked where only one can be, and parts grow.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		what             string
		all              int
		limit            time.Duration
		warm, build, run time.Duration
		tried, kept      string
	}{
		{"time enough", 100, time.Minute, 3 * time.Second, 20 * time.Millisecond, 50 * time.Millisecond, "[100]", "[100]"},
		{"too many to compile", 1000, time.Minute, 10 * time.Second, 50 * time.Millisecond, 100 * time.Millisecond, "[199]", "[199]"},
		{"longer than expected", 200, time.Minute, 5 * time.Second, 100 * time.Millisecond, 100 * time.Millisecond, "[200]", "[200]"},
		{"much longer than expected", 200, time.Minute, 5 * time.Second, 150 * time.Millisecond, 100 * time.Millisecond, "[200 40 66]", "[40]"},
		{"little time", 500, 20 * time.Second, 6 * time.Second, 50 * time.Millisecond, 100 * time.Millisecond, "[66]", "[66]"},
		{"very little", 500, 8 * time.Second, 5 * time.Second, 50 * time.Millisecond, 100 * time.Millisecond, "[5]", "[5]"},
		{"one case", 1, time.Minute, 10 * time.Second, time.Second, time.Second, "[1]", "[1]"},
		{"none in time", 100, time.Minute, time.Hour, time.Second, time.Second, "", "[]"},
	} {
		p, tried, kept := simulated(c.all, c.limit, c.warm, c.build, c.run)
		done, err := p.run()
		if err != nil || fmt.Sprint(*kept) != c.kept || c.tried != "" && fmt.Sprint(*tried) != c.tried {
			t.Errorf("%s: tried %v, kept %v, %v; want %s, %s", c.what, *tried, *kept, err, c.tried, c.kept)
		}
		if len(*kept) > 0 && done != (*kept)[len(*kept)-1] {
			t.Errorf("%s: %d done of %v", c.what, done, *kept)
		}
	}
}

// TestNextPart: the part after one that took 21 s for 200 cases, one second of
// that for whatever number.
func TestNextPart(t *testing.T) {
	for _, c := range []struct {
		what      string
		all, left int // left in seconds
		want      int
	}{
		{"all fit", 400, 41, 400},
		{"all but for what the end cuts off", 400, 31, 400},
		{"fewer, with some time to spare", 1000, 41, 314},
		{"a few more, to the end", 1000, 24, 329},
		{"too few more", 1000, 18, 0},
		{"nothing left to check", 200, 24, 0},
	} {
		now := time.Unix(0, 0)
		p := &parting{all: c.all, warm: 2 * time.Second, end: now.Add(time.Duration(c.left) * time.Second), now: func() time.Time { return now }}
		if got := p.next(200, 21*time.Second); got < c.want-3 || got > c.want {
			t.Errorf("%s: %d, want about %d", c.what, got, c.want)
		}
	}
}

// TestPartsLaw: whatever the machine, the clock's end is kept, each part that is
// kept is larger than the one before, all is checked in one go where that takes
// half the time, and something is kept where the fewest cases
// leave time enough.
func TestPartsLaw(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		all := 1 + rng.IntN(2000)
		limit := time.Duration(1+rng.IntN(300)) * time.Second
		warm := time.Duration(rng.Int64N(int64(limit)))
		build := time.Duration(rng.Int64N(int64(warm)/60 + 1)) // measured: up to a 600th
		runs := time.Duration(rng.Int64N(int64(build) + 1))    // else they are run in batches
		p, tried, kept := simulated(all, limit, warm, build, runs)
		done, err := p.run()
		if err != nil || p.left() < 0 {
			t.Fatalf("seed %d: %v, %v left", seed, err, p.left())
		}
		for i := 1; i < len(*kept); i++ {
			if (*kept)[i] <= (*kept)[i-1] {
				t.Fatalf("seed %d: kept %v", seed, *kept)
			}
		}
		whole := warm + time.Duration(all)*(build+runs)
		if careful := warm + time.Duration(all)*warm/buildCases; max(whole, careful) <= limit/triedShare && !slices.Equal(*tried, []int{all}) {
			t.Fatalf("seed %d: %d cases that take %v of %v were checked as %v", seed, all, whole, limit, *tried)
		}
		if least := warm + leastPart*(build+runs); least < limit/4 && done == 0 {
			t.Fatalf("seed %d: nothing was kept, tried %v: %v and %v, %v a case in %v", seed, *tried, warm, build, runs, limit)
		}
		if len(*tried) > 20 {
			t.Fatalf("seed %d: %d checks", seed, len(*tried))
		}
	}
}

// TestPartsFault: a fault that is not the clock's ends it, and is told beside what
// was kept before.
func TestPartsFault(t *testing.T) {
	fault := errors.New("a fault")
	for _, at := range []int{0, 1} {
		n := 0
		p := &parting{all: 10, fixed: 3, now: time.Now, check: func(size int, _ time.Duration) (int, error) {
			if n++; n > at {
				return size, fault
			}
			return size, nil
		}}
		if done, err := p.run(); err != fault || done != 3*at {
			t.Errorf("%d parts before: %d, %v", at, done, err)
		}
	}
}

// partsPackage has functions of different worth: most branches for their cases
// are those of Sign.
func partsPackage(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26\n",
		"m.go": `package m

import "errors"

func Twice(n int) int { return 2 * n }

func Sign(n int) int {
	if n < 0 {
		return -1
	} else if n > 0 {
		return 1
	}
	return 0
}

func Digit(s string) (int, error) {
	if len(s) != 1 || s[0] < '0' || s[0] > '9' {
		return 0, errors.New("no digit")
	}
	return int(s[0] - '0'), nil
}

func At(list []int, i int) int { return list[i] }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// inPartsOf runs a call whose first part has so many cases, with another way to
// verify unless that is nil. It returns the tests that are written.
func inPartsOf(t *testing.T, dir string, first int, verify verifyFunc) (r *report.Report, text string, err error) {
	t.Helper()
	out := t.TempDir()
	s, err := newSession(Options{Dir: dir, Patterns: []string{"."}, Evals: 2000, Seed: 1, Parallel: 1, Out: out, Verify: true, Abandon: t.Context()}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.firstPart = first
	if verify != nil {
		s.verify = verify
	}
	r, err = s.call(t.Context())
	for _, name := range []string{testgen.TestFile, testgen.PanicFile} {
		data, _ := os.ReadFile(filepath.Join(out, name))
		text += string(data)
	}
	return r, text, err
}

// TestSameInParts: what is checked in parts comes to the same tests and the same
// report, the times aside, as what is checked at once.
func TestSameInParts(t *testing.T) {
	dir := partsPackage(t)
	r, want, err := inPartsOf(t, dir, 0, nil)
	if err != nil || !strings.Contains(want, "func TestSign") || !strings.Contains(want, "func TestAtPanics") {
		t.Fatalf("%v\n%s", err, want)
	}
	for _, first := range []int{1, 5} {
		parts := 0
		s, got, err := inPartsOf(t, dir, first, func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
			parts++
			return testcheck.Verify(ctx, s, opts)
		})
		if err != nil || got != want || parts != 2 {
			t.Errorf("from %d cases, in %d parts: %v\n%s\nwant\n%s", first, parts, err, got, want)
		}
		if a, b := fmt.Sprint(r.Packages[0].Notes, r.Totals.Covered), fmt.Sprint(s.Packages[0].Notes, s.Totals.Covered); a != b {
			t.Errorf("from %d cases: %s, want %s", first, b, a)
		}
	}
}

// TestKeepsPart: what a part has shown stays when there is no time for the rest,
// and of this is said so; it is written before the rest is tried.
func TestKeepsPart(t *testing.T) {
	dir := partsPackage(t)
	for _, fault := range []error{context.DeadlineExceeded, errors.New("a fault")} {
		parts := 0
		r, text, err := inPartsOf(t, dir, 3, func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
			if parts++; parts > 1 {
				return nil, testcheck.Report{}, fault
			}
			return testcheck.Verify(ctx, s, opts)
		})
		if late := fault == context.DeadlineExceeded; late && err != nil || !late && !errors.Is(err, fault) || parts != 2 {
			t.Errorf("%v: %v after %d parts", fault, err, parts)
		}
		if !strings.Contains(text, "func TestSign") || strings.Contains(text, "func TestDigit") {
			t.Errorf("%v: written\n%s", fault, text)
		}
		for _, f := range r.Packages[0].Functions {
			for _, u := range f.Uncovered {
				if f.Name == "Sign" || u.Reason != whyNoTime {
					t.Errorf("%v: %s: %s: %s", fault, f.Name, u.Branch, u.Reason)
				}
			}
		}
		if notes := fmt.Sprint(r.Packages[0].Notes); !strings.Contains(notes, "could not be checked in time") {
			t.Errorf("%v: %s", fault, notes)
		}
	}
}
