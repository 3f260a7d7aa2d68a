package cover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// manyPackages makes a module of n packages.
func manyPackages(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module example.test/m\n\ngo 1.26\n"}
	for i := range n {
		files[fmt.Sprintf("p%d/p.go", i)] = fmt.Sprintf("package p%d\n\nfunc Sign(n int) bool { return n < %d }\n", i, i)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRelease: whenever a worker is built, there are the binaries of a few packages: those built ahead,
// the one that is searched and the one whose tests are made. In the end there is none.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	const packages, parallel = 7, 2
	var s *session
	var mu sync.Mutex
	most, built := 0, 0
	binaries := func() int {
		list, _ := filepath.Glob(filepath.Join(s.Temp, "nearmiss-build-*"))
		return len(list)
	}
	opt := Options{Common: subject.Common{Dir: manyPackages(t, packages), Seed: 1}, Patterns: []string{"./..."}, Evals: 100, Parallel: parallel, Algo: "search",
		Log: func(format string, args ...any) {
			if strings.Contains(fmt.Sprintf(format, args...), "built the worker of") {
				mu.Lock()
				defer mu.Unlock()
				built++
				most = max(most, binaries())
			}
		}}
	s, err := newSession(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	r, err := s.call(t.Context())
	if err != nil || r.Totals.Covered != 2*packages || built != packages {
		t.Fatalf("%v, %d workers built: %+v", err, built, r.Totals)
	}
	if limit := max(1, parallel/aheadDivisor) + 3; most > limit { // one more is being searched, checked and begun each
		t.Errorf("there were %d binaries at a time, want at most %d", most, limit)
	}
	if n := binaries(); n != 0 {
		t.Errorf("%d binaries are left", n)
	}
	for _, u := range s.units {
		if u.pool != nil || u.set != nil || u.symbols.program != nil {
			t.Errorf("%s was not released", u.pkg.ImportPath)
		}
	}
}

// TestInterruptLeavesOthers: after an interrupt no further package is built or begun.
func TestInterruptLeavesOthers(t *testing.T) {
	alone(t)
	ctx, interrupt := context.WithCancel(t.Context())
	searched := 0
	opt := Options{Common: subject.Common{Dir: manyPackages(t, 4), Seed: 1}, Patterns: []string{"./..."}, Evals: 100, Algo: "search",
		Log: func(format string, args ...any) {
			if strings.Contains(fmt.Sprintf(format, args...), "looked at all functions") {
				searched++
				interrupt()
			}
		}}
	r, err := Run(ctx, opt)
	if err != nil || r.Stopped != report.StoppedInterrupt {
		t.Fatal(r, err)
	}
	if searched != 1 || r.Packages[0].Functions[0].Branches.Covered != 2 {
		t.Errorf("%d packages were searched; the first: %+v", searched, r.Packages[0].Functions[0])
	}
	for _, p := range r.Packages[1:] {
		if f := p.Functions[0]; f.Evaluations != 0 || len(f.Uncovered) != 2 || f.Uncovered[0].Reason != report.Untried {
			t.Errorf("%s: %+v", p.Path, f)
		}
	}
}
