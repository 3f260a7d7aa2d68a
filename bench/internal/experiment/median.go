package experiment

import (
	"math"
	"slices"
)

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
