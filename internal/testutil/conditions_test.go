package testutil

import (
	"math/rand/v2"
	"testing"

	"nearmiss/term"
)

// TestWitness: the witness satisfies Path and not Extra; the plant satisfies both.
func TestWitness(t *testing.T) {
	for i, s := range Shapes() {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		b := term.NewBuilder()
		for _, c := range []*Condition{Random(rng, b, s), Planted(rng, b, s)} {
			if len(c.Path) != s.Clauses-1 {
				t.Errorf("%v: %d clauses", s, len(c.Path))
			}
			for _, p := range c.Path {
				if !holds(p, c.Witness) || c.Plant != nil && !holds(p, c.Plant) {
					t.Errorf("%v: %v does not hold", s, p)
				}
			}
			if holds(c.Extra, c.Witness) || c.Plant != nil && !holds(c.Extra, c.Plant) {
				t.Errorf("%v: %v on the wrong side", s, c.Extra)
			}
		}
	}
}
