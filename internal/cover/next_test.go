package cover

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// TestNext: of the last half of the evaluations those count that took a branch that no other took.
func TestNext(t *testing.T) {
	u, f := branches(6)
	for _, r := range []worker.SearchResult{
		{Evaluations: 50, Once: []uint32{0, 1}, Again: []uint32{2}},
		{Evaluations: 30, Once: []uint32{1, 3}},
		{Evaluations: 21, Once: []uint32{4, 3}},
	} {
		u.saw(&r)
	}
	for _, b := range []int{0, 1, 2, 3, 4} {
		u.goals[b].take(f, nil, false)
	}
	next := u.next()
	if want := (report.Next{Evaluations: 51, Once: 1, Open: 1}); *next != want {
		t.Errorf("got %+v, want %+v", next, want)
	}
	if got := u.often(); len(got) != 3 || got[0] != 1 || got[1] != 2 || got[2] != 3 {
		t.Errorf("often %v", got)
	}
}

// TestNextAgainstWhatCame: twice as long a search with the same seed takes about as many branches as
// the estimate after its half. In sum over all rounds that have been doubled, the estimate is not less
// than half of what came, and not more than it by more than two branches a round.
func TestNextAgainstWhatCame(t *testing.T) {
	alone(t)
	round := regexp.MustCompile(`round \d+: (\d+) evaluations took (\d+) branches; as many more would take ([0-9.]+)`)
	type point struct {
		evaluations, taken int
		more               float64
	}
	var came, expected float64
	rounds := 0
	for _, path := range []string{"encoding/csv", "text/tabwriter"} {
		var points []point
		s, err := newSession(Options{Common: subject.Common{Seed: 1, Dir: t.TempDir()}, Patterns: []string{path}, Evals: 20_000, Algo: "search", Parallel: 2,
			Log: func(format string, args ...any) {
				if m := round.FindStringSubmatch(fmt.Sprintf(format, args...)); m != nil {
					var p point
					p.evaluations, _ = strconv.Atoi(m[1])
					p.taken, _ = strconv.Atoi(m[2])
					p.more, _ = strconv.ParseFloat(m[3], 64)
					points = append(points, p)
				}
			}}.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		s.ready(t)
		err = s.search(t.Context())
		s.close()
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range points {
			for _, q := range points[i:] {
				if q.evaluations >= 2*p.evaluations {
					rounds++
					came, expected = came+float64(q.taken-p.taken), expected+p.more
					t.Logf("%s: %d evaluations took %d branches, %d took %d; expected %.1f more", path, p.evaluations, p.taken, q.evaluations, q.taken, p.more)
					break
				}
			}
		}
	}
	if rounds < 3 || expected < came/2 || expected > came+2*float64(rounds) {
		t.Errorf("%d rounds doubled: expected %.1f branches, %.0f came", rounds, expected, came)
	}
}
