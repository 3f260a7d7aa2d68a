package cover

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/worker"
)

// statePackage has branches that hang on which functions have run before.
func statePackage(t *testing.T) string {
	return writePackage(t, `package p

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
`)
}

// writePackage writes a module with a package of one file and returns its directory.
func writePackage(t *testing.T, source string) string {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.22\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestConfirm has branches that only a process takes in which another function has run, and a case of
// that function changes what no test can put back. That case has no test, and the tests of the other
// functions say what these do without it, before and behind it in the file.
func TestConfirm(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests")
	}
	r, text, err := inPartsOf(t, statePackage(t), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for branch, want := range map[string]bool{"p.go:8:5/T": false, "p.go:8:5/F": true, "p.go:15:5/T": false, "p.go:15:5/F": false, "p.go:21:5/T": false, "p.go:21:5/F": true} {
		if strings.Contains(text, branch) != want {
			t.Errorf("claims %s: %v, want %v\n%s", branch, !want, want, text)
		}
	}
	lost, elsewhere := map[string]string{}, (&drop{reason: otherProcess}).text()
	for _, f := range r.Packages[0].Functions {
		for _, u := range f.Uncovered {
			lost[u.Branch] = u.Reason
		}
	}
	if lost["p.go:8:5/T"] != elsewhere || lost["p.go:15:5/T"] != (&drop{reason: lasts, detail: "ready"}).text() || lost["p.go:21:5/T"] != elsewhere {
		t.Errorf("lost: %q", lost)
	}
	want := []report.Withheld{
		{Reason: "lasts", Text: reasons[lasts].text, Branches: 1, Cases: 1},
		{Reason: "other-process", Text: reasons[otherProcess].text, Branches: 2},
		{Reason: "silent", Text: reasons[silent].text, Branches: 1, Cases: 1},
	}
	if got := r.Totals.Account.Withheld; !reflect.DeepEqual(byReason(got), want) {
		t.Errorf("withheld %+v", got)
	}
}

// TestUnentangled has a function with another result at each call, beside one that changes what no test can
// put back and nobody sees: the change is not blamed for the results.
func TestUnentangled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests")
	}
	r, text, err := inPartsOf(t, writePackage(t, `package p

import (
	"math/rand/v2"
	"sync/atomic"
)

var last atomic.Value

func Keep(n int) {
	if n > 5 {
		last.Store(n)
	}
}

func Chance(n int) uint64 {
	if n > 5 {
		return rand.Uint64()
	}
	return 0
}
`), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "func ") {
		t.Errorf("there is nothing to compare:\n%s", text)
	}
	want := []report.Withheld{{Reason: "silent", Text: reasons[silent].text, Branches: 4, Cases: 4}}
	if got := r.Totals.Account.Withheld; !reflect.DeepEqual(got, want) {
		t.Errorf("withheld %+v", got)
	}
}

// TestRemember checks that a case that is run once more keeps what its earlier runs have shown.
func TestRemember(t *testing.T) {
	u := &unit{}
	f := &function{unit: u}
	c := &testCase{fn: f, result: &worker.RunResult{Covered: []uint32{1, 3}, Out: []uint64{7}}}
	c.remember(&worker.RunResult{Covered: []uint32{1, 2}, Repeats: 4, Out: []uint64{8}, Others: []worker.Observation{{Out: []uint64{9}}}})
	want := worker.RunResult{Covered: []uint32{1}, Repeats: 5, Out: []uint64{7}, Others: []worker.Observation{{Out: []uint64{8}}, {Out: []uint64{9}}}}
	if !reflect.DeepEqual(*c.result, want) {
		t.Errorf("got %+v, want %+v", *c.result, want)
	}
}
