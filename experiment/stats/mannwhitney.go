package stats

import (
	"math"
	"slices"

	moremath "github.com/aclements/go-moremath/stats"
)

// MaxExact is the size of the larger sample up to which the Mann-Whitney test is exact.
const MaxExact = 50

// MannWhitneyResult is the outcome of a Mann-Whitney test of two independent samples.
type MannWhitneyResult struct {
	N1, N2 int
	Ties   int     // values that equal another of either sample
	U      float64 // pairs with x greater, those with equal values as halves
	P      float64 // two-sided
	Exact  bool    // false: normal approximation, corrected for ties and continuity
}

// MannWhitney tests whether two independent samples come from one distribution, against one tending to
// greater values. In a campaign the values are the seeds of two arms on one subject; the result says
// nothing about other subjects.
//
// P is exact up to MaxExact values a sample, given the ties: the probability, over all ways to choose who
// belongs to x, of a U at least as far from its mean. With ties and unequal sizes the distribution is not
// symmetric, so both tails are added instead of one doubled. Larger samples take the normal approximation.
// Values that are all equal give P = 1.
//
// Errors: an empty sample, NaN or infinite values. Time O(n⁴) for exact P.
//
// Sources: Mann, Whitney, On a test of whether one of two random variables is stochastically larger than the
// other, Ann. Math. Stat. 1947; Klotz, The Wilcoxon, ties, and the computer, JASA 1966.
func MannWhitney(x, y []float64) (MannWhitneyResult, error) {
	if err := checkSample("x", x); err != nil {
		return MannWhitneyResult{}, err
	}
	if err := checkSample("y", y); err != nil {
		return MannWhitneyResult{}, err
	}
	n1, n2 := len(x), len(y)
	groups := tieGroups(x, y)
	r := MannWhitneyResult{N1: n1, N2: n2, U: countGreater(x, y), P: 1, Exact: max(n1, n2) <= MaxExact}
	for _, size := range groups {
		if size > 1 {
			r.Ties += size
		}
	}
	mean := float64(n1) * float64(n2) / 2
	switch {
	case r.U == mean:
	case r.Exact:
		less := mean - math.Abs(r.U-mean)
		r.P = math.Min(1, atMostU(n1, n2, groups, less)+atMostU(n2, n1, groups, less))
	default:
		approximate, err := moremath.MannWhitneyUTest(x, y, moremath.LocationDiffers)
		if err != nil {
			return MannWhitneyResult{}, err
		}
		r.P = math.Min(1, approximate.P)
	}
	return r, nil
}

// tieGroups returns how often each value occurs in both samples, smallest value first.
func tieGroups(x, y []float64) []int {
	all := sorted(slices.Concat(x, y))
	var groups []int
	for i, v := range all {
		if i == 0 || v != all[i-1] {
			groups = append(groups, 0)
		}
		groups[len(groups)-1]++
	}
	return groups
}

// countGreater returns the number of pairs with x greater, those with equal values as halves.
func countGreater(x, y []float64) float64 {
	y = sorted(y)
	twice := 0
	for _, v := range x {
		less, _ := slices.BinarySearch(y, v)
		notGreater, _ := slices.BinarySearchFunc(y, v, func(a, v float64) int {
			if a <= v {
				return -1
			}
			return 1
		})
		twice += less + notGreater
	}
	return float64(twice) / 2
}

// atMostU returns the probability that U of a first sample of size n1 is at most u. The library is not asked
// below the least U there is: with two groups it rounds a negative quotient up and counts too much.
func atMostU(n1, n2 int, groups []int, u float64) float64 {
	if u < leastU(n1, groups) {
		return 0
	}
	return moremath.UDist{N1: n1, N2: n2, T: groups}.CDF(u)
}

// leastU returns U when the first sample has the n1 smallest of all values.
func leastU(n1 int, groups []int) float64 {
	for _, size := range groups {
		if n1 <= size {
			return float64(n1*(size-n1)) / 2
		}
		n1 -= size
	}
	return 0
}
