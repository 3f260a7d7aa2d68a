package worker

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// vary returns an input with plain values, a few mutations from v, that accepts accepts. In every second one, writers are such whose
// text is read. It returns false if none of limit inputs is accepted.
func vary(space *input.Space, v input.Vector, limit uint64, accepts func(input.Vector) bool) (input.Vector, bool) {
	rng := rand.New(rand.NewPCG(search.Hash(v), 0))
	for i := range limit {
		near := space.Near(v, rng)
		if i%2 == 1 {
			near = space.Writing(near, rng)
		}
		if near = space.Plain(near, rng); accepts(near) {
			return near, true
		}
	}
	return v, false
}
