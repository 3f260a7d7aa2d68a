package ga

import (
	"fmt"
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// Tournament selects the fittest of a few individuals that are drawn evenly,
// each time anew. Of equals it is the one that was drawn first.
type Tournament struct {
	Contestants int // from 1 on; more are harder
}

// Apply implements eaopt.Selector.
func (s Tournament) Apply(n uint, is eaopt.Individuals, from *rand.Rand) (selected eaopt.Individuals, indexes []int, _ error) {
	rng := v2(from)
	for range n {
		winner := rng.IntN(len(is))
		for range s.Contestants - 1 {
			if i := rng.IntN(len(is)); better(&is[i], &is[winner]) < 0 {
				winner = i
			}
		}
		selected, indexes = append(selected, is[winner]), append(indexes, winner)
	}
	return selected, indexes, nil
}

// Validate implements eaopt.Selector.
func (s Tournament) Validate() error {
	if s.Contestants < 1 {
		return fmt.Errorf("ga: a tournament of %d contestants has no winner", s.Contestants)
	}
	return nil
}

// between says that a parameter is not in its range.
func between(what string, x, low, high float64) error {
	if !(low <= x && x <= high) {
		return fmt.Errorf("ga: %s is %v, not from %v to %v", what, x, low, high)
	}
	return nil
}
