package cover

import (
	"testing"

	"nearmiss/internal/subject"
)

// TestTurnsRaceOff: the panic of a nil sync.Pool leaves the race detector off, other panics do not.
func TestTurnsRaceOff(t *testing.T) {
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 200, Algo: "search"}, `package closed

import "sync"

func Pooled(n int) any {
	var p *sync.Pool
	if n > 0 {
		p = new(sync.Pool)
	}
	return p.Get()
}

func At(list []int, i int) int { return list[i] }
`)
	s.choose(t, u)
	seen := map[string]bool{}
	for _, c := range u.cases {
		if u.ran(c) != nil {
			seen[c.fn.name] = true
			if got := u.turnsRaceOff(c); got != (c.fn.name == "Pooled") {
				t.Errorf("%s: %v", c.fn.name, got)
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("panics of %v", seen)
	}
}
