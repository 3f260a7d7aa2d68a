package ga

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"sort"

	"github.com/MaxHalford/eaopt"
)

// Proportional selects different individuals, each with a probability that is
// proportional to its cost among those that are left. The fitness of a cost c is
// 1/(1+c): that is what is minimised. If all that are left cost nothing they are
// equally likely. SelRoulette of eaopt is nearly even where fitness is small, and
// panics where it is infinite.
type Proportional struct{}

// Apply implements eaopt.Selector. It selects fewer if there are no more.
func (Proportional) Apply(n uint, is eaopt.Individuals, rng *rand.Rand) (selected eaopt.Individuals, indexes []int, _ error) {
	costs := make([]uint64, len(is))
	for i := range is {
		costs[i] = cost(is[i].Fitness)
	}
	indexes = spin(int(n), costs, nil, v2(rng))
	for _, i := range indexes {
		selected = append(selected, is[i])
	}
	return selected, indexes, nil
}

// Validate implements eaopt.Selector.
func (Proportional) Validate() error { return nil }

// cost is the c of a fitness of 1/(1+c), 0 if it is no such fitness.
func cost(fitness float64) uint64 {
	return uint64(max(1, math.Round(1/max(fitness, math.SmallestNonzeroFloat64)))) - 1
}

// spin picks n different numbers, none that is out, by their weights.
func spin(n int, weights []uint64, out []int, rng *randv2.Rand) (picks []int) {
	ends := make([]uint64, len(weights)+1) // of the slices of the wheel
	for i, w := range weights {
		ends[i+1] = ends[i] + w
	}
	gone := slices.Sorted(slices.Values(out))
	for range min(n, len(weights)-len(out)) {
		end := func(i int) uint64 { // of number i, once those that are gone have no slices
			e := ends[i+1]
			for _, k := range gone {
				if k <= i {
					e -= weights[k]
				}
			}
			return e
		}
		if end(len(weights)-1) == 0 {
			end = func(i int) uint64 {
				at, found := slices.BinarySearch(gone, i)
				if found {
					at++
				}
				return uint64(i + 1 - at)
			}
		}
		at := rng.Uint64N(end(len(weights) - 1))
		i := sort.Search(len(weights), func(i int) bool { return end(i) > at })
		picks = append(picks, i)
		place, _ := slices.BinarySearch(gone, i)
		gone = slices.Insert(gone, place, i)
	}
	return picks
}
