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
func (s *Space) Plain(vec Vector, rng *rand.Rand) Vector { return s.plain(vec, rng, 4) }

// HalfPlain returns a copy of vec that is as plain in its numbers. Half of the texts stay, as they may have a meaning, and the characters of a
// quarter are drawn from a to d and A to D.
func (s *Space) HalfPlain(vec Vector, rng *rand.Rand) Vector { return s.plain(vec, rng, 0, 0, 4, 8) }

// plain draws for each text from how many letters its characters are drawn; with 0 the text stays.
func (s *Space) plain(vec Vector, rng *rand.Rand, from ...int) Vector {
	vec = slices.Clone(vec)
	letters := from[0]
	for _, v := range s.Vars(nil, vec) {
		if v.Role == RoleLen {
			letters = from[rng.IntN(len(from))]
		}
		if v.Role >= RoleLen || v.Key {
			continue
		}
		w := uint64(rng.IntN(4))
		switch {
		case v.Role == RoleBool || v.Char() && letters == 0:
			continue
		case v.Role == RoleFloat:
			w = v.FromFloat(float64(w))
		case v.Char():
			first := uint64('a')
			if letters > 4 && rng.IntN(2) == 0 {
				first = 'A'
			}
			w += first
		case len(v.Type.Words) > 0:
			w = v.Type.Words[rng.IntN(len(v.Type.Words))]
		}
		vec[v.Off] = v.Clamp(w)
	}
	return s.Normalize(nil, vec)
}
