package ga

import (
	"testing"

	"nearmiss/input"
)

// TestChoices: breeding keeps choices legal, and finds an object that was made
// in one of its ways and called three times.
func TestChoices(t *testing.T) {
	x := []input.Field{{Name: "x", Type: tInt32}}
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Pop"}, {Name: "Push", Fields: x}}}}
	s := space(&input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "nil", Rare: true}, {Name: "Of", Fields: x}, {Name: "New", Steps: steps}}})
	for seed := range uint64(5) {
		p := &problem{fitness: func(v input.Vector) float64 {
			if !s.Canonical(v) {
				t.Fatalf("%v is not canonical", v)
			}
			switch {
			case v[0] != 2:
				return 4
			case len(v) != 2+3*2:
				return 2
			}
			return float64(5-v[2]-v[4]-v[6]) - 2
		}}
		if r := run(t, p, s, seed, Options{Evaluations: 30_000}); r.Bests[0].Fitness.Value != 0 {
			t.Errorf("seed %d: %+v", seed, r)
		}
	}
}
