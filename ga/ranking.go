package ga

import (
	"fmt"
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// Ranking selects by linear ranking and stochastic universal sampling (Baker 1987): the number
// of times that an individual is selected is its expected number, rounded up or down.
type Ranking struct {
	Pressure float64 // expected number of selections of the best in n draws from n; from 1 to 2
}

// Apply implements eaopt.Selector. The individuals must be sorted; the selection is sorted too.
func (s Ranking) Apply(n uint, members eaopt.Individuals, rng *rand.Rand) (selected eaopt.Individuals, indexes []int, _ error) {
	indexes = s.pick(int(n), len(members), rng)
	selected = make(eaopt.Individuals, 0, n)
	for _, i := range indexes {
		selected = append(selected, members[i])
	}
	return selected, indexes, nil
}

// pick selects n indices from 0 to of-1.
func (s Ranking) pick(n, of int, rng *rand.Rand) []int {
	return universalSample(n, of, toV2(rng).Float64(), func(i int) float64 { return linearRank(i, of, s.Pressure) })
}

// Validate implements eaopt.Selector.
func (s Ranking) Validate() error {
	if !(1 <= s.Pressure && s.Pressure <= 2) {
		return fmt.Errorf("ga: the pressure of a ranking is %v, not from 1 to 2", s.Pressure)
	}
	return nil
}

// linearRank returns the fitness of rank i of n, where 0 is the best: it falls from pressure to
// 2-pressure in equal steps. The mean is 1.
func linearRank(i, n int, pressure float64) float64 {
	if n < 2 {
		return 1
	}
	return pressure - 2*(pressure-1)*float64(i)/float64(n-1)
}

// universalSample picks n indices from a wheel with a slice of width share(i) for each index i
// below of. The mean width is 1. The picks are at n pointers with equal distances; start, in
// [0, 1), is the position of the first pointer as a fraction of that distance. The picks are in
// ascending order.
func universalSample(n, of int, start float64, share func(int) float64) (picks []int) {
	end, i := 0.0, -1
	apart := float64(of) / float64(n)
	picks = make([]int, 0, n)
	for k := range n {
		for i < of-1 && (i < 0 || end <= (start+float64(k))*apart) {
			i++
			end += share(i)
		}
		picks = append(picks, i)
	}
	return picks
}
