package cover

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// hybridSubject copies the package of the test data.
func hybridSubject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	src, err := os.ReadFile("testdata/hybrid/hybrid.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"go.mod": []byte("module example.com/hybrid\n\ngo 1.26\n"), "hybrid.go": src} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// left is how many branches of a function are not covered.
func left(t *testing.T, r *report.Report, name string) int {
	t.Helper()
	for _, f := range r.Packages[0].Functions {
		if f.Name == name {
			return f.Branches.Total - f.Branches.Covered
		}
	}
	t.Fatalf("no function %s", name)
	return 0
}

// TestHybrid: what search alone does not cover in a budget it covers together
// with solving, and the report says by whom; the same seed does the same,
// whatever the number of workers is.
func TestHybrid(t *testing.T) {
	if testing.Short() {
		t.Skip("four searches")
	}
	dir := hybridSubject(t)
	run := func(algo string, workers int) *report.Report {
		r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir, Seed: 5}, Algo: algo, Evals: 8_000, Parallel: workers})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	search, auto := run("search", 2), run("auto", 1)
	if search.Totals.Symbolic != nil {
		t.Errorf("search solves: %+v", search.Totals.Symbolic)
	}
	for _, name := range []string{"(*Account).Frozen", "Opens"} { // behind what values are made of
		if s, a := left(t, search, name), left(t, auto, name); s == 0 || a > 0 {
			t.Errorf("%s: search leaves %d branches, both together %d", name, s, a)
		}
	}
	x := auto.Totals.Symbolic
	if x == nil || x.Runs == 0 || x.Queries == 0 || x.Covered == 0 {
		t.Errorf("the report counts %+v", x)
	}
	same := func(r *report.Report) string {
		r.ElapsedMS, r.Notes = 0, nil // a note may say how long a build took
		if r.Next != nil {
			r.Next.ElapsedMS = 0
		}
		for i := range r.Packages[0].Functions {
			r.Packages[0].Functions[i].ElapsedMS = 0
		}
		text, err := json.MarshalIndent(r, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if a, b := same(auto), same(run("auto", 3)); a != b {
		t.Errorf("with one worker\n%s\nwith three\n%s", a, b)
	}
}

// manyPaths is the body of a function of a text s and a key of 64 bits.
const manyPaths = `	n := uint64(1)
	for i := range len(s) {
		if s[i] > 'm' {
			n *= uint64(s[i])
		}
	}
	if n*key == 0x123456789 && key*key == 77 {
		return 1
	}
	return 0
}
`

// TestHybridStops: a search that solves ends with its context, and keeps what
// it has.
func TestHybridStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	solving := func(now report.Snapshot) {
		if now.(report.CoverSnapshot).Runs > 50 {
			cancel()
		}
	}
	s, u := planned(t, Options{Algo: "dse", Evals: 1_000_000, Parallel: 2, Common: subject.Common{Progress: solving}}, `package closed

// Long has many paths.
func Long(s string, key uint64) int {
`+manyPaths)
	if err := s.search(ctx); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() == nil {
		t.Fatal("it was over before its context")
	}
	if x := u.schedule.explorers; len(x) != 1 || x[0].spent.runs == 0 {
		t.Errorf("nothing was counted: %+v", x)
	}
}

// TestNotLoaded: what search covers alone is not loaded.
func TestNotLoaded(t *testing.T) {
	alone(t)
	s, u := planned(t, Options{Evals: 5_000}, `package closed

func Small(a int) bool { return a > 10 && a < 20 }
`)
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := u.schedule; len(r.openGoals()) > 0 || u.symbols.program != nil || len(r.explorers) > 0 {
		t.Errorf("%d goals are open; loaded: %v, explored: %d", len(r.openGoals()), u.symbols.program != nil, len(r.explorers))
	}
}
