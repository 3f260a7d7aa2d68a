package cover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// twoPackages writes a module with the packages a and b of one text.
func twoPackages(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/closed\n\ngo 1.26\n", "a/a.go": text, "b/b.go": text,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const signSource = `package closed

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}
`

// TestFaultEndsOnePackage: nearmiss panics in a stage of the work on package a. The call tells of it in
// one line that names the package, fails, and writes the tests of package b. What a search has found
// before its fault becomes tests.
func TestFaultEndsOnePackage(t *testing.T) {
	alone(t)
	for _, tt := range []struct {
		at      string // begins what is logged where the fault is
		written bool   // tests of package a, too
	}{
		{at: "built the worker of "},
		{at: "looked at all functions of ", written: true},
		{at: "warmed the tests of "},
		{at: "choosing the cases of "},
		{at: "checking the tests of "},
	} {
		t.Run(tt.at, func(t *testing.T) {
			dir := twoPackages(t, signSource)
			s, err := newSession(Options{
				Common: subject.Common{Seed: 1, Dir: dir, Abandon: t.Context()}, Evals: 2000, Algo: "search", Patterns: []string{"./..."}, Write: true, Verify: true,
				Log: func(format string, args ...any) {
					line := fmt.Sprintf(format, args...)
					if strings.Contains(line, tt.at+"example.com/closed/a") && !strings.Contains(line, "race detector") {
						panic("injected")
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer s.close()
			r, err := s.call(t.Context())
			if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "package example.com/closed/a: a fault of nearmiss, please report it: injected in cover.TestFaultEndsOnePackage.") {
				t.Errorf("the error is %v", err)
			}
			for name, want := range map[string]bool{"a": tt.written, "b": true} {
				if _, err := os.Stat(filepath.Join(dir, name, testgen.TestFile)); (err == nil) != want {
					t.Errorf("the tests of package %s: %v", name, err)
				}
			}
			if r == nil {
				t.Fatal("there is no report")
			}
			for i, want := range []bool{tt.written, true} {
				if n := r.Packages[i].Functions[0].Branches.Covered; (n == 2) != want {
					t.Errorf("%d branches of package %d are covered", n, i)
				}
			}
		})
	}
}

// A panicking runner panics when it is asked to search.
type panicking struct{ runner }

func (panicking) Search(context.Context, []*worker.SearchJob, func(int, *worker.Found)) ([]*native.SearchResult, error) {
	panic("injected")
}

// TestFaultBesideOthers: a panic in one of several goroutines of the search ends the search of its
// package alone.
func TestFaultBesideOthers(t *testing.T) {
	s, err := newSession(Options{Common: subject.Common{Seed: 1, Dir: twoPackages(t, failingSource)}, Parallel: 2, Evals: 2000, Algo: "search", Patterns: []string{"./..."}}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.ready(t)
	s.units[0].pool = panicking{s.units[0].pool}
	for i, u := range s.units {
		end, _ := s.cover(t.Context(), u, s.units[i+1:])
		s.finish(t.Context(), t.Context(), u, end)
	}
	if err := s.failed(); err == nil || !strings.Contains(err.Error(), "closed/a: a fault of nearmiss") {
		t.Errorf("the error is %v", err)
	}
	if f := s.summary(report.StoppedDone).Packages[1].Functions[0]; f.Branches.Covered != 2 {
		t.Errorf("package b: %+v", f)
	}
}
