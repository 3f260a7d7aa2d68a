package input

import (
	"math/rand/v2"
	"slices"
)

// maxMutations is the most mutations between an input and one near it.
const maxMutations = 3

// Near returns an input a few mutations from vec.
func (s *Space) Near(vec Vector, rng *rand.Rand) Vector {
	for range 1 + rng.IntN(maxMutations) {
		vec = s.Mutate(vec, rng)
	}
	return vec
}

// Plain returns a copy of vec whose numbers are drawn from 0 to 3, or from the constants of their type, and its characters from a to d.
func (s *Space) Plain(vec Vector, rng *rand.Rand) Vector {
	vec = slices.Clone(vec)
	for _, v := range s.Vars(nil, vec) {
		if v.Role >= RoleLen || v.Key {
			continue
		}
		w := uint64(rng.IntN(4))
		switch {
		case v.Role == RoleBool:
			continue
		case v.Role == RoleFloat:
			w = v.FromFloat(float64(w))
		case v.Char():
			w += 'a'
		case len(v.Type.Words) > 0:
			w = v.Type.Words[rng.IntN(len(v.Type.Words))]
		}
		vec[v.Off] = v.Clamp(w)
	}
	return s.Normalize(nil, vec)
}
