package report

import (
	"strings"
	"testing"
	"time"
)

// TestExploreLines: what is not known yet is not shown.
func TestExploreLines(t *testing.T) {
	for _, c := range []struct {
		s           ExploreSnapshot
		plain, live string
	}{
		{ExploreSnapshot{Phase: "loading", Elapsed: 4 * time.Second}, "explore: elapsed: 4s, loading", "4s loading …"},
		{
			ExploreSnapshot{Phase: "exploring", Elapsed: 9 * time.Second, SearchElapsed: 4 * time.Second, Runs: 250, MaxRuns: 1000, Reached: 3, Branches: 8, Queries: 1234, Solving: time.Second, Best: 18, Nearest: "l.go:1:2/T"},
			"explore: elapsed: 9s, exploring, runs: 250, branches: 3/8, queries: 1234, solver: 25%, best fitness: 18 (l.go:1:2/T)",
			"9s exploring [###.........] 250 runs  3/8 branches  1k queries  solver 25%  best fitness 18 at l.go:1:2/T",
		},
		{
			ExploreSnapshot{Phase: "exploring", Runs: 1, MaxRuns: 1, Branches: 1},
			"explore: elapsed: 0s, exploring, runs: 1, branches: 0/1, queries: 0, solver: 0%",
			"0s exploring [############] 1 runs  0/1 branches  0 queries  solver 0%",
		},
	} {
		if got := c.s.plain(""); got != c.plain {
			t.Errorf("plain:\n%s\nwant\n%s", got, c.plain)
		}
		if got := c.s.live(""); got != c.live {
			t.Errorf("live:\n%s\nwant\n%s", got, c.live)
		}
	}
	var b strings.Builder
	p := NewProgress(&b, false, nil)
	p.Update(ExploreSnapshot{Phase: "exploring", Elapsed: time.Second})
	p.Update(ExploreSnapshot{Phase: "exploring", Elapsed: 5 * time.Second})
	if got := b.String(); got != "explore: elapsed: 5s, exploring\n" {
		t.Errorf("printed %q", got)
	}
}
