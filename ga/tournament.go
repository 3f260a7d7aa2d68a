package ga

import (
	"fmt"
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// Tournament draws a few individuals with equal probability and selects the fittest, for each
// selection separately. Among equal individuals it selects the first one drawn.
type Tournament struct {
	Contestants int // at least 1; more contestants increase the selection pressure
}

// Apply implements eaopt.Selector.
func (s Tournament) Apply(n uint, members eaopt.Individuals, from *rand.Rand) (selected eaopt.Individuals, indexes []int, _ error) {
	rng := toV2(from)
	for range n {
		winner := rng.IntN(len(members))
		for range s.Contestants - 1 {
			if i := rng.IntN(len(members)); compareFitness(&members[i], &members[winner]) < 0 {
				winner = i
			}
		}
		selected, indexes = append(selected, members[winner]), append(indexes, winner)
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

// checkRange returns an error if the parameter x is not from low to high.
func checkRange(what string, x, low, high float64) error {
	if !(low <= x && x <= high) {
		return fmt.Errorf("ga: %s is %v, not from %v to %v", what, x, low, high)
	}
	return nil
}
