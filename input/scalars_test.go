package input

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScalars: what is drawn is legal and has the shape that was given, and
// every scalar can become something else.
func TestScalars(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		sig := &Signature{Params: []Field{{"p", randomType(rng, 3, nil)}}}
		s := NewSpace(sig, Limits{})
		s.Paper = seed%2 == 0
		vec := s.Random(nil, rng)
		vars := s.Vars(nil, vec)
		moved := map[int]bool{}
		for range 50 {
			got := slices.Clone(vec)
			s.Scalars(got, vars, rng)
			if !s.Canonical(got) {
				t.Fatalf("seed %d: %v is not legal", seed, got)
			}
			for i := range vars {
				v := &vars[i]
				if got[v.Off] != vec[v.Off] {
					if v.Shape() {
						t.Fatalf("seed %d: word %d, a %v, changed", seed, v.Off, v.Role)
					}
					moved[v.Off] = true
				}
			}
		}
		for i := range vars {
			if v := &vars[i]; !v.Shape() && v.Lo != v.Hi && !moved[v.Off] {
				t.Errorf("seed %d: word %d, a %v, never changed", seed, v.Off, v.Role)
			}
		}
	}
}
