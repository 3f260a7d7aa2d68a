package experiment

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// resamples make an interval.
const resamples = 10_000

// Interval is where a statistic lies for 95 % of the samples that are drawn from n
// seeds with replacement, by the percentiles of the bootstrap (Efron and
// Tibshirani, "An introduction to the bootstrap", 1993). A sample is the list of the
// seeds drawn, from 0 to n-1. The same n gives the same samples.
func Interval(n int, statistic func(sample []int) float64) (from, to float64) {
	rng := rand.New(rand.NewPCG(1, 0))
	sample := make([]int, n)
	values := make([]float64, resamples)
	for i := range values {
		for k := range sample {
			sample[k] = rng.IntN(n)
		}
		values[i] = statistic(sample)
	}
	slices.Sort(values)
	return stat.Quantile(0.025, stat.Empirical, values, nil), stat.Quantile(0.975, stat.Empirical, values, nil)
}

// Median is the middle of values, or the mean of the two in the middle. Some may
// be infinite. Without values it is NaN.
func Median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	if n == 0 {
		return math.NaN()
	}
	return (v[(n-1)/2] + v[n/2]) / 2
}
