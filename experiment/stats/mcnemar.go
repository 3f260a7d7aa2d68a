package stats

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemarResult is the outcome of McNemar's test of paired yes-no values.
type McNemarResult struct {
	Discordant int     // pairs of which one arm alone succeeded
	P          float64 // two-sided, exact
}

// McNemar tests whether two arms succeed equally often, from the pairs that tell them apart: in onlyX pairs
// arm X alone succeeded, in onlyY pairs arm Y alone. P is exact: given the discordant pairs onlyX is
// binomial with probability ½. Without discordant pairs P = 1. In a campaign a pair is a seed that both
// arms ran on one target; the result is about that target.
//
// Errors: negative counts.
//
// Source: McNemar, Note on the sampling error of the difference between correlated proportions or
// percentages, Psychometrika 1947.
func McNemar(onlyX, onlyY int) (McNemarResult, error) {
	if onlyX < 0 || onlyY < 0 {
		return McNemarResult{}, fmt.Errorf("stats: counts %d and %d: give numbers of pairs, none negative", onlyX, onlyY)
	}
	n := onlyX + onlyY
	less := distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(min(onlyX, onlyY)))
	return McNemarResult{Discordant: n, P: min(1, 2*less)}, nil
}
