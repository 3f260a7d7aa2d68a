package probe

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRecord: a record holds the texts of the calls between its start and its end. It is untold if there are too many,
// if one is too long or has no text, or if a goroutine of the run makes one. Text takes no branches.
func TestRecord(t *testing.T) {
	defer func() { Format = nil }()
	var outer []uint8
	Format = func(format string, args []any) (string, bool) {
		outer = append(outer, threshold)
		return fmt.Sprintf(format, args...), format != "untold"
	}
	Init(1, 0)
	foreign := false
	Keep(&Keeper{Settle: func() {}, Foreign: func() bool { return foreign }})
	defer Keep(nil)
	times := func(n int, text string) func() {
		return func() {
			for range n {
				Record("f(%v)", text)
			}
		}
	}
	for name, c := range map[string]struct {
		run  func()
		want int // calls; -1: untold
	}{
		"none":    {func() {}, 0},
		"two":     {times(2, "a"), 2},
		"most":    {times(maxRecorded, "a"), maxRecorded},
		"many":    {times(maxRecorded+1, "a"), -1},
		"long":    {times(1, strings.Repeat("a", maxRecordedText)), -1},
		"no text": {func() { Record("untold"); Record("f(%v)", 1) }, -1},
		"foreign": {func() { foreign = true; Record("f(%v)", 1); foreign = false; Record("f(%v)", 1) }, -1},
	} {
		Record("before")
		Begin()
		BeginRecord()
		c.run()
		inRun := threshold
		End()
		calls, ok := EndRecord()
		Record("after")
		if ok != (c.want >= 0) || ok && len(calls) != c.want || inRun != 0 {
			t.Errorf("%s: %q, %v; probes record: %v", name, calls, ok, inRun == 0)
		}
	}
	if slices.ContainsFunc(outer, func(threshold uint8) bool { return threshold == 0 }) {
		t.Error("methods called for a text take branches")
	}
	BeginRecord()
	Format = nil
	Record("f()")
	if _, ok := EndRecord(); ok {
		t.Error("told without Format")
	}
}
