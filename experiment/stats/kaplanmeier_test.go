package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// observations joins times of events and of censoring.
func observations(events, censored []float64) []Observation {
	var all []Observation
	for _, t := range events {
		all = append(all, Observation{t, true})
	}
	for _, t := range censored {
		all = append(all, Observation{t, false})
	}
	return all
}

var (
	// Weeks of remission with 6-mercaptopurine and with placebo: Freireich and others, Blood 1963; Kleinbaum,
	// Klein, Survival analysis, 2012, 2.
	mercaptopurine = observations([]float64{6, 6, 6, 7, 10, 13, 16, 22, 23},
		[]float64{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35})
	placebo = observations([]float64{1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23}, nil)
	// Weeks of remission with and without maintained chemotherapy: Miller, Survival analysis, 1981 (aml in R's
	// survival).
	maintained    = observations([]float64{9, 13, 18, 23, 31, 34, 48}, []float64{13, 28, 45, 161})
	nonmaintained = observations([]float64{5, 5, 8, 8, 12, 23, 27, 30, 33, 43, 45}, []float64{16})
)

func TestKaplanMeierFreireich(t *testing.T) {
	curve := must[SurvivalCurve](t)(KaplanMeier(mercaptopurine, 0.95))
	want := []struct {
		time             float64
		atRisk, events   int
		survival, stdErr string
	}{
		{6, 21, 3, "0.857", "0.0764"},
		{7, 17, 1, "0.807", "0.0869"},
		{10, 15, 1, "0.753", "0.0963"},
		{13, 12, 1, "0.690", "0.1068"},
		{16, 11, 1, "0.627", "0.1141"},
		{22, 7, 1, "0.538", "0.1282"},
		{23, 6, 1, "0.448", "0.1346"},
	}
	if len(curve.Steps) != len(want) || curve.N != 21 || curve.Events != 9 || curve.Last != 35 {
		t.Fatalf("%+v", curve)
	}
	for i, w := range want {
		s := curve.Steps[i]
		if s.Time != w.time || s.AtRisk != w.atRisk || s.Events != w.events {
			t.Errorf("step %d: %+v", i, s)
		}
		printed(t, "survival", s.Survival, w.survival)
		printed(t, "standard error", s.StdErr, w.stdErr)
	}
	for _, test := range []struct {
		arm    []Observation
		median Interval
	}{
		{mercaptopurine, Interval{23, 13, math.Inf(1), 0.95}},
		{placebo, Interval{8, 4, 11, 0.95}},
	} {
		if got := must[SurvivalCurve](t)(KaplanMeier(test.arm, 0.95)).Median(); got != test.median {
			t.Errorf("median %+v, want %+v", got, test.median)
		}
	}
}

// survfit(Surv(time, status) ~ x, aml, conf.type = "log-log") in R's survival 3.5-3; the survival and its error
// are those of summary(survfit(…)) in the package's documentation.
func TestKaplanMeierMaintained(t *testing.T) {
	curve := must[SurvivalCurve](t)(KaplanMeier(maintained, 0.95))
	want := [][5]string{
		{"9", "0.909", "0.0867", "0.5080802", "0.986674"},
		{"13", "0.818", "0.1163", "0.4474286", "0.951162"},
		{"18", "0.716", "0.1397", "0.3501904", "0.899024"},
		{"23", "0.614", "0.1526", "0.2657520", "0.835299"},
		{"31", "0.491", "0.1642", "0.1673309", "0.753400"},
		{"34", "0.368", "0.1627", "0.0928296", "0.657041"},
		{"48", "0.184", "0.1535", "0.0117385", "0.525015"},
	}
	if len(curve.Steps) != len(want) {
		t.Fatalf("%+v", curve)
	}
	for i, w := range want {
		s := curve.Steps[i]
		for j, got := range []float64{s.Time, s.Survival, s.StdErr, s.Low, s.High} {
			printed(t, "column", got, w[j])
		}
	}
	if got := curve.Median(); got != (Interval{31, 13, math.Inf(1), 0.95}) {
		t.Errorf("median %+v", got)
	}

	curve = must[SurvivalCurve](t)(KaplanMeier(nonmaintained, 0.95))
	last := curve.Steps[len(curve.Steps)-1]
	if last.Survival != 0 || last.StdErr != 0 || last.Low != 0 {
		t.Errorf("last step %+v", last)
	}
	printed(t, "high at survival 0", last.High, "0.349") // that of the step before
	if got := curve.Median(); got != (Interval{23, 5, 33, 0.95}) {
		t.Errorf("median %+v", got)
	}
}

func drawObservations(t *rapid.T, name string) []Observation {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Observation {
		return Observation{float64(rapid.IntRange(0, 12).Draw(t, "time")), rapid.Bool().Draw(t, "event")}
	}), 1, 25).Draw(t, name)
}

// Efron, The two sample problem with censored data, 1967: each run has the mass 1/n; from left to right, a
// censored run hands its mass in equal parts to all runs to its right. Survival is the mass that is left.
func redistribute(runs []Observation, at float64) float64 {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(a, b Observation) int {
		switch {
		case a.Time < b.Time || a.Time == b.Time && a.Event && !b.Event:
			return -1
		case a == b:
			return 0
		}
		return 1
	})
	mass := make([]float64, len(runs))
	for i := range mass {
		mass[i] = 1 / float64(len(runs))
	}
	left := 0.0
	for i, o := range runs {
		right := len(runs) - i - 1
		if !o.Event && right > 0 {
			for j := range right {
				mass[i+1+j] += mass[i] / float64(right)
			}
			mass[i] = 0
		}
		if o.Time > at || !o.Event {
			left += mass[i]
		}
	}
	return left
}

func TestKaplanMeierRedistributes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := drawObservations(t, "runs")
		curve := must[SurvivalCurve](t)(KaplanMeier(runs, 0.95))
		before := Step{Survival: 1, Low: 1, High: 1}
		events := 0
		for _, s := range curve.Steps {
			near(t, "survival", s.Survival, redistribute(runs, s.Time))
			if s.Survival >= before.Survival || s.Time <= before.Time && events > 0 || s.High > before.High ||
				!(0 <= s.Low && s.Low <= s.Survival && s.Survival <= s.High && s.High <= 1) {
				t.Errorf("step %+v after %+v", s, before)
			}
			before = s
			events += s.Events
		}
		if events != curve.Events {
			t.Errorf("%d events of %d", events, curve.Events)
		}
	})
}

// Without censoring the curve is the empirical one, its error that of a share, and its median that of the times.
func TestKaplanMeierUncensored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var times []float64
		for _, o := range drawObservations(t, "runs") {
			times = append(times, o.Time)
		}
		curve := must[SurvivalCurve](t)(KaplanMeier(observations(times, nil), 0.95))
		n := float64(len(times))
		for _, s := range curve.Steps {
			later := 0.0
			for _, v := range times {
				if v > s.Time {
					later++
				}
			}
			near(t, "survival", s.Survival, later/n)
			near(t, "standard error", s.StdErr, math.Sqrt(later/n*(1-later/n)/n))
		}
		slices.Sort(times)
		if got := curve.Median().Estimate; math.Abs(got-median(times)) > 1e-9 {
			t.Errorf("median %v of %v", got, times)
		}
	})
}

func TestKaplanMeierTimeScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := drawObservations(t, "runs")
		later := slices.Clone(runs)
		for i := range later {
			later[i].Time = later[i].Time*later[i].Time*later[i].Time + 2
		}
		a := must[SurvivalCurve](t)(KaplanMeier(runs, 0.95))
		b := must[SurvivalCurve](t)(KaplanMeier(later, 0.95))
		for i := range a.Steps {
			a.Steps[i].Time = 0
			b.Steps[i].Time = 0
		}
		if !slices.Equal(a.Steps, b.Steps) {
			t.Errorf("%+v, on another scale of time %+v", a.Steps, b.Steps)
		}
	})
}

// Greenwood's limits cover: exponential times, a budget that censors a third of them.
func TestKaplanMeierCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const runs, budget, at = 2000, 1.1, 0.5
	curves := 0
	for range runs {
		var sample []Observation
		for range 30 {
			time := rng.ExpFloat64()
			sample = append(sample, Observation{min(time, budget), time <= budget})
		}
		curve := must[SurvivalCurve](t)(KaplanMeier(sample, 0.95))
		s := Step{Low: 1, High: 1}
		for _, next := range curve.Steps {
			if next.Time <= at {
				s = next
			}
		}
		if s.Low <= math.Exp(-at) && math.Exp(-at) <= s.High {
			curves++
		}
	}
	if share := float64(curves) / runs; share < 0.92 || share > 0.98 {
		t.Errorf("%v of intervals cover", share)
	}
}

func TestKaplanMeierNothingReached(t *testing.T) {
	curve := must[SurvivalCurve](t)(KaplanMeier(observations(nil, []float64{100, 100}), 0.95))
	if len(curve.Steps) != 0 || curve.Median() != (Interval{math.Inf(1), math.Inf(1), math.Inf(1), 0.95}) {
		t.Errorf("%+v", curve)
	}
}

func TestKaplanMeierBad(t *testing.T) {
	_, err := KaplanMeier(nil, 0.95)
	refused(t, err, "no observations")
	for _, time := range []float64{-1, math.NaN(), math.Inf(1)} {
		_, err = KaplanMeier([]Observation{{1, true}, {time, false}}, 0.95)
		refused(t, err, "observation 1")
	}
}
