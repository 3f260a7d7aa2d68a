package stats

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Stratum has the runs of two arms on one subject.
type Stratum struct {
	A, B []Observation
}

// LogRankResult is the outcome of a log-rank test of two arms.
type LogRankResult struct {
	Strata, N            int
	ObservedA, ObservedB int     // events
	ExpectedA, ExpectedB float64 // events expected if the arms do not differ
	ChiSquare            float64 // one degree of freedom
	P                    float64 // 1 if no event tells the arms apart
}

// LogRank tests whether two arms reach their targets at the same rate at all times, some times being
// censored. At each event time of a stratum the events of arm A are compared with their number expected from
// the shares at risk; differences and hypergeometric variances are added over times and strata, so that
// subjects of different difficulty are never compared with each other. One stratum gives the plain test.
//
// With subjects as strata the units are runs: the result holds for these subjects, not for others. For a
// claim about subjects take each subject's restricted mean and SignedRank. Where curves cross the test has little power.
// P is asymptotic: chi-squared with one degree of freedom.
//
// Errors: no stratum, an arm without observations, times that are negative, NaN or infinite.
// Time O(n log n).
//
// Sources: Mantel, Evaluation of survival data and two new rank order statistics arising in its consideration,
// Cancer Chemotherapy Reports 1966; Klein, Moeschberger, Survival analysis, 2003, 7.3 and 7.5.
func LogRank(strata []Stratum) (LogRankResult, error) {
	if len(strata) == 0 {
		return LogRankResult{}, fmt.Errorf("stats: log-rank test without strata: give at least one")
	}
	r := LogRankResult{Strata: len(strata), P: 1}
	variance := 0.0
	for i, s := range strata {
		if err := checkObservations(fmt.Sprintf("arm A of stratum %d", i), s.A); err != nil {
			return LogRankResult{}, err
		}
		if err := checkObservations(fmt.Sprintf("arm B of stratum %d", i), s.B); err != nil {
			return LogRankResult{}, err
		}
		r.N += len(s.A) + len(s.B)
		a, b := byTime(s.A), byTime(s.B)
		for _, t := range eventTimes(slices.Concat(a, b)) {
			riskA, eventsA := riskSet(a, t)
			riskB, eventsB := riskSet(b, t)
			n, events := float64(riskA+riskB), float64(eventsA+eventsB)
			shareA, shareB := float64(riskA)/n, float64(riskB)/n
			r.ObservedA += eventsA
			r.ObservedB += eventsB
			r.ExpectedA += events * shareA
			r.ExpectedB += events * shareB
			if n > 1 {
				variance += events * shareA * shareB * (n - events) / (n - 1)
			}
		}
	}
	if variance > 0 {
		difference := float64(r.ObservedA) - r.ExpectedA
		r.ChiSquare = difference * difference / variance
		r.P = distuv.ChiSquared{K: 1}.Survival(r.ChiSquare)
	}
	return r, nil
}
