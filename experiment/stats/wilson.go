package stats

import (
	"fmt"
	"math"
)

// Wilson returns the share of successes among n runs with Wilson's score interval: the probabilities from
// which the share is at most z standard errors away, the error being that of the probability. Other than
// share ± z standard errors it stays within [0, 1] and has a width at 0 and n successes. In a campaign the
// runs are the seeds of one arm on one target.
//
// Errors: n < 1, successes outside 0 … n, a level outside (0, 1).
//
// Sources: Wilson, Probable inference, the law of succession, and statistical inference, JASA 1927; Newcombe,
// Two-sided confidence intervals for the single proportion, Statistics in Medicine 1998, method 3.
func Wilson(successes, n int, level float64) (Interval, error) {
	if n < 1 || successes < 0 || successes > n {
		return Interval{}, fmt.Errorf("stats: %d successes of %d runs: "+
			"give at least one run, and no more successes than runs", successes, n)
	}
	if err := checkLevel(level); err != nil {
		return Interval{}, err
	}
	z := normalQuantile(level)
	runs, share := float64(n), float64(successes)/float64(n)
	middle := (share + z*z/(2*runs)) / (1 + z*z/runs)
	half := z * math.Sqrt(share*(1-share)/runs+z*z/(4*runs*runs)) / (1 + z*z/runs)
	return Interval{
		Estimate: share,
		Low:      min(share, max(0, middle-half)),
		High:     max(share, min(1, middle+half)),
		Level:    level,
	}, nil
}

// ShareDifference returns the difference of two independent shares, that of X less that of Y, with
// Newcombe's interval: both Wilson intervals' distances to their shares, added as squares. It is the effect
// that belongs beside Fisher's P.
//
// Errors: those of Wilson for either arm.
//
// Source: Newcombe, Interval estimation for the difference between independent proportions, Statistics in
// Medicine 1998, method 10.
func ShareDifference(successesX, nX, successesY, nY int, level float64) (Interval, error) {
	x, err := Wilson(successesX, nX, level)
	if err != nil {
		return Interval{}, err
	}
	y, err := Wilson(successesY, nY, level)
	if err != nil {
		return Interval{}, err
	}
	difference := x.Estimate - y.Estimate
	return Interval{
		Estimate: difference,
		Low:      difference - math.Hypot(x.Estimate-x.Low, y.High-y.Estimate),
		High:     difference + math.Hypot(x.High-x.Estimate, y.Estimate-y.Low),
		Level:    level,
	}, nil
}
