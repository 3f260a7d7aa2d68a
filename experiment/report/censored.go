package report

import (
	"fmt"
	"slices"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
)

// Reached says how often the arms of a contrast of times reached their targets. The rest of a verdict takes the mean
// time of a subject and an arm, with the budget as the time of runs that it stopped: that is the restricted mean of the
// Kaplan-Meier curve up to the budget, as no run is censored before.
type Reached struct {
	Arm, Against         int     // runs that reached the target
	ArmRuns, AgainstRuns int     // all of them
	P                    float64 // log-rank test, with subjects as strata
}

// stratum returns the times of both arms on a subject, of which those whose event is 0 are censored. Each of these
// must be the latest time.
func stratum(times, events [2]sample) (s stats.Stratum, err error) {
	latest := slices.Max(slices.Concat(times[0].values, times[1].values))
	for i, to := range []*[]stats.Observation{&s.A, &s.B} {
		for k, x := range times[i].values {
			reached := events[i].values[k] != 0
			if !reached && !same(x, latest) {
				err = fmt.Errorf("a run was stopped at %v, before its target, and another one took %v: "+
					"a censored measure needs one budget for all", x, latest)
			}
			*to = append(*to, stats.Observation{Time: x, Event: reached})
		}
	}
	return s, err
}

// reached makes the log-rank test of a contrast of times whose rows are all there. It returns how many of them do not
// tell whether the target was reached; there is no test then.
func (r *Report) reached(c campaign.Contrast) (*Reached, int, error) {
	out, unmeasured := &Reached{}, 0
	var strata []stats.Stratum
	for _, name := range c.Subjects {
		var times, events [2]sample
		for i, arm := range []campaign.Part{r.arm(c.Arm), r.arm(c.Against)} {
			times[i], events[i] = r.sample(c.Measure, name, arm, c.Budget), r.sample(c.Censored, name, arm, c.Budget)
			unmeasured += events[i].rows.Unmeasured
		}
		if unmeasured > 0 {
			continue
		}
		s, err := stratum(times, events)
		if err != nil {
			return nil, 0, fmt.Errorf("subject %s: %w", name, err)
		}
		strata = append(strata, s)
		out.ArmRuns, out.AgainstRuns = out.ArmRuns+len(s.A), out.AgainstRuns+len(s.B)
	}
	if unmeasured > 0 {
		return nil, unmeasured, nil
	}
	test, err := stats.LogRank(strata)
	out.Arm, out.Against, out.P = test.ObservedA, test.ObservedB, test.P
	return out, 0, err
}

const reachedWords = "Runs that reach their target within the budget, and p of the log-rank test with subjects as strata. " +
	"Its unit is the run, so that it speaks of these subjects alone: no verdict depends on it."

// reachedTable has the contrasts of times. It has no rows if there are none.
func (r *Report) reachedTable(verdicts []Verdict) table {
	t := table{Head: columns(3, "claim", "arm", "against", "arm: runs", "arm: reached", "against: runs", "against: reached", "p")}
	for _, v := range verdicts {
		x := v.Reached
		if x == nil {
			continue
		}
		share := func(n, of int) entry {
			s := float64(n) / float64(of)
			return number(s, fmt.Sprintf("%d, %s", n, percent(s)))
		}
		runs := func(n int) entry { return number(float64(n), fmt.Sprint(n)) }
		t.add([]entry{
			plain(v.Contrast.Claim), plain(v.Contrast.Arm), plain(v.Contrast.Against),
			runs(x.ArmRuns), share(x.Arm, x.ArmRuns), runs(x.AgainstRuns), share(x.Against, x.AgainstRuns),
			number(x.P, probability(x.P)),
		})
	}
	return t
}
