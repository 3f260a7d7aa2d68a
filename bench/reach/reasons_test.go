package main

import (
	"strings"
	"testing"
	"time"
)

func TestExported(t *testing.T) {
	for name, want := range map[string]bool{
		"Clean": true, "lazybuf": false, "(*Buffer).Read": true, "(*Buffer).grow": false, "(*lazybuf).Append": false, "Time.String": true,
	} {
		if exported(name) != want {
			t.Errorf("exported(%q) is not %v", name, want)
		}
	}
}

func TestSkippedPackage(t *testing.T) {
	for path, want := range map[string]bool{
		"path": false, "syscall": true, "runtime": true, "runtime/debug": true, "internal/abi": true, "crypto/internal/boring": true,
		"vendor/golang.org/x/text": true, "unsafe": true, "net/http": false, "sync/atomic": false,
	} {
		if skippedPackage(path) != want {
			t.Errorf("skippedPackage(%q) is not %v", path, want)
		}
	}
}

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		f    reached
		want string
	}{
		{reached{Runs: 1, Returned: 1}, ""},
		{reached{Reason: "refused: reaches os.Remove (file) via cleanup"}, "not called: refused (file)"},
		{reached{Reason: "refused: package initialization reaches os.Exit (process)"}, "not called: refused, package initialization reaches os.Exit (process)"},
		{reached{Reason: "parameter r: interface io.Reader is not searched yet"}, "not called: interface … is not searched yet"},
		{reached{Runs: 3, Ends: []end{{How: "fuel out", Runs: 1}, {How: "runtime error", Text: "index out of range [7] with length 3", Runs: 2}}},
			"always: runtime error: index out of range [N] with length N"},
		{reached{}, "no time for a run"},
	} {
		if got := why(&c.f); got != c.want {
			t.Errorf("why(%+v) = %q, want %q", c.f, got, c.want)
		}
	}
}

// TestCounts: the entries of one function count once, and every exported
// function is either back or in the table of reasons.
func TestCounts(t *testing.T) {
	r := &result{Package: "p", Funcs: []reached{
		{Func: "F", Runs: 9, Ends: []end{{How: "panicked", Runs: 9}}}, {Func: "F", Runs: 1, Returned: 1},
		{Func: "G", Reason: "assembly body"}, {Func: "h", Reason: "assembly body"},
	}}
	if n, all := r.count(); n != 1 || all != 2 {
		t.Errorf("%d of %d came back, want 1 of 2", n, all)
	}
	list := reasons([]*result{r})
	if len(list) != 1 || list[0].count != 1 || list[0].examples[0] != "p.G" {
		t.Errorf("reasons: %+v", list)
	}
	var b strings.Builder
	if err := write(&b, []*result{r}, facts{whole: true, elapsed: time.Second}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"**1 of 2 functions (50.0 %) in 1 packages", "| 1 | 1 | not called: assembly body | `p.G` |", "- `p.G`: assembly body"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report has no line with %q:\n%s", want, b.String())
		}
	}
}
