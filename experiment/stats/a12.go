package stats

import "math"

// A12 returns Vargha and Delaney's Â12: the probability that a value of x is greater than one of y, equal
// values counted as halves. 0.5 is no effect; the authors call a distance from it of 0.06 small, 0.14
// medium, 0.21 large. In a campaign the values are the seeds of two arms on one subject.
//
// The interval is Newcombe's method 5: the θ for which the estimate is within z standard errors of θ, the
// error being Hanley and McNeil's at θ with both sample sizes replaced by their mean. Where one sample
// exceeds the other throughout, which is common in a campaign, the bootstrap and DeLong's variance give an
// interval of no width; method 5 does not. The error supposes values without ties; with many ties
// the interval is wider than needed.
//
// Errors: an empty sample, NaN or infinite values, a level outside (0, 1). Time O(n log n).
//
// Sources: Vargha, Delaney, A critique and improvement of the CL common language effect size statistics of
// McGraw and Wong, J. Educ. Behav. Stat. 2000; Newcombe, Confidence intervals for an effect size measure
// based on the Mann-Whitney statistic, part 2, Statistics in Medicine 2006.
func A12(x, y []float64, level float64) (Interval, error) {
	if err := checkSample("x", x); err != nil {
		return Interval{}, err
	}
	if err := checkSample("y", y); err != nil {
		return Interval{}, err
	}
	if err := checkLevel(level); err != nil {
		return Interval{}, err
	}
	n1, n2 := float64(len(x)), float64(len(y))
	estimate := countGreater(x, y) / (n1 * n2)
	z := normalQuantile(level)
	within := func(theta float64) bool {
		return math.Abs(estimate-theta) <= z*math.Sqrt(a12Variance(theta, n1, n2))
	}
	return Interval{
		Estimate: estimate,
		Low:      boundary(estimate, 0, within),
		High:     boundary(estimate, 1, within),
		Level:    level,
	}, nil
}

// a12Variance returns the variance of Â12 when its expectation is theta.
func a12Variance(theta, n1, n2 float64) float64 {
	others := (n1+n2)/2 - 1
	return theta * (1 - theta) / (n1 * n2) * (1 + others*((1-theta)/(2-theta)+theta/(1+theta)))
}

// boundary returns where holds turns false on the way from inside to outside, by bisection.
func boundary(inside, outside float64, holds func(float64) bool) float64 {
	for range 100 {
		middle := inside + (outside-inside)/2
		if holds(middle) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside
}
