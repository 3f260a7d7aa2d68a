package ese

import (
	"math/rand/v2"
	"slices"

	"nearmiss/term"
)

// mutateRandom removes random clauses: one at least, a tenth of them at most,
// and after each, with even probability, no more (section 3.3). It uses up pre.
func mutateRandom(rng *rand.Rand, pre []*term.Term) []*term.Term {
	if len(pre) == 0 {
		return pre
	}
	most := max(1, len(pre)/10)
	for n := 1; ; n++ {
		i := rng.IntN(len(pre))
		pre = slices.Delete(pre, i, i+1)
		if n == most || rng.IntN(2) == 0 {
			return pre
		}
	}
}
