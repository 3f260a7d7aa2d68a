package ese

import "math/rand/v2"

// spin picks a number below n; each is as likely as its weight says. Where all
// weights are 0, all are equally likely.
func spin(rng *rand.Rand, n int, weight func(int) uint64) int {
	total := uint64(0)
	for i := range n {
		total += weight(i)
	}
	if total == 0 {
		return rng.IntN(n)
	}
	at := rng.Uint64N(total)
	for i := range n {
		w := weight(i)
		if at < w {
			return i
		}
		at -= w
	}
	panic("ese: BUG: the wheel has a gap")
}

// pairs picks half as many pairs as there are paths (Algorithm 1, SELECTION):
// either parent with a probability that is proportional to its cost, and the
// second not the same as the first.
func pairs(rng *rand.Rand, population []*individual) (picked [][2]int) {
	n := len(population)
	for range n / 2 {
		a := spin(rng, n, func(i int) uint64 { return population[i].cost })
		b := spin(rng, n-1, func(i int) uint64 { return population[besides(i, a)].cost })
		picked = append(picked, [2]int{a, besides(b, a)})
	}
	return picked
}

// besides is number i of those that are not a.
func besides(i, a int) int {
	if i >= a {
		return i + 1
	}
	return i
}
