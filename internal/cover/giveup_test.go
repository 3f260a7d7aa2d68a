package cover

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// A failing runner has jobs of one entry die before they run, or fails altogether after
// some rounds.
type failing struct {
	runner
	entry  int // -1: none
	rounds int // until it fails, never if negative
	asked  int // jobs of the entry
}

var errFailing = errors.New("the workers are gone")

func (f *failing) Search(ctx context.Context, jobs []*worker.SearchJob, found func(int, *worker.Found)) ([]*native.SearchResult, error) {
	if f.rounds == 0 {
		return make([]*native.SearchResult, len(jobs)), errFailing
	}
	f.rounds--
	out := make([]*native.SearchResult, len(jobs))
	for i, j := range jobs {
		if j.Entry == f.entry {
			f.asked++
			out[i] = &native.SearchResult{GaveUp: true, Result: &worker.SearchResult{}, Crashes: []native.Crash{{Kind: native.BeforeRun, Entry: j.Entry, Text: "signal 9"}}}
			continue
		}
		one, err := f.runner.Search(ctx, []*worker.SearchJob{j}, found)
		if err != nil {
			return out, err
		}
		out[i] = one[0]
	}
	return out, nil
}

const failingSource = `package closed

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func Dies(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func Plain(n int) int { return n + 1 }

func Hard(a, b uint64) bool {
	if a*a*a+b*b == 0x9e3779b97f4a7c15 && a > 1<<40 {
		return true
	}
	return false
}
`

// TestFunctionGivenUp: a function that workers die of is asked for once, and skipped with
// the reason; the others of its package are searched.
func TestFunctionGivenUp(t *testing.T) {
	alone(t)
	for _, algo := range []string{"auto", "search"} {
		t.Run(algo, func(t *testing.T) {
			s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 2000, Algo: algo}, failingSource)
			f := &failing{runner: u.pool, entry: u.funcs[1].entry, rounds: -1}
			u.pool = f
			s.choose(t, u)
			r := s.summary(report.StoppedDone)
			sign, dies := r.Packages[0].Functions[0], r.Packages[0].Functions[1]
			if f.asked != 1 {
				t.Errorf("there were %d jobs of the function, want 1", f.asked)
			}
			if dies.Status != report.Skipped || dies.Reason != "its workers die before they run an input: signal 9" {
				t.Errorf("it is %s: %s", dies.Status, dies.Reason)
			}
			if sign.Status != report.Searched || sign.Branches.Covered != 2 || r.Totals.Searched != 3 || r.Totals.Skipped != 1 {
				t.Errorf("the others: %+v, %+v", sign, r.Totals)
			}
		})
	}
}

// TestPackageGivenUp: a package whose workers fail in the midst of the search is told of by
// name, keeps what it has come to, and costs the other packages nothing.
func TestPackageGivenUp(t *testing.T) {
	dir := twoPackages(t, failingSource)
	for rounds, status := range map[int]string{0: report.Skipped, 1: report.Searched} {
		s, err := newSession(Options{Common: subject.Common{Seed: 1, Dir: dir}, Evals: 2000, Algo: "search", Patterns: []string{"./..."}}.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.close)
		s.ready(t)
		s.units[0].pool = &failing{runner: s.units[0].pool, entry: -1, rounds: rounds}
		err = s.search(t.Context())
		if !errors.Is(err, errFailing) || err.Error() != "package example.com/closed/a: the workers are gone" {
			t.Errorf("the error is %v", err)
		}
		for _, u := range s.units {
			if err := s.tests(t.Context(), u, deadlines{}, nil); err != nil {
				t.Error(err)
			}
		}
		r := s.summary(report.StoppedDone)
		for i, want := range []string{status, report.Searched} {
			f := r.Packages[i].Functions[0]
			if f.Status != want || (f.Branches.Covered == 2) != (want == report.Searched) {
				t.Errorf("after %d rounds package %d: %+v", rounds, i, f)
			}
		}
		if notes := r.Packages[0].Notes; rounds > 0 && (len(notes) == 0 || !strings.Contains(notes[0].Text, "its search was given up: the workers are gone")) {
			t.Errorf("the notes are %+v", notes)
		}
	}
}
