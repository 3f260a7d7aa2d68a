package cover

import (
	"context"
	"testing"
)

// TestLinked: goals behind what a function returns are linked to the conditions that decide
// it, from the first slice on, and with the published method none is.
func TestLinked(t *testing.T) {
	const src = `package closed

func digit(c int) bool { return c >= '0' && c <= '9' }

func two(a, b int) int {
	if !digit(a) || !digit(b) {
		return -1
	}
	return 10*(a-'0') + b - '0'
}

func Far(a, b int) bool {
	n := two(a, b)
	if n < 0 {
		return false
	}
	return n == 77
}

func Near(a, b int) bool { return a > b }
`
	for _, paper := range []bool{false, true} {
		s, u := planned(t, Options{Seed: 1, Paper: paper}, src)
		s.analyse(context.Background(), u.goals)
		linked := map[string]int{}
		for _, g := range u.goals {
			if g.open() {
				linked[g.fn.name] += len(g.target.Links)
			}
		}
		switch far := linked["Far"]; {
		case paper && far+linked["two"] > 0:
			t.Errorf("the published method is linked: %v", linked)
		case !paper && (far == 0 || linked["two"] == 0):
			t.Errorf("goals behind calls are not linked: %v", linked)
		case linked["Near"]+linked["digit"] > 0:
			t.Errorf("goals are linked to nothing: %v", linked)
		}
	}
}
