package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// Ranking selects by linear ranking and stochastic universal sampling (Baker
// 1987): each is selected as often as its rank says, rounded up or down.
type Ranking struct {
	Pressure float64 // share of the best; from 1 to 2
}

// Apply implements eaopt.Selector. The individuals are sorted; so are those
// selected.
func (s Ranking) Apply(n uint, is eaopt.Individuals, rng *rand.Rand) (selected eaopt.Individuals, indexes []int, _ error) {
	indexes = s.pick(int(n), len(is), rng)
	selected = make(eaopt.Individuals, 0, n)
	for _, i := range indexes {
		selected = append(selected, is[i])
	}
	return selected, indexes, nil
}

// pick selects n of so many by their numbers.
func (s Ranking) pick(n, of int, rng *rand.Rand) []int {
	return sample(n, of, v2(rng).Float64(), func(i int) float64 { return linearRank(i, of, s.Pressure) })
}

// Validate implements eaopt.Selector.
func (s Ranking) Validate() error { return between("the pressure of a ranking", s.Pressure, 1, 2) }

// linearRank is the fitness by rank of number i of n, 0 the best: from the
// pressure down to 2 minus the pressure in equal steps. The mean is 1.
func linearRank(i, n int, pressure float64) float64 {
	if n < 2 {
		return 1
	}
	return pressure - 2*(pressure-1)*float64(i)/float64(n-1)
}

// sample makes n picks of a wheel on which number i of so many has a slice of
// width share(i), and they have one for each together: n pointers at equal
// distances go once around it. start, from 0 up to 1, is where the first pointer
// stands. The picks are in order.
func sample(n, of int, start float64, share func(int) float64) (picks []int) {
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
