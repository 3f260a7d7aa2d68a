package stats

import (
	"fmt"

	moremath "github.com/aclements/go-moremath/stats"
)

// FisherResult is the outcome of Fisher's exact test.
type FisherResult struct {
	N int
	P float64 // two-sided
}

// Fisher tests whether two independent arms succeed equally often: arm X succeeded yesX times and failed noX
// times, arm Y yesY and noY times. P is exact given the margins of the table: the sum of the probabilities
// of all tables that are no more probable than the one observed, equal up to a share of 10⁻⁷. An arm without
// runs, or no failure or no success at all, gives P = 1.
//
// Errors: negative counts, no run. Time O(n).
//
// Source: Fisher, The design of experiments, 1935, II; Freeman, Halton, Note on an exact treatment of
// contingency, Biometrika 1951, for the two-sided sum.
func Fisher(yesX, noX, yesY, noY int) (FisherResult, error) {
	if min(yesX, noX, yesY, noY) < 0 {
		return FisherResult{}, fmt.Errorf("stats: table %d %d, %d %d: give numbers of runs, none negative",
			yesX, noX, yesY, noY)
	}
	n := yesX + noX + yesY + noY
	if n == 0 {
		return FisherResult{}, fmt.Errorf("stats: Fisher's test without runs: give at least one")
	}
	tables := moremath.HypergeometicDist{N: n, K: yesX + yesY, Draws: yesX + noX}
	observed := tables.PMF(float64(yesX)) * (1 + 1e-7)
	low, high := tables.Bounds()
	p := 0.0
	for yes := low; yes <= high; yes++ {
		if q := tables.PMF(yes); q <= observed {
			p += q
		}
	}
	return FisherResult{N: n, P: min(1, p)}, nil
}
