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
	for fn, want := range map[string]struct {
		reached, all int
		text         []string
	}{
		"(*Sample).Run":   {10, 12, []string{"NewSample([5]int{1, 1001, 2001, 3001, 4001}, [10]int{}).Run()"}},
		"(*Account).Draw": {12, 14, []string{"(Open() then .Verify(4711), .Deposit(1)).Draw(1)", "a.step > 3", "unknown: no sequence of calls was found that makes a state for it, on 1 path"}},
		"(*Sorter).Count": {3, 4, []string{"NewSorter(1234, false).Count()", "NewSorter: s.less is an interface, a function or a channel that is not nil"}},
	} {
		r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir, Seed: 1}, Func: "." + fn, Strategy: "bfs", States: StatesCalls, Runs: 40})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		r.WriteText(&b)
		t.Log(b.String())
		if r.Reached() != want.reached || len(r.Targets) != want.all || r.Mismatches > 0 {
			t.Errorf("%s: %d of %d reached", fn, r.Reached(), len(r.Targets))
		}
		for _, text := range want.text {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s: no %s", fn, text)
			}
		}
		if strings.Contains(b.String(), "no solver") || strings.Contains(b.String(), "Sample{") || strings.Contains(b.String(), "Account{") {
			t.Errorf("%s: a literal is printed, or a solver is blamed", fn)
		}
	}
	// A call that is needed, and what forbids the rest.
	r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir, Seed: 1}, Func: ".(*Account).Draw", Strategy: "tardis"})
	if err != nil {
		t.Fatal(err)
	}
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
	r, err = Run(t.Context(), Options{Common: subject.Common{Dir: dir, Seed: 1}, Func: ".(*Account).Draw", Strategy: "tardis", States: StatesFirst})
	if err != nil || r.Reached() > 2 || r.Invariants != nil {
		t.Errorf("as in the first input: %d reached, %v", r.Reached(), err)
	}
	r, err = Run(t.Context(), Options{Common: subject.Common{Dir: dir, Time: 200 * time.Millisecond}, Func: ".(*Sample).Run", Strategy: "bfs", States: StatesCalls})
	if err != nil || r.Status != StatusBudget {
		t.Errorf("with little time: %v, %v", r, err)
	}
	if _, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir}, Func: ".(*Broken).Get", Strategy: "bfs", States: StatesCalls}); err == nil || !strings.Contains(err.Error(), "NewBroken: the calls panic") {
		t.Errorf("without a state: %v", err)
	}
	if r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir}, Func: ".Plain", Strategy: "bfs", States: StatesCalls}); err != nil || r.Runs == 0 {
		t.Errorf("a function: %v, %v", r, err)
	}
}
