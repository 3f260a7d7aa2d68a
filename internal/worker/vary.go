package worker

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// vary returns an input with plain values, a few mutations from v, that accepts accepts. It returns false if none of
// limit inputs is.
func vary(space *input.Space, v input.Vector, limit uint64, accepts func(input.Vector) bool) (input.Vector, bool) {
	rng := rand.New(rand.NewPCG(search.Hash(v), 0))
	for range limit {
		if near := space.Plain(space.Near(v, rng), rng); accepts(near) {
			return near, true
		}
	}
	return v, false
}
