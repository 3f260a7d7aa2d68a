package report

import (
	"bytes"
	"testing"
	"time"
)

func TestWorstLines(t *testing.T) {
	for _, c := range []struct {
		s           WorstSnapshot
		plain, live string
	}{
		{WorstSnapshot{Phase: "loading", Elapsed: 3500 * time.Millisecond},
			"worst: elapsed: 3s, loading", "3s loading …"},
		{WorstSnapshot{Phase: "searching", Elapsed: 9 * time.Second, SearchElapsed: 5 * time.Second, Limit: 20 * time.Second, Size: 100, Best: 4550, Metric: "statements", Paths: 1234, Queries: 2_500_000, Solving: time.Second},
			"worst: elapsed: 9s, searching, best: 4550 statements, paths: 1234, queries: 2500000, solver: 20%",
			"9s searching size 100 [###.........] best 4550 statements  1k paths  2.5M queries  solver 20%"},
		{WorstSnapshot{Phase: "searching", Elapsed: 9 * time.Second, Best: 7, Metric: "branches", Evaluations: 3000},
			"worst: elapsed: 9s, searching, best: 7 branches, evaluations: 3000", "9s searching best 7 branches  3k evaluations"},
		{WorstSnapshot{Phase: "searching", SearchElapsed: 4 * time.Second, Best: 7, Metric: "branches", Paths: 20, Queries: 30, Evaluations: 3000, Solving: time.Second},
			"worst: elapsed: 0s, searching, best: 7 branches, paths: 20, queries: 30, solver: 25%, evaluations: 3000",
			"0s searching best 7 branches  20 paths  30 queries  solver 25%  3k evaluations"},
		{WorstSnapshot{Phase: "searching", SearchElapsed: time.Hour, Limit: time.Second, Paths: 1, Solving: 2 * time.Hour},
			"worst: elapsed: 0s, searching, best: 0 , paths: 1, queries: 0, solver: 100%", "0s searching [############] best 0   1 paths  0 queries  solver 100%"},
	} {
		if got := c.s.plain(""); got != c.plain {
			t.Errorf("plain %q, want %q", got, c.plain)
		}
		if got := c.s.live(""); got != c.live {
			t.Errorf("live %q, want %q", got, c.live)
		}
	}
}

// TestWorstEveryThreeSeconds: the lines come as those of cover do.
func TestWorstEveryThreeSeconds(t *testing.T) {
	var b bytes.Buffer
	p := NewProgress(&b, false, nil)
	for at := time.Duration(0); at <= 7*time.Second; at += time.Second / 4 {
		p.Update(WorstSnapshot{Phase: "searching", Elapsed: at, SearchElapsed: at, Metric: "statements", Paths: uint64(at / time.Second), Best: 5})
	}
	const want = `worst: elapsed: 3s, searching, best: 5 statements, paths: 3, queries: 0, solver: 0%
worst: elapsed: 6s, searching, best: 5 statements, paths: 6, queries: 0, solver: 0%
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
