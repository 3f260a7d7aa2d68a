package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// SpearmanResult is the rank correlation of two measures of the same subjects.
type SpearmanResult struct {
	N   int
	Rho float64 // in [-1, 1]
	P   float64 // two-sided, of a permutation test
}

// Spearman tests whether two measures of the same subjects rise or fall together: the correlation of their
// ranks, equal values with the mean of their ranks. P is the share of permutations of y with a correlation
// at least as far from 0, the sample among them.
//
// Errors: samples of different or less than three values, NaN or infinite values, a sample whose values are
// all equal, no permutations. Time O(n · permutations).
//
// Source: Spearman, The proof and measurement of association between two things, Am. J. Psychology 1904.
func Spearman(x, y []float64, permutations int, rng *rand.Rand) (SpearmanResult, error) {
	if err := checkPairs(x, y); err != nil {
		return SpearmanResult{}, err
	}
	switch {
	case len(x) < 3:
		return SpearmanResult{}, fmt.Errorf("stats: a correlation of %d subjects: give at least 3", len(x))
	case slices.Min(x) == slices.Max(x) || slices.Min(y) == slices.Max(y):
		return SpearmanResult{}, fmt.Errorf("stats: a correlation with a measure that is the same for all subjects")
	case permutations < 1:
		return SpearmanResult{}, fmt.Errorf("stats: %d permutations: give at least 1", permutations)
	}
	a, b := midranks(x), midranks(y)
	r := SpearmanResult{N: len(x), Rho: stat.Correlation(a, b, nil)}
	far := 1
	for range permutations {
		rng.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
		if math.Abs(stat.Correlation(a, b, nil)) >= math.Abs(r.Rho)-1e-12 {
			far++
		}
	}
	r.P = float64(far) / float64(permutations+1)
	return r, nil
}

// midranks returns the ranks of values from 1, equal values with the mean of their ranks.
func midranks(values []float64) []float64 {
	order := sorted(values)
	ranks := make([]float64, len(values))
	for i, v := range values {
		first, _ := slices.BinarySearch(order, v)
		last := first
		for last+1 < len(order) && order[last+1] == v {
			last++
		}
		ranks[i] = float64(first+last)/2 + 1
	}
	return ranks
}
