//go:build linux

package cover

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testdir"
	"nearmiss/internal/testgen"
)

// byReason sorts the rows of an account by their reasons.
func byReason(list []report.Withheld) []report.Withheld {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b report.Withheld) int { return strings.Compare(a.Reason, b.Reason) })
	return list
}

// troubled has branches that are found and can have no test, for many reasons.
const troubled = `package m

import (
	"math/rand"
	"os"
	"runtime"
	"time"
)

func Soon(at int64) bool {
	d := time.Until(time.Unix(at, 0))
	return d > 0 && d < time.Hour
}

func Clean(n int) error {
	if n > 10 {
		return os.Mkdir("made", 0o700)
	}
	return nil
}

func Lucky(n int) int {
	if rand.Intn(3) == 0 {
		return 1
	}
	return 0
}

func Ends(n int) int {
	if n > 100 {
		runtime.Goexit()
	}
	return n
}

type Tank struct{ level, most int }

func New(most int) *Tank { return &Tank{most: 10} }

func (t *Tank) Full() bool { return t.level > 10 && t.most == 10 }

var total int

func Races(n int) int {
	if n > 5 {
		go func() { total++ }()
		total++
	}
	return n
}
`

// An accounted call is a session that has recorded what its search has found.
type accounted struct {
	*session
	shut  func()
	dir   string
	found map[string]bool // branches in the archive when the search had ended
	logs  func(line string)
}

// account prepares a call of cover over one package.
func account(t *testing.T, text string, o Options) *accounted {
	t.Helper()
	a := &accounted{dir: t.TempDir(), found: map[string]bool{}, logs: func(string) {}}
	testdir.Write(t, a.dir, map[string]string{"go.mod": "module example.test/m\n\ngo 1.26\n", "m.go": text})
	a.open(t, o)
	return a
}

// open begins a session over the package.
func (a *accounted) open(t *testing.T, o Options) {
	t.Helper()
	o.Common = subject.Common{Dir: a.dir, Seed: max(o.Seed, 1), Time: o.Time, Abandon: t.Context()}
	o.Patterns, o.Evals, o.Parallel, o.Write, o.Verify, o.Boundaries, o.Positions = []string{"."}, 3000, 1, true, true, true, true
	o.Log = func(format string, args ...any) {
		line := fmt.Sprintf(format, args...)
		if strings.Contains(line, "choosing the cases") {
			for _, u := range a.units {
				for _, g := range u.goals {
					if g.found != nil {
						a.found[u.graph.BranchName(g.branch)] = true
					}
				}
			}
		}
		a.logs(line)
	}
	var err error
	if a.session, err = newSession(o.withDefaults()); err != nil {
		t.Fatal(err)
	}
	a.shut = sync.OnceFunc(a.session.close)
	t.Cleanup(a.shut)
}

// claim matches a branch in the comment of a case.
var claim = regexp.MustCompile(`\b\w+\.go:\d+:\d+/[TF]\b`)

// claimed lists the branches that the written tests claim.
func (a *accounted) claimed(t *testing.T) map[string]bool {
	t.Helper()
	claims := map[string]bool{}
	for _, name := range []string{testgen.TestFile, testgen.PanicFile} {
		text, err := os.ReadFile(filepath.Join(a.dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, b := range claim.FindAllString(string(text), -1) {
			claims[b] = true
		}
	}
	return claims
}

// balance asserts that found = written + withheld: in the counts of each function, and branch by
// branch between the archive, the text of the tests and the reasons. It returns the counts.
func (a *accounted) balance(t *testing.T, r *report.Report) report.Account {
	t.Helper()
	claims, withheld := a.claimed(t), map[string]string{}
	var sum report.Account
	for _, f := range r.Packages[0].Functions {
		n := 0
		for _, w := range f.Account.Withheld {
			n += w.Branches
		}
		if f.Account.Found != f.Account.Written+n || f.Account.Written != f.Branches.Covered {
			t.Errorf("%s: %+v of %+v", f.Name, f.Account, f.Branches)
		}
		sum.Found, sum.Written = sum.Found+f.Account.Found, sum.Written+f.Account.Written
		for _, u := range f.Uncovered {
			if u.Withheld != "" {
				withheld[u.Branch] = u.Withheld
			}
		}
	}
	all := r.Totals.Account
	if all.Found != sum.Found || all.Written != sum.Written || len(withheld) != all.Found-all.Written {
		t.Errorf("in all %+v, but the functions have %+v, and %d branches a reason", all, sum, len(withheld))
	}
	for b := range a.found {
		if claims[b] == (withheld[b] != "") {
			t.Errorf("%s was found: in a test %v, withheld for %q", b, claims[b], withheld[b])
		}
	}
	for b, why := range withheld {
		if claims[b] || why == reasons[unexplained].key {
			t.Errorf("%s, in a test %v, is withheld for %q", b, claims[b], why)
		}
	}
	if len(claims) != all.Written || len(a.found) > all.Found {
		t.Errorf("the tests claim %d branches and the archive had %d: %+v", len(claims), len(a.found), all)
	}
	return all
}

// has returns the reasons of an account with their numbers of branches.
func has(a report.Account) map[string]int {
	list := map[string]int{}
	for _, w := range a.Withheld {
		list[w.Reason] = w.Branches
	}
	return list
}

// TestAccount: what a search finds has a test, or a reason why not.
func TestAccount(t *testing.T) {
	alone(t)
	for seed := range uint64(2) {
		a := account(t, troubled, Options{Common: subject.Common{Seed: seed + 1}})
		r, err := a.call(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all := a.balance(t, r)
		for _, why := range []reason{timeDependent, acts, illegal} {
			if has(all)[reasons[why].key] == 0 {
				t.Errorf("seed %d: no branch is withheld for %s: %+v", seed+1, reasons[why].key, all)
			}
		}
	}
}

// TestAccountMerged: rows that fail beside the tests that were there are withheld, and so is all where
// the files have changed on the disk.
func TestAccountMerged(t *testing.T) {
	alone(t)
	a := account(t, `package m

var mode int

func First(n int) int {
	if n > 1 {
		return 1
	}
	return 0
}

func Second(n int) int {
	if n > 2 {
		return mode + 2
	}
	return 7
}
`, Options{Func: regexp.MustCompile("First")})
	if r, err := a.call(t.Context()); err != nil || a.balance(t, r).Written != 2 {
		t.Fatal(r, err)
	}
	file := filepath.Join(a.dir, testgen.TestFile)
	change := func(text string) {
		before, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, append(before, text...), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	change("\nfunc init() { mode = 5 }\n")
	a.shut()
	a.open(t, Options{Func: regexp.MustCompile("Second")})
	r, err := a.call(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if all := r.Totals.Account; all.Found != 2 || all.Written != 1 || has(all)["fails"] != 1 {
		t.Errorf("beside other tests: %+v", all)
	}
	if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "m.go:13:5/T") || !strings.Contains(string(text), "m.go:13:5/F") {
		t.Errorf("%v\n%s", err, text)
	}

	a.shut()
	a.open(t, Options{Func: regexp.MustCompile("Second")})
	a.verify = func(ctx context.Context, s *testgen.Suite, o testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
		change("\n// A change.\n")
		return testcheck.Verify(ctx, s, o)
	}
	r, err = a.call(t.Context())
	if all := r.Totals.Account; err == nil || all.Found != 2 || has(all)["unwritten"] != 2 {
		t.Errorf("%v: %+v", err, all)
	}
}

// TestAccountLate: where the time is up before or during a stage, or a user interrupts the search,
// the sum is the same.
func TestAccountLate(t *testing.T) {
	alone(t)
	text, err := os.ReadFile(filepath.Join(partsPackage(t), "m.go"))
	if err != nil {
		t.Fatal(err)
	}
	late := func(most int) verifyFunc {
		return func(ctx context.Context, s *testgen.Suite, o testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
			n := 0
			for _, f := range s.Funcs {
				n += len(f.Cases)
			}
			if n > most {
				return nil, testcheck.Report{}, context.DeadlineExceeded
			}
			return testcheck.Verify(ctx, s, o)
		}
	}
	for _, c := range []struct {
		name   string
		verify verifyFunc
		first  int
		want   []string
	}{
		{"no test", late(0), 0, []string{"late"}},
		{"the first part", late(leastPart), 3, []string{"late"}},
		{"all", late(1000), 3, nil},
	} {
		a := account(t, string(text), Options{Common: subject.Common{Time: time.Hour}})
		a.verify, a.firstPart = c.verify, c.first
		r, err := a.call(t.Context())
		if err != nil {
			t.Fatal(c.name, err)
		}
		if all := a.balance(t, r); !slices.Equal(slices.Sorted(maps.Keys(has(all))), c.want) || all.Found != 14 {
			t.Errorf("%s: %+v", c.name, all)
		}
	}
	t.Run("interrupted", func(t *testing.T) {
		a := account(t, string(text), Options{})
		ctx, interrupt := context.WithCancel(t.Context())
		a.logs = func(line string) {
			if strings.Contains(line, "looked at all functions") {
				interrupt()
			}
		}
		r, err := a.call(ctx)
		if err != nil || r.Stopped != report.StoppedInterrupt {
			t.Fatal(r, err)
		}
		if all := a.balance(t, r); all.Found == 0 {
			t.Errorf("%+v", all)
		}
	})
	t.Run("selection", func(t *testing.T) {
		a := account(t, string(text), Options{})
		a.ready(t)
		if err := a.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.finish(t.Context(), t.Context(), a.units[0], deadlines{all: time.Unix(1, 0)})
		if all := a.balance(t, a.summary(report.StoppedTime)); has(all)["unrun"] != 14 || all.Found != 14 {
			t.Errorf("%+v", all)
		}
	})
}
