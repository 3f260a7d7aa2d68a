package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is an estimate with its confidence limits.
type Interval struct {
	Estimate  float64
	Low, High float64 // ±Inf where the sample is too small for a limit at this level
	Level     float64 // confidence level in (0, 1); of an exact interval the level attained, at least the one asked for
}

// checkSample reports an empty sample and values that are NaN or infinite.
func checkSample(name string, values []float64) error {
	if len(values) == 0 {
		return fmt.Errorf("stats: sample %s is empty: give at least one value", name)
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("stats: value %d of sample %s is %v: leave it out, or treat it as censored", i, name, v)
		}
	}
	return nil
}

// checkPairs reports samples that are not finite or not of one length.
func checkPairs(x, y []float64) error {
	if err := checkSample("x", x); err != nil {
		return err
	}
	if err := checkSample("y", y); err != nil {
		return err
	}
	if len(x) != len(y) {
		return fmt.Errorf("stats: %d values of x and %d of y: give one of each for every subject", len(x), len(y))
	}
	return nil
}

// checkLevel reports a confidence level outside (0, 1).
func checkLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return fmt.Errorf("stats: confidence level %v: give a share between 0 and 1, such as 0.95", level)
	}
	return nil
}

// normalQuantile returns z such that a standard normal variable lies in [-z, z] with probability level.
func normalQuantile(level float64) float64 {
	return distuv.UnitNormal.Quantile(1 - (1-level)/2)
}

// median returns the middle of sorted values, the mean of the middle two if their number is even.
func median(sorted []float64) float64 {
	n := len(sorted)
	return sorted[(n-1)/2]/2 + sorted[n/2]/2
}

// sorted returns a sorted copy.
func sorted(values []float64) []float64 {
	values = slices.Clone(values)
	slices.Sort(values)
	return values
}
