package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Observation is the time at which a run reached its target, or up to which it did not.
type Observation struct {
	Time  float64 // ≥ 0, in evaluations or in seconds
	Event bool    // reached at Time; false: censored, not reached up to and including Time
}

// SurvivalCurve is the Kaplan-Meier estimate of the share of runs that have not reached their target.
type SurvivalCurve struct {
	N, Events int
	Level     float64
	Last      float64 // largest time of an observation
	Steps     []Step  // one for each time with an event, in order
}

// Step is a time at which a survival curve falls. Before the first step the survival is 1.
type Step struct {
	Time           float64
	AtRisk, Events int     // at risk are observations of this time or later, censored ones too
	Survival       float64 // from Time up to the next step
	StdErr         float64 // Greenwood
	Low, High      float64
}

// KaplanMeier estimates the distribution of times of which some are censored: the share of runs that have
// not reached the target by time t is the product over event times up to t of 1 - events/at risk. A run
// stopped by its budget is censored there; it is not counted as if it had reached the target then. Censoring must not depend on
// how close a run was to its target: a budget does not, a run that was given up may.
//
// Limits are Greenwood's on the scale log(-log), which stay within [0, 1]. Where the survival is 0 the
// variance is not defined: Low is 0 and High stays that of the step before.
//
// Errors: no observation, times that are negative, NaN or infinite, a level outside (0, 1). No event gives
// a curve without steps. Time O(n log n).
//
// Sources: Kaplan, Meier, Nonparametric estimation from incomplete observations, JASA 1958; Greenwood, The
// natural duration of cancer, 1926; Kalbfleisch, Prentice, The statistical analysis of failure time data,
// 1980, 1.3; Klein, Moeschberger, Survival analysis, 2003, 4.2-4.5.
func KaplanMeier(observations []Observation, level float64) (SurvivalCurve, error) {
	if err := checkObservations("survival", observations); err != nil {
		return SurvivalCurve{}, err
	}
	if err := checkLevel(level); err != nil {
		return SurvivalCurve{}, err
	}
	runs := byTime(observations)
	curve := SurvivalCurve{N: len(runs), Level: level, Last: runs[len(runs)-1].Time}
	z := normalQuantile(level)
	survival, variance, high := 1.0, 0.0, 1.0 // variance: Greenwood's sum, of the logarithm of survival
	for _, t := range eventTimes(runs) {
		atRisk, events := riskSet(runs, t)
		step := Step{Time: t, AtRisk: atRisk, Events: events}
		curve.Events += events
		if events < atRisk {
			survival *= 1 - float64(events)/float64(atRisk)
			variance += greenwood(step)
			spread := math.Exp(z * math.Sqrt(variance) / -math.Log(survival))
			step.Survival = survival
			step.StdErr = survival * math.Sqrt(variance)
			step.Low = math.Pow(survival, spread)
			high = math.Pow(survival, 1/spread)
		}
		step.High = high
		curve.Steps = append(curve.Steps, step)
	}
	return curve, nil
}

// greenwood returns the step's part of Greenwood's sum.
func greenwood(s Step) float64 {
	return float64(s.Events) / (float64(s.AtRisk) * float64(s.AtRisk-s.Events))
}

// Median returns the least time at which the survival is at most one half, with the times at which the two
// limits of the curve are (Brookmeyer, Crowley, A confidence interval for the median survival time,
// Biometrics 1982). What is not reached is +Inf. Where the survival is exactly one half for a while, and falls after that, it is the
// middle of that time, as in R's survfit: without censoring the ordinary median.
func (c SurvivalCurve) Median() Interval {
	fallsTo := func(value func(Step) float64) float64 {
		const rounding = 1e-12
		for i, s := range c.Steps {
			switch y := value(s); {
			case y > 0.5+rounding:
				continue
			case y > 0.5-rounding:
				for _, next := range c.Steps[i+1:] {
					if value(next) < y-rounding {
						return s.Time/2 + next.Time/2
					}
				}
			}
			return s.Time
		}
		return math.Inf(1)
	}
	return Interval{
		Estimate: fallsTo(func(s Step) float64 { return s.Survival }),
		Low:      fallsTo(func(s Step) float64 { return s.Low }),
		High:     fallsTo(func(s Step) float64 { return s.High }),
		Level:    c.Level,
	}
}

func checkObservations(name string, observations []Observation) error {
	if len(observations) == 0 {
		return fmt.Errorf("stats: %s has no observations: give at least one", name)
	}
	for i, o := range observations {
		if !(o.Time >= 0) || math.IsInf(o.Time, 1) {
			return fmt.Errorf("stats: time %v of observation %d of %s: give a time ≥ 0, "+
				"censored at the budget if not reached", o.Time, i, name)
		}
	}
	return nil
}

// byTime returns the observations sorted by time.
func byTime(observations []Observation) []Observation {
	observations = slices.Clone(observations)
	slices.SortFunc(observations, func(a, b Observation) int { return cmp.Compare(a.Time, b.Time) })
	return observations
}

// eventTimes returns the distinct times of events, in order.
func eventTimes(observations []Observation) []float64 {
	var times []float64
	for _, o := range observations {
		if o.Event {
			times = append(times, o.Time)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// riskSet returns how many of the sorted observations are of time t or later, and how many events are at t.
func riskSet(sorted []Observation, t float64) (atRisk, events int) {
	first, _ := slices.BinarySearchFunc(sorted, t, func(o Observation, t float64) int { return cmp.Compare(o.Time, t) })
	for _, o := range sorted[first:] {
		if o.Time > t {
			break
		}
		if o.Event {
			events++
		}
	}
	return len(sorted) - first, events
}
