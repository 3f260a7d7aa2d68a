package stats

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Replicates are the values of a statistic on resamples of a campaign.
type Replicates struct {
	Estimate float64   // statistic of the campaign itself
	Values   []float64 // statistic of each resample, sorted
	LeftOut  []float64 // statistic without subject i
}

// ClusterBootstrap resamples a campaign the way its rows came about: subjects are drawn with replacement,
// then, within each drawn subject, as many of its rows as it has, with replacement. A row is a seed with the
// values of all arms, so that the statistic may compare arms; subjects[i] has the rows of subject i. A
// subject drawn twice has two independent draws of rows. With one row a subject the method is the
// ordinary bootstrap over subjects.
//
// The statistic must not change or keep its argument. The draws within subjects add their variance to that
// between subjects a second time; the share is that of the seeds in the variance of a subject's mean, so
// intervals are too wide rather than too narrow. With fewer than about ten subjects the intervals cover too
// seldom all the same.
//
// Errors: fewer than two subjects, a subject without rows, resamples < 1, no generator, a statistic that is
// NaN or infinite on the campaign, on a resample or without one subject. Time: resamples + subjects + 1
// evaluations. One generator state, one result; the generator is not shared.
//
// Sources: Davison, Hinkley, Bootstrap methods and their application, 1997, 3.8; Efron, Better bootstrap
// confidence intervals, JASA 1987.
func ClusterBootstrap[T any](
	subjects [][]T, statistic func([][]T) float64, resamples int, rng *rand.Rand,
) (Replicates, error) {
	if len(subjects) < 2 {
		return Replicates{}, fmt.Errorf("stats: bootstrap over %d subjects: give at least two", len(subjects))
	}
	for i, rows := range subjects {
		if len(rows) == 0 {
			return Replicates{}, fmt.Errorf("stats: subject %d has no rows: leave it out, or run it", i)
		}
	}
	if resamples < 1 {
		return Replicates{}, fmt.Errorf("stats: %d resamples: give at least one, 10000 for an interval", resamples)
	}
	if rng == nil {
		return Replicates{}, errors.New("stats: bootstrap without a generator: give a seeded one")
	}
	r := Replicates{Estimate: statistic(subjects)}
	for range resamples {
		r.Values = append(r.Values, statistic(resample(subjects, rng)))
	}
	for i := range subjects {
		r.LeftOut = append(r.LeftOut, statistic(slices.Concat(subjects[:i], subjects[i+1:])))
	}
	for _, v := range slices.Concat([]float64{r.Estimate}, r.Values, r.LeftOut) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Replicates{}, fmt.Errorf("stats: the statistic is %v on the campaign, on a resample or without one subject: "+
				"define it for every choice of subjects", v)
		}
	}
	slices.Sort(r.Values)
	return r, nil
}

func resample[T any](subjects [][]T, rng *rand.Rand) [][]T {
	drawn := make([][]T, len(subjects))
	for i := range drawn {
		rows := subjects[rng.IntN(len(subjects))]
		drawn[i] = make([]T, len(rows))
		for j := range rows {
			drawn[i][j] = rows[rng.IntN(len(rows))]
		}
	}
	return drawn
}

// Percentile returns the interval between two quantiles of the replicates (Efron 1979).
//
// Errors: a level outside (0, 1), fewer than five replicates beyond either limit (200 resamples for 0.95).
func (r Replicates) Percentile(level float64) (Interval, error) {
	if err := r.check(level); err != nil {
		return Interval{}, err
	}
	tail := (1 - level) / 2
	return r.between(tail, 1-tail, level), nil
}

// BCa returns the bias-corrected and accelerated interval (Efron 1987): a percentile interval whose two
// quantiles are moved by the median bias z₀ of the replicates and by the acceleration, the skewness of the
// leave-one-subject-out values. BCa is the interval to report: Percentile is there to compare with.
//
// Errors: those of Percentile; all replicates on one side of the estimate, or a skewness too large for the
// level, where the interval is not defined.
func (r Replicates) BCa(level float64) (Interval, error) {
	if err := r.check(level); err != nil {
		return Interval{}, err
	}
	below := r.shareBelow()
	if below == 0 || below == 1 {
		return Interval{}, errors.New("stats: all replicates lie on one side of the estimate, where BCa is not defined: " +
			"use the percentile interval")
	}
	bias, acceleration := distuv.UnitNormal.Quantile(below), r.acceleration()
	moved := func(z float64) (float64, bool) {
		scale := 1 - acceleration*(bias+z)
		return distuv.UnitNormal.CDF(bias + (bias+z)/scale), scale > 0
	}
	z := normalQuantile(level)
	low, ok1 := moved(-z)
	high, ok2 := moved(z)
	if !ok1 || !ok2 {
		return Interval{}, fmt.Errorf("stats: acceleration %.3g is too large for BCa at level %v: "+
			"use the percentile interval", acceleration, level)
	}
	return r.between(low, high, level), nil
}

func (r Replicates) check(level float64) error {
	if err := checkLevel(level); err != nil {
		return err
	}
	if beyond := float64(len(r.Values)) * (1 - level) / 2; beyond < 5-1e-9 {
		return fmt.Errorf("stats: %d resamples leave %.1f beyond each limit at level %v: take at least %.0f",
			len(r.Values), beyond, level, math.Ceil(10/(1-level)-1e-9))
	}
	return nil
}

func (r Replicates) between(low, high, level float64) Interval {
	return Interval{
		Estimate: r.Estimate,
		Low:      stat.Quantile(low, stat.LinInterp, r.Values, nil),
		High:     stat.Quantile(high, stat.LinInterp, r.Values, nil),
		Level:    level,
	}
}

// shareBelow returns the share of replicates below the estimate, equal ones counted as halves: a statistic
// with few values, such as a median, meets the estimate often.
func (r Replicates) shareBelow() float64 {
	twice := 0
	for _, v := range r.Values {
		switch {
		case v < r.Estimate:
			twice += 2
		case v == r.Estimate:
			twice++
		}
	}
	return float64(twice) / 2 / float64(len(r.Values))
}

// acceleration returns a sixth of the skewness of the mean less the leave-one-out values, scaled for
// their number (Efron 1987, 7.3); 0 if all are equal.
func (r Replicates) acceleration() float64 {
	mean := stat.Mean(r.LeftOut, nil)
	var squares, cubes float64
	for _, v := range r.LeftOut {
		squares += (mean - v) * (mean - v)
		cubes += (mean - v) * (mean - v) * (mean - v)
	}
	if squares == 0 {
		return 0
	}
	return cubes / (6 * math.Pow(squares, 1.5))
}
