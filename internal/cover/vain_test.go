package cover

import (
	"testing"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testdir"
	"nearmiss/internal/worker"
)

// TestInVain: a search without a time limit of the user's ends after two rounds in vain, one after the
// other: without a branch, with no goal nearer, and with nothing to expect.
func TestInVain(t *testing.T) {
	const packageTime = 20 * time.Second
	type round struct {
		found bool
		stale int // slices without an improvement of an open goal
		ends  bool
	}
	for _, c := range []struct {
		name        string
		packageTime time.Duration
		all         bool
		once        uint32 // branch that a single evaluation takes
		rounds      []round
	}{
		{"in vain", packageTime, true, worker.NoBranch, []round{{false, 2, false}, {false, 2, true}}},
		{"a branch between", packageTime, true, worker.NoBranch, []round{{false, 2, false}, {true, 2, false}, {false, 2, false}, {false, 3, true}}},
		{"a goal nearer", packageTime, true, worker.NoBranch, []round{{false, 2, false}, {false, 0, false}, {false, 1, false}, {false, 2, false}, {false, 2, true}}},
		{"goals that wait", packageTime, false, worker.NoBranch, []round{{false, 2, false}, {false, 2, false}}},
		{"more to expect", packageTime, true, 0, []round{{false, 2, false}, {false, 2, false}}},
		{"a limit of the user's", 0, true, worker.NoBranch, []round{{false, 2, false}, {false, 2, false}, {false, 2, false}}},
	} {
		u, _ := branches(4)
		u.saw(&worker.SearchResult{Evaluations: 100})
		if c.once != worker.NoBranch {
			u.saw(&worker.SearchResult{Evaluations: 100, Once: []uint32{c.once}})
		}
		r := &schedule{s: &session{opt: Options{PackageTime: c.packageTime}}, u: u, all: c.all}
		for i, round := range c.rounds {
			u.goals[1].slices, u.goals[1].stale = 9, round.stale
			if ends := r.inVain(round.found); ends != round.ends {
				t.Errorf("%s: round %d ends the search: %t, want %t", c.name, i, ends, round.ends)
			}
		}
	}
}

// TestEndsForMutants: with mutants as goals and a clock a search ends when it has found nothing for half of the time up to its last find,
// and for leastVain; without either it goes on.
func TestEndsForMutants(t *testing.T) {
	for _, c := range []struct {
		mutants      bool
		time         time.Duration
		begun, found time.Duration // ago
		ends         bool
	}{
		{true, time.Minute, 21 * time.Second, 6 * time.Second, false},
		{true, time.Minute, 21 * time.Second, 8 * time.Second, true},
		{true, time.Minute, 2 * time.Second, 2 * time.Second, false},
		{true, time.Minute, 4 * time.Second, 4 * time.Second, true},
		{true, 0, 19 * time.Second, 10 * time.Second, false},
		{false, time.Minute, 19 * time.Second, 10 * time.Second, false},
	} {
		u, _ := branches(4)
		now := time.Now()
		r := &schedule{s: &session{opt: Options{Common: subject.Common{Time: c.time}, Mutants: c.mutants}}, u: u, begun: now.Add(-c.begun), found: now.Add(-c.found)}
		if ends := r.inVain(false); ends != c.ends {
			t.Errorf("%+v: ends %t", c, ends)
		}
		if c.mutants && c.time > 0 && r.inVain(true) {
			t.Errorf("%+v: a find ends the search", c)
		}
	}
}

// TestEndsInVain: a call without -time ends by itself long before its time, and says why.
func TestEndsInVain(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": `package m

func product(n uint64) uint64 { return n * (n + 1) }

func Odd(n uint64) bool { return product(n) == 7 }
`})
	r, err := Run(t.Context(), Options{Common: subject.Common{Seed: 1, Dir: dir}, Patterns: []string{"."}, PackageTime: time.Hour, Evals: 1_000_000_000, Algo: "search"})
	if err != nil || r.Stopped != report.StoppedVain {
		t.Fatalf("%v: stopped %q", err, r.Stopped)
	}
	if open := r.Packages[0].Functions[1].Uncovered; len(open) != 1 || open[0].Why != report.WhyVain {
		t.Errorf("open: %+v", open)
	}
}
