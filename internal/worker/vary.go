package worker

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// Limits of vary.
const (
	maxVaried    = 500 // inputs run
	maxMutations = 3   // mutations of an input
)

// vary returns an input with plain values, a few mutations from v, that accepts accepts. It returns false if it finds none.
func vary(space *input.Space, v input.Vector, accepts func(input.Vector) bool) (input.Vector, bool) {
	rng := rand.New(rand.NewPCG(search.Hash(v), 0))
	for range maxVaried {
		near := v
		for range 1 + rng.IntN(maxMutations) {
			near = space.Mutate(near, rng)
		}
		if near = space.Plain(near, rng); accepts(near) {
			return near, true
		}
	}
	return v, false
}
