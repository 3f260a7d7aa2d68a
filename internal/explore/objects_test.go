package explore

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/subject"
)

// TestObjects: the receiver is in states that calls make, and what is printed are calls.
func TestObjects(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "object", "testdata", "types"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/types\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	common := subject.Common{Dir: dir, Seed: 1}
	var s *Session // of the last row
	search := func(o Options) *Result {
		r, err := s.Search(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, want := range []struct {
		fn           string
		reached, all int
		text         []string
	}{
		{"(*Sorter).Count", 3, 4, []string{"NewSorter(1234, false).Count()", "NewSorter: s.less is an interface, a function or a channel that is not nil"}},
		{"(*Account).Draw", 12, 14, []string{"(Open() then .Verify(4711), .Deposit(1)).Draw(1)", "a.step > 3", "unknown: no sequence of calls was found that makes a state for it, on 1 path"}},
	} {
		var err error
		if s, err = Open(t.Context(), Options{Common: common, Func: "." + want.fn, States: StatesCalls}); err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r := search(Options{Common: common, Strategy: "bfs", States: StatesCalls, Runs: 40})
		var b bytes.Buffer
		r.WriteText(&b)
		if r.Reached() != want.reached || len(r.Targets) != want.all || r.Mismatches > 0 {
			t.Errorf("%s: %d of %d reached, %d mismatches", want.fn, r.Reached(), len(r.Targets), r.Mismatches)
		}
		for _, text := range want.text {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s: no %s in\n%s", want.fn, text, b.String())
			}
		}
		if strings.Contains(b.String(), "no solver") || strings.Contains(b.String(), "Account{") {
			t.Errorf("%s: a literal is printed, or a solver is blamed:\n%s", want.fn, b.String())
		}
	}
	// A call that is needed, and what forbids the rest.
	r := search(Options{Common: common, Strategy: "tardis"})
	for _, a := range r.Targets {
		switch a.Condition {
		case "a.balance > 1200":
			if a.Runs > 0 && strings.HasSuffix(a.Branch, "/T") && a.Decides != ".Verify(4711)" {
				t.Errorf("%+v", a)
			}
		case "a.step > 3":
			if a.Runs == 0 && !slices.Equal(a.Forbids, []string{"a.step <= 3"}) {
				t.Errorf("%+v", a)
			}
		}
	}
	if r.Invariants == nil {
		t.Error("nothing held")
	}
	// In the states of the first input, with one call of the constructor, there is little to see.
	r, err := Run(t.Context(), Options{Common: common, Func: ".(*Account).Draw", Strategy: "tardis", States: StatesFirst})
	if err != nil || r.Reached() > 2 || r.Invariants != nil {
		t.Errorf("as in the first input: %d reached, %v", r.Reached(), err)
	}
	r = search(Options{Common: subject.Common{Time: 5 * time.Millisecond}, Strategy: "bfs", States: StatesCalls})
	if r.Status != StatusBudget {
		t.Errorf("with little time: %v", r.Status)
	}
}
