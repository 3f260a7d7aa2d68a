package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// MaxPairs is the largest number of pairs whose exact signed-rank distribution is computed.
const MaxPairs = 1000

// resolution is the largest error that rounding may have made in a difference, as a share of the values that
// were subtracted: 0.3-0.1 and 0.5-0.3 are a tie.
const resolution = 1e-12

// SignedRankResult is the outcome of a Wilcoxon signed-rank test of paired samples.
type SignedRankResult struct {
	N            int      // pairs
	Zeros        int      // pairs whose values are equal
	Ties         int      // other pairs whose difference has the magnitude of another pair's
	W            float64  // sum of the ranks of positive differences
	P            float64  // two-sided
	RankBiserial float64  // in [-1, 1], 0 if all differences are zero
	Shift        Interval // Hodges-Lehmann estimate of x - y, exact interval
}

// SignedRank tests whether the differences x[i]-y[i] are distributed symmetrically about zero: Wilcoxon's
// signed-rank test of paired samples. Pair i is a subject, x[i] and y[i] are two arms' values there.
//
//   - Ranks: magnitudes are ranked from 1 to n, ties get the mean of their ranks. Magnitudes no further
//     apart than 10⁻¹² of the values that were subtracted are tied, as rounding may have parted them.
//   - Zeros: Pratt's treatment. A zero takes part in the ranking and has no sign. Wilcoxon's, which drops
//     zeros before the ranking, can turn a significant sample into one that is not when all differences
//     grow, so that the shifts it does not reject need not form an interval; Pratt's cannot. Subjects at
//     which no arm can differ, such as those where all reach the optimum, are for the caller to leave out.
//   - P: exact given the zeros and ties: all 2^(n-zeros) signs are equally likely. P is the probability of
//     a rank sum at least as far from its mean. All differences zero give P = 1.
//   - Effect: matched-pairs rank-biserial correlation, the rank sum of positive less that of negative
//     differences, divided by their total.
//   - Shift: median of the n(n+1)/2 Walsh averages (d[i]+d[j])/2, i ≤ j, of all differences, zeros too. Its
//     limits are the Walsh averages that the distribution without ties singles out; with ties the closed
//     interval has at least that level. Too few pairs for the level (5 for 0.95) give -Inf and +Inf.
//
// Errors: unequal or no lengths, NaN or infinite values, a level outside (0, 1), more than MaxPairs pairs.
// Time O(n³), space O(n²).
//
// Sources: Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1945; Pratt, Remarks on
// zeros and ties in the Wilcoxon signed rank procedures, JASA 1959; Hodges, Lehmann, Estimates of location
// based on rank tests, Ann. Math. Stat. 1963; Noether, Wilcoxon confidence intervals for location parameters
// in the discrete case, JASA 1967; Kerby, The simple difference formula, Comprehensive Psychology 2014.
func SignedRank(x, y []float64, level float64) (SignedRankResult, error) {
	d, err := newDifferences(x, y)
	if err != nil {
		return SignedRankResult{}, err
	}
	if err := checkLevel(level); err != nil {
		return SignedRankResult{}, err
	}
	r := d.rank(0)
	return SignedRankResult{
		N:            len(d),
		Zeros:        r.zeros,
		Ties:         r.ties,
		W:            float64(r.plus) / 2,
		P:            math.Min(1, 2*r.atMost(min(r.plus, r.minus))),
		RankBiserial: r.biserial(),
		Shift:        d.shift(level),
	}, nil
}

// difference is that of a pair.
type difference struct {
	value    float64
	rounding float64 // largest error of value
}

type differences []difference

func newDifferences(x, y []float64) (differences, error) {
	if err := checkPairs(x, y); err != nil {
		return nil, err
	}
	if len(x) > MaxPairs {
		return nil, fmt.Errorf("stats: %d pairs: the exact signed-rank distribution is computed "+
			"for at most %d; use the cluster bootstrap", len(x), MaxPairs)
	}
	d := make(differences, len(x))
	for i := range x {
		d[i] = difference{x[i] - y[i], resolution * max(math.Abs(x[i]), math.Abs(y[i]))}
		if math.IsInf(d[i].value, 0) {
			return nil, fmt.Errorf("stats: the difference of pair %d (%v, %v) overflows: use a larger unit",
				i, x[i], y[i])
		}
	}
	return d, nil
}

// signedRanks are the ranks of differences by magnitude. Ranks are doubled, as the mean of tied ones may be
// a half.
type signedRanks struct {
	ranks       []int // doubled, of differences that are not zero
	plus, minus int   // doubled rank sums of positive and negative differences
	zeros, ties int
}

// rank ranks the differences less shift.
func (d differences) rank(shift float64) signedRanks {
	d = slices.Clone(d)
	for i := range d {
		if d[i].value -= shift; math.Abs(d[i].value) <= d[i].rounding {
			d[i].value = 0
		}
	}
	slices.SortFunc(d, func(a, b difference) int { return cmp.Compare(math.Abs(a.value), math.Abs(b.value)) })
	var r signedRanks
	for r.zeros < len(d) && d[r.zeros].value == 0 {
		r.zeros++
	}
	for first := r.zeros; first < len(d); {
		end := first + 1
		for end < len(d) && tied(d[end-1], d[end]) {
			end++
		}
		if end > first+1 {
			r.ties += end - first
		}
		for _, pair := range d[first:end] {
			rank := first + 1 + end // twice the mean of the ranks first+1 … end
			r.ranks = append(r.ranks, rank)
			if pair.value > 0 {
				r.plus += rank
			} else {
				r.minus += rank
			}
		}
		first = end
	}
	return r
}

// tied reports whether rounding may have parted two magnitudes.
func tied(a, b difference) bool {
	return math.Abs(math.Abs(a.value)-math.Abs(b.value)) <= max(a.rounding, b.rounding)
}

// atMost returns the probability that the doubled rank sum of the positive differences is at most sum, when
// each sign is a fair coin. That it is at least total-sum has the same probability.
func (r signedRanks) atMost(sum int) float64 { return subsetSumAtMost(r.ranks, sum) }

func (r signedRanks) biserial() float64 {
	if r.plus+r.minus == 0 {
		return 0
	}
	return float64(r.plus-r.minus) / float64(r.plus+r.minus)
}

// subsetSumAtMost returns the probability that a random subset of ranks has a sum of at most sum.
func subsetSumAtMost(ranks []int, sum int) float64 {
	p := 0.0
	for _, q := range subsetSums(ranks, sum) {
		p += q
	}
	return p
}

// subsetSums returns the probability of each sum from 0 to limit of a random subset of ranks.
func subsetSums(ranks []int, limit int) []float64 {
	p := make([]float64, limit+1)
	p[0] = 1
	for _, rank := range ranks {
		for sum := limit; sum >= 0; sum-- {
			p[sum] /= 2
			if sum >= rank {
				p[sum] += p[sum-rank] / 2
			}
		}
	}
	return p
}

// shift returns the Hodges-Lehmann estimate and the exact interval.
func (d differences) shift(level float64) Interval {
	n := len(d)
	walsh := make([]float64, 0, n*(n+1)/2)
	for i, a := range d {
		for _, b := range d[i:] {
			walsh = append(walsh, a.value/2+b.value/2)
		}
	}
	slices.Sort(walsh)
	outside, tail := walshOutside(n, (1-level)/2)
	if outside == 0 {
		return Interval{Estimate: median(walsh), Low: math.Inf(-1), High: math.Inf(1), Level: 1}
	}
	return Interval{
		Estimate: median(walsh),
		Low:      walsh[outside-1],
		High:     walsh[len(walsh)-outside],
		Level:    1 - 2*tail,
	}
}

// walshOutside returns the largest k such that the rank sum of n pairs without ties is below k with a
// probability of at most tail, and that probability. The k-th Walsh average from either end is the limit.
func walshOutside(n int, tail float64) (k int, attained float64) {
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = i + 1
	}
	for _, p := range subsetSums(ranks, n*(n+1)/4) {
		if attained+p > tail+1e-12 {
			break
		}
		attained += p
		k++
	}
	return k, attained
}
