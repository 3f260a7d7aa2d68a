package ese

import (
	"math/rand/v2"

	"nearmiss/term"
)

// crossover makes two preconditions of two path conditions, each of which is
// cut at a random point (Algorithm 4, steps 1 to 9).
func crossover(rng *rand.Rand, pc1, pc2 []*term.Term, mprob float64) [2][]*term.Term {
	cut1, cut2 := cutPoint(rng, len(pc1)), cutPoint(rng, len(pc2)) // step 3
	pres := [2][]*term.Term{
		join(pc1[:cut1], pc2[cut2:]), // step 4
		join(pc2[:cut2], pc1[cut1:]), // step 5
	}
	for i := range pres { // step 7
		if rng.Float64() < mprob { // step 8
			pres[i] = mutateRandom(rng, pres[i]) // step 9
		}
	}
	return pres
}

// cutPoint is a random number from 1 to n, or 0 if that is n.
func cutPoint(rng *rand.Rand, n int) int {
	if n == 0 {
		return 0
	}
	return 1 + rng.IntN(n)
}

func join(a, b []*term.Term) []*term.Term {
	return append(append(make([]*term.Term, 0, len(a)+len(b)), a...), b...)
}
