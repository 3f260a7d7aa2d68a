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
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// simulate has p run on a machine where a check builds in a time for all
// cases and one for each, and then runs them, by a clock of its own. It lists what is kept.
func simulate(p *partCheck, limit, fixed, build, run time.Duration) (kept *[]int) {
	now := time.Unix(0, 0)
	kept = new([]int)
	p.end, p.now = now.Add(limit), func() time.Time { return now }
	spend := func(d, most time.Duration) bool {
		now = now.Add(max(0, min(d, most)))
		return d <= most
	}
	p.check = func(n int, patience time.Duration) error {
		most := p.left()
		if patience > 0 {
			most = min(most, patience)
		}
		if !spend(fixed+time.Duration(n)*build, most) || !spend(time.Duration(n)*run, p.left()) {
			return context.DeadlineExceeded
		}
		*kept = append(*kept, n)
		return nil
	}
	return kept
}

// TestPartsLaw: whatever the machine, the clock's end is kept, all cases are checked where
// there is much time, and some where the fewest leave enough.
func TestPartsLaw(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		all := 1 + rng.IntN(2000)
		limit := time.Duration(1+rng.IntN(300)) * time.Second
		fixed := time.Duration(rng.Int64N(int64(limit)))
		branches := time.Duration(all * (1 + rng.IntN(3)))
		estimate := fixed + time.Duration(rng.Int64N(int64(fixed)+1))
		p := &partCheck{all: all, fixed: estimate, each: 4*estimate/branches + 1}
		build := time.Duration(rng.Int64N(int64(4*fixed/branches) + 1))
		run := time.Duration(rng.Int64N(int64(build) + 1))
		kept := simulate(p, limit, fixed, build, run)
		err := p.run()
		if p.left() < 0 || (err == nil) != (len(*kept) > 0) || err != nil && err != context.DeadlineExceeded {
			t.Fatalf("seed %d: %v, kept %v, %v left", seed, err, *kept, p.left())
		}
		if whole := fixed + time.Duration(all)*(build+run); 4*whole <= limit && (len(*kept) == 0 || (*kept)[len(*kept)-1] != all) {
			t.Fatalf("seed %d: of %d cases that take %v of %v are kept %v", seed, all, whole, limit, *kept)
		}
		if least := fixed + leastPart*(build+run); limit > 16*least && len(*kept) == 0 {
			t.Fatalf("seed %d: nothing is kept: %v and %v, %v a case in %v", seed, fixed, build, run, limit)
		}
	}
}

// TestFirstPart: where a build for any number of cases takes most of the time, or all of it, it is not
// for a handful of cases.
func TestFirstPart(t *testing.T) {
	began := time.Now()
	for left, want := range map[time.Duration]int{time.Second: 100, 8 * time.Second: 100, 16 * time.Second: 600, time.Minute: 1000} {
		p := &partCheck{all: 1000, fixed: 8 * time.Second, each: 10 * time.Millisecond, end: began.Add(left), now: func() time.Time { return began }}
		if got := p.first(); got != want {
			t.Errorf("%v left: %d cases, want %d", left, got, want)
		}
	}
}

// TestRunAll: whatever seems to be needed, the time is kept, each check is of more cases than the last that passed, and
// all cases are checked where that takes an eighth of the time.
func TestRunAll(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		all := 1 + rng.IntN(2000)
		limit := time.Duration(1+rng.IntN(60)) * time.Second
		fixed := time.Duration(rng.Int64N(int64(limit / 8)))
		build := time.Duration(rng.Int64N(int64(limit)/8/int64(all) + 1))
		p := &partCheck{fixed: 16 * fixed, each: 16*build + 1}
		kept := simulate(p, limit, fixed, build, 0)
		p.gather = func(n int) (int, error) { return n - n/16, nil }
		err := p.runAll(all)
		if p.left() < 0 || err != nil && err != context.DeadlineExceeded || !slices.IsSorted(*kept) {
			t.Fatalf("seed %d: %v, kept %v, %v left", seed, err, *kept, p.left())
		}
		if whole := fixed + time.Duration(all)*build; 8*whole <= limit && (len(*kept) == 0 || (*kept)[len(*kept)-1] != all-all/16) {
			t.Fatalf("seed %d: of %d cases that take %v of %v are kept %v", seed, all, whole, limit, *kept)
		}
	}
}

// TestPartsFault: a fault that is not the clock's ends it, and is told.
func TestPartsFault(t *testing.T) {
	fault := errors.New("a fault")
	for at := range 2 {
		n := 0
		p := &partCheck{all: 10, size: 3, now: time.Now, check: func(int, time.Duration) error {
			if n++; n > at {
				return fault
			}
			return nil
		}}
		if err := p.run(); err != fault || n != at+1 {
			t.Errorf("%d parts: %v", n, err)
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

func At(list []int, i int) int {
	if i < 0 || i >= len(list) {
		panic("no such element")
	}
	return list[i]
}
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
	return written(t, Options{Common: subject.Common{Dir: dir}, Evals: 2000}, checker{verify: verify, firstPart: first})
}

// written runs a call with another checker, whose verify may be nil, and returns the tests that are written.
func written(t *testing.T, opt Options, check checker) (r *report.Report, text string, err error) {
	t.Helper()
	out := t.TempDir()
	opt.Seed, opt.Abandon, opt.Patterns, opt.Parallel, opt.Out, opt.Verify, opt.Positions = 1, t.Context(), []string{"."}, 1, out, true, true
	s, err := newSession(opt.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if check.verify == nil {
		check.verify = s.verify
	}
	s.checker = check
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
	alone(t)
	dir := partsPackage(t)
	r, want, err := inPartsOf(t, dir, 0, nil)
	if err != nil || !strings.Contains(want, "func TestSign") || !strings.Contains(want, "func TestAtPanics") {
		t.Fatalf("%v\n%s", err, want)
	}
	const first = 3
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

// TestLate: if no test has passed when the time is up, a part of the cases is tried once more, and the
// report says so.
func TestLate(t *testing.T) {
	alone(t)
	dir := partsPackage(t)
	tries := 0
	r, text, err := inPartsOf(t, dir, 0, func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
		if tries++; tries == 1 {
			return nil, testcheck.Report{}, context.DeadlineExceeded
		}
		return testcheck.Verify(ctx, s, opts)
	})
	if err != nil || tries != 2 || !strings.Contains(text, "func TestSign") || strings.Contains(text, "func TestDigit") {
		t.Errorf("%d tries: %v\n%s", tries, err, text)
	}
	if notes := fmt.Sprint(r.Packages[0].Notes); !strings.Contains(notes, "no test was proved when the time was up") {
		t.Errorf("notes: %s", notes)
	}
}

// TestLateBeforeEvidence: if the time is up before any case has evidence, the part that is tried once more has to find
// it first.
func TestLateBeforeEvidence(t *testing.T) {
	alone(t)
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 500, Algo: "search"}, `package late

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	if n > 0 {
		return 1
	}
	return 0
}

func Size(s string) int {
	switch len(s) {
	case 1, 2:
		return 1
	case 3:
		return 2
	case 4:
		return 3
	}
	return 0
}
`)
	s.choose(t, u)
	if len(u.cases) <= leastPart {
		t.Fatalf("%d cases fit into one part", len(u.cases))
	}
	s.opt.Time = 1
	err := s.inParts(t.Context(), u, made{}, time.Now().Add(-time.Second))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// TestKeepsPart: what a part has shown stays when there is no time for the rest,
// and of this is said so; it is written before the rest is tried.
func TestKeepsPart(t *testing.T) {
	alone(t)
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
				if f.Name == "Sign" || u.Reason != (&drop{reason: late}).text() {
					t.Errorf("%v: %s: %s: %s", fault, f.Name, u.Branch, u.Reason)
				}
			}
		}
		if a := r.Totals.Account; len(a.Withheld) != 1 || a.Withheld[0].Reason != "late" || a.Found != a.Written+a.Withheld[0].Branches {
			t.Errorf("%v: %+v", fault, a)
		}
	}
}
