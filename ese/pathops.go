package ese

import (
	"math/rand/v2"
	"slices"

	"nearmiss/ga"
	"nearmiss/term"
)

// pathOperators are the operators of ESE over path conditions.
type pathOperators struct{}

// overPathConditions returns the operators of ESE.
func overPathConditions(*Gate) ga.Operators[*Chromosome] { return pathOperators{} }

// Crossover implements ga.Operators. It cuts both path conditions at random points and joins
// them crosswise (Algorithm 4, steps 3 to 5).
func (pathOperators) Crossover(a, b *Chromosome, rng *rand.Rand) (*Chromosome, *Chromosome) {
	pc1, pc2 := a.Clauses(), b.Clauses()
	cut1, cut2 := cutPoint(rng, len(pc1)), cutPoint(rng, len(pc2)) // step 3
	return a.With(slices.Concat(pc1[:cut1], pc2[cut2:])),          // step 4
		b.With(slices.Concat(pc2[:cut2], pc1[cut1:])) // step 5
}

// cutPoint returns a random number from 1 to n, or 0 if n is 0.
func cutPoint(rng *rand.Rand, n int) int {
	if n == 0 {
		return 0
	}
	return 1 + rng.IntN(n)
}

// Mutate implements ga.Operators. It removes at least one random clause and at most the given share of
// the clauses, by default a tenth; after each removal it stops with probability 1/2 (section 3.3).
func (pathOperators) Mutate(c *Chromosome, step float64, rng *rand.Rand) *Chromosome {
	return c.With(mutateRandom(rng, step, slices.Clone(c.Clauses())))
}

// mutateRandom removes random clauses from pre in place.
func mutateRandom(rng *rand.Rand, share float64, pre []*term.Term) []*term.Term {
	if len(pre) == 0 {
		return pre
	}
	most := max(1, int(share*float64(len(pre))))
	for n := 1; ; n++ {
		i := rng.IntN(len(pre))
		pre = slices.Delete(pre, i, i+1)
		if n == most || rng.IntN(2) == 0 {
			return pre
		}
	}
}

// Neighbour implements ga.Operators. It negates one random clause (Algorithm 6, steps 2 and 3).
func (pathOperators) Neighbour(c *Chromosome, rng *rand.Rand) *Chromosome {
	pre := slices.Clone(c.Clauses())
	if len(pre) > 0 {
		i := rng.IntN(len(pre))
		pre[i] = pre[i].Builder().Not(pre[i])
	}
	return c.With(pre)
}
