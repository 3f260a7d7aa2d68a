package stats

import (
	"fmt"
	"math"
)

// TOSTResult is the outcome of two one-sided tests of equality.
type TOSTResult struct {
	N       int
	Margin  float64
	PLower  float64  // of x - y ≤ -Margin
	PUpper  float64  // of x - y ≥ Margin
	P       float64  // the larger of both: equal at level alpha if P ≤ alpha
	Shift   Interval // Hodges-Lehmann estimate, exact interval at level 1-2·alpha
	Outside int      // pairs that differ by more than Margin
}

// TOST tests whether paired samples are equal up to a margin, in the unit of the values: 0.01 of the
// optimum in campaigns. Pair i is a subject. Only TOST says "equal"; a test that does not find a difference
// says nothing.
//
// Each one-sided test is the exact signed-rank test of the differences, shifted by the margin, as in
// SignedRank. It is taken instead of bootstrap intervals of the mean, which cover too seldom with the 12 to
// 28 subjects of a campaign, and instead of t tests, as most differences are exactly zero and few are
// large. What is shown equal is the centre of symmetry of the differences: a few subjects may lie far
// outside the margin, so report Outside beside P.
//
// The Shift interval of level 1-2·alpha lies within the margins if and only if P ≤ alpha, but for ties.
// The test can reach alpha only from log₂(1/alpha) pairs on, 5 for 0.05.
//
// Errors: those of SignedRank, a margin that is not positive, alpha outside (0, 0.5).
//
// Sources: Schuirmann, A comparison of the two one-sided tests procedure and the power approach, J.
// Pharmacokinet. Biopharm. 1987; Hauschke, Steinijans, Diletti, A distribution-free procedure for the
// statistical analysis of bioequivalence studies, Int. J. Clin. Pharmacol. 1990; Meier, Nonparametric
// equivalence testing with respect to the median difference, Pharm. Stat. 2010.
func TOST(x, y []float64, margin, alpha float64) (TOSTResult, error) {
	d, err := newDifferences(x, y)
	if err != nil {
		return TOSTResult{}, err
	}
	if !(margin > 0) || math.IsInf(margin, 1) {
		return TOSTResult{}, fmt.Errorf("stats: margin %v: give the largest difference that counts as equal, such as 0.01",
			margin)
	}
	if !(alpha > 0 && alpha < 0.5) {
		return TOSTResult{}, fmt.Errorf("stats: alpha %v: give a level between 0 and 0.5, such as 0.05", alpha)
	}
	lower, upper := d.rank(-margin), d.rank(margin)
	r := TOSTResult{
		N:      len(d),
		Margin: margin,
		PLower: lower.atMost(lower.minus),
		PUpper: upper.atMost(upper.plus),
		Shift:  d.shift(1 - 2*alpha),
	}
	r.P = max(r.PLower, r.PUpper)
	for _, pair := range d {
		if math.Abs(pair.value)-margin > pair.rounding {
			r.Outside++
		}
	}
	return r, nil
}
