package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestLogRankFreireich(t *testing.T) {
	r := must[LogRankResult](t)(LogRank([]Stratum{{mercaptopurine, placebo}}))
	printed(t, "chi-squared", r.ChiSquare, "16.79")
	printed(t, "expected", r.ExpectedA, "19.25")
	printed(t, "expected", r.ExpectedB, "10.75")
	if r.ObservedA != 9 || r.ObservedB != 21 || r.N != 42 || r.Strata != 1 {
		t.Errorf("%+v", r)
	}
}

// survdiff(Surv(time, status) ~ x, aml) in R's survival.
func TestLogRankMaintained(t *testing.T) {
	r := must[LogRankResult](t)(LogRank([]Stratum{{maintained, nonmaintained}}))
	printed(t, "chi-squared", r.ChiSquare, "3.4")
	printed(t, "p", r.P, "0.0653")
	printed(t, "expected", r.ExpectedA, "10.69")
	printed(t, "expected", r.ExpectedB, "7.31")
}

// The remissions above in strata of the logarithm of the white cell count: up to 2.30, up to 3.00, above.
// Kleinbaum, Klein, Survival analysis, 2012, 2: 10.14, P = 0.0014, 16.38 and 13.62 events expected.
func TestLogRankStratified(t *testing.T) {
	cells := [2][]float64{
		{2.31, 4.06, 3.28, 4.43, 2.96, 2.88, 3.60, 2.32, 2.57, 3.20, 2.80, 2.70, 2.60, 2.16, 2.05, 2.01, 1.78, 2.20,
			2.53, 1.47, 1.45},
		{2.80, 5.00, 4.91, 4.48, 4.01, 4.36, 2.42, 3.49, 3.97, 3.52, 3.05, 2.32, 3.26, 3.49, 2.12, 1.50, 3.06, 2.30,
			2.95, 2.73, 1.97},
	}
	stratum := func(cells float64) int {
		switch {
		case cells <= 2.30:
			return 0
		case cells <= 3:
			return 1
		}
		return 2
	}
	strata := make([]Stratum, 3)
	for i, o := range mercaptopurine {
		s := &strata[stratum(cells[0][i])]
		s.A = append(s.A, o)
	}
	for i, o := range placebo {
		s := &strata[stratum(cells[1][i])]
		s.B = append(s.B, o)
	}
	r := must[LogRankResult](t)(LogRank(strata))
	printed(t, "chi-squared", r.ChiSquare, "10.14")
	printed(t, "p", r.P, "0.0014")
	printed(t, "expected", r.ExpectedA, "16.38")
	printed(t, "expected", r.ExpectedB, "13.62")
	if r.Strata != 3 || r.N != 42 || r.ObservedA != 9 || r.ObservedB != 21 {
		t.Errorf("%+v", r)
	}
}

func drawStrata(t *rapid.T) []Stratum {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Stratum {
		return Stratum{drawObservations(t, "a"), drawObservations(t, "b")}
	}), 1, 4).Draw(t, "strata")
}

// naiveLogRank visits all whole times, counts anew at each, and takes mean and variance of the events of arm
// A from the hypergeometric probabilities themselves.
func naiveLogRank(strata []Stratum) (expected, chiSquare float64) {
	choose := func(n, k int) float64 {
		c := 1.0
		for i := range k {
			c = c * float64(n-i) / float64(i+1)
		}
		return c
	}
	observed, variance := 0.0, 0.0
	for _, s := range strata {
		for at := range 13 {
			count := func(arm []Observation) (risk, events int) {
				for _, o := range arm {
					if o.Time >= float64(at) {
						risk++
					}
					if o.Time == float64(at) && o.Event {
						events++
					}
				}
				return risk, events
			}
			riskA, eventsA := count(s.A)
			riskB, eventsB := count(s.B)
			events, mean, square := eventsA+eventsB, 0.0, 0.0
			for k := max(0, events-riskB); k <= min(events, riskA); k++ {
				p := choose(riskA, k) * choose(riskB, events-k) / choose(riskA+riskB, events)
				mean += p * float64(k)
				square += p * float64(k) * float64(k)
			}
			observed += float64(eventsA)
			expected += mean
			variance += square - mean*mean
		}
	}
	if variance < 1e-9 {
		return expected, 0
	}
	return expected, (observed - expected) * (observed - expected) / variance
}

func TestLogRankNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		strata := drawStrata(t)
		r := must[LogRankResult](t)(LogRank(strata))
		expected, chiSquare := naiveLogRank(strata)
		near(t, "expected", r.ExpectedA, expected)
		if math.Abs(r.ChiSquare-chiSquare) > 1e-6*(1+chiSquare) {
			t.Errorf("chi-squared %v, naive %v", r.ChiSquare, chiSquare)
		}
		near(t, "p", r.P, math.Erfc(math.Sqrt(r.ChiSquare/2)))
	})
}

func TestLogRankLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		strata := drawStrata(t)
		r := must[LogRankResult](t)(LogRank(strata))
		near(t, "events expected", r.ExpectedA+r.ExpectedB, float64(r.ObservedA+r.ObservedB))
		if !(r.P > 0 && r.P <= 1) {
			t.Errorf("p %v", r.P)
		}
		var swapped, later, same []Stratum
		for i, s := range strata {
			swapped = append(swapped, Stratum{s.B, s.A})
			later = append(later, Stratum{delayed(s.A, i), delayed(s.B, i)})
			same = append(same, Stratum{s.A, s.A})
		}
		near(t, "p with arms exchanged", must[LogRankResult](t)(LogRank(swapped)).P, r.P)
		if got := must[LogRankResult](t)(LogRank(later)); got != r {
			t.Errorf("on other scales of time %+v, first %+v", got, r)
		}
		if got := must[LogRankResult](t)(LogRank(same)); got.P < 1-1e-6 {
			t.Errorf("equal arms: %+v", got)
		}
	})
}

// delayed maps times by an increasing function, another one for each stratum.
func delayed(arm []Observation, by int) []Observation {
	var result []Observation
	for _, o := range arm {
		result = append(result, Observation{float64(by+1)*o.Time*o.Time + 7, o.Event})
	}
	return result
}

// Of equal arms the test rejects 5 %, also when the subjects differ by orders of magnitude.
func TestLogRankLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const runs, budget = 2000, 3
	rejected := 0
	for range runs {
		strata := make([]Stratum, 5)
		for i := range strata {
			draw := func() []Observation {
				var arm []Observation
				for range 10 {
					time := rng.ExpFloat64() * math.Pow(4, float64(i)-2)
					arm = append(arm, Observation{min(time, budget), time <= budget})
				}
				return arm
			}
			strata[i] = Stratum{draw(), draw()}
		}
		if must[LogRankResult](t)(LogRank(strata)).P <= 0.05 {
			rejected++
		}
	}
	if share := float64(rejected) / runs; share < 0.03 || share > 0.075 {
		t.Errorf("%v rejected", share)
	}
}

func TestLogRankNothingReached(t *testing.T) {
	arm := observations(nil, []float64{100, 100})
	if r := must[LogRankResult](t)(LogRank([]Stratum{{arm, arm}})); r != (LogRankResult{Strata: 1, N: 4, P: 1}) {
		t.Errorf("%+v", r)
	}
}

func TestLogRankBad(t *testing.T) {
	arm := observations([]float64{1}, nil)
	_, err := LogRank(nil)
	refused(t, err, "without strata")
	_, err = LogRank([]Stratum{{arm, arm}, {nil, arm}})
	refused(t, err, "arm A of stratum 1")
	_, err = LogRank([]Stratum{{arm, arm}, {arm, observations(nil, []float64{-1})}})
	refused(t, err, "arm B of stratum 1")
}
