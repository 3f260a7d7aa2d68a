package ga

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"sort"

	"github.com/MaxHalford/eaopt"
)

// Proportional selects distinct individuals one after the other, each with a probability
// proportional to its cost among the remaining individuals. The minimised fitness of a cost c is
// 1/(1+c). If all remaining costs are zero, the individuals are equally likely. SelRoulette of
// eaopt is nearly uniform for small fitness and panics for infinite fitness.
type Proportional struct{}

// Apply implements eaopt.Selector. It selects all individuals if there are fewer than n.
func (Proportional) Apply(n uint, members eaopt.Individuals, rng *rand.Rand) (selected eaopt.Individuals, indexes []int, _ error) {
	costs := make([]uint64, len(members))
	for i := range members {
		costs[i] = cost(members[i].Fitness)
	}
	indexes = pickByWeight(int(n), costs, nil, toV2(rng))
	for _, i := range indexes {
		selected = append(selected, members[i])
	}
	return selected, indexes, nil
}

// Validate implements eaopt.Selector.
func (Proportional) Validate() error { return nil }

// cost returns c for a fitness of 1/(1+c), rounded for other values. A fitness above 1 has cost 0.
func cost(fitness float64) uint64 {
	return uint64(max(1, math.Round(1/max(fitness, math.SmallestNonzeroFloat64)))) - 1
}

// pickByWeight picks n distinct indices, or all if there are fewer, with probabilities proportional
// to their weights. It does not pick the indices in out. If all weights left are zero, the indices
// are equally likely.
func pickByWeight(n int, weights []uint64, out []int, rng *randv2.Rand) (picks []int) {
	ends := make([]uint64, len(weights)+1) // ends of the slices of a roulette wheel
	for i, w := range weights {
		ends[i+1] = ends[i] + w
	}
	gone := slices.Sorted(slices.Values(out))
	for range min(n, len(weights)-len(out)) {
		end := func(i int) uint64 { // end of slice i without the slices of picked indices
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
				index, found := slices.BinarySearch(gone, i)
				if found {
					index++
				}
				return uint64(i + 1 - index)
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
