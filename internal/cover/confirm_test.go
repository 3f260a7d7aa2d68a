package cover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// statePackage has branches that hang on which functions have run before.
func statePackage(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/p\n\ngo 1.21\n",
		"p.go": `package p

import "sync/atomic"

var ready atomic.Value

func Before(n int) int {
	if ready.Load() != nil {
		return 1
	}
	return 0
}

func Prepare(n int) {
	if n > 5 {
		ready.Store(true)
	}
}

func Behind(n int) int {
	if ready.Load() != nil {
		return 1
	}
	return 0
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestConfirm has a branch that only a process takes in which another function has run: what it
// hangs on is not put back. In the tests, which run in the order of the file, it is not taken. The
// function behind it in the file takes one of the same kind in the tests too, until the case that
// this hangs on falls in the checks: then it is not claimed any more.
func TestConfirm(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests")
	}
	checked := 0
	r, text, err := inPartsOf(t, statePackage(t), 0, func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
		if checked++; checked == 1 {
			var claims []string
			for _, f := range s.Funcs {
				for _, c := range f.Cases {
					for _, b := range c.Covers {
						claims = append(claims, b.Branch)
					}
				}
			}
			if slices.Contains(claims, "p.go:8:5/T") || !slices.Contains(claims, "p.go:15:5/T") || !slices.Contains(claims, "p.go:21:5/T") {
				t.Errorf("before the checks it claims %q", claims)
			}
			i := slices.Index(s.Tests, "TestPrepareBranches")
			j := slices.IndexFunc(s.Funcs[i].Cases, func(c testgen.Case) bool { return int64(c.Vector[0]) > 5 })
			d := s.Drop(i, j, "it is too loud")
			var err error
			if s, err = s.With(s.Without(func(f, c int) bool { return f == i && c == j }), []testgen.Dropped{d}); err != nil {
				return nil, testcheck.Report{}, err
			}
		}
		return testcheck.Verify(ctx, s, opts)
	})
	if err != nil {
		t.Fatal(err)
	}
	for branch, want := range map[string]bool{"p.go:8:5/T": false, "p.go:8:5/F": true, "p.go:15:5/T": false, "p.go:15:5/F": true, "p.go:21:5/T": false, "p.go:21:5/F": true} {
		if strings.Contains(text, branch) != want {
			t.Errorf("claims %s: %v, want %v\n%s", branch, !want, want, text)
		}
	}
	lost := map[string]string{}
	for _, f := range r.Packages[0].Functions {
		for _, u := range f.Uncovered {
			lost[u.Branch] = u.Reason
		}
		for _, c := range f.Tests {
			if slices.Contains(c.Covers, "p.go:8:5/T") {
				t.Errorf("%s claims %v", c.Name, c.Covers)
			}
		}
	}
	if lost["p.go:8:5/T"] != reasons[otherProcess] || lost["p.go:15:5/T"] != reasons[failed] || lost["p.go:21:5/T"] != reasons[otherProcess] {
		t.Errorf("lost: %q", lost)
	}
	if notes := fmt.Sprint(r.Packages[0].Notes); !strings.Contains(notes, "dropped: it is too loud") {
		t.Errorf("notes: %s", notes)
	}
}
