package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
	"nearmiss/experiment/task"
)

// Reached says how often the arms of a contrast of times reached their targets. The rest of a verdict takes the mean
// time of a subject and an arm, with the budget as the time of runs that it stopped: that is the restricted mean of the
// Kaplan-Meier curve up to the budget, as no run is censored before.
type Reached struct {
	Arm, Against         int     // runs that reached the target
	ArmRuns, AgainstRuns int     // all of them
	P                    float64 // log-rank test, with subjects as strata

	ArmShare, AgainstShare stats.Interval // of the runs that reached it: Wilson
}

// stratum returns the times of both arms on a subject, of which those whose event is 0 are censored. Each of these
// must be the latest time.
func stratum(times, events [2]sample) (s stats.Stratum, err error) {
	latest := slices.Max(slices.Concat(times[0].values, times[1].values))
	s.A, s.B = observations(times[0], events[0]), observations(times[1], events[1])
	for _, o := range slices.Concat(s.A, s.B) {
		if !o.Event && !same(o.Time, latest) {
			err = fmt.Errorf("a run was stopped at %v, before its target, and another one took %v: "+
				"a censored measure needs one budget for all", o.Time, latest)
		}
	}
	return s, err
}

// observations returns the times of runs, of which those whose event is 0 are censored.
func observations(times, events sample) (list []stats.Observation) {
	for i, x := range times.values {
		list = append(list, stats.Observation{Time: x, Event: events.values[i] != 0})
	}
	return list
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
	if err != nil {
		return nil, 0, err
	}
	out.Arm, out.Against, out.P = test.ObservedA, test.ObservedB, test.P
	level := 1 - r.Campaign.Analysis.Level
	if out.ArmShare, err = stats.Wilson(out.Arm, out.ArmRuns, level); err == nil {
		out.AgainstShare, err = stats.Wilson(out.Against, out.AgainstRuns, level)
	}
	return out, 0, err
}

// survival returns the Kaplan-Meier curve of a subject and an arm, and false if the measure is no time, or a row with the time
// does not tell whether it was the budget that ended the run.
func (r *Report) survival(measure task.Measure, subject, arm campaign.Part, budget string) (c stats.SurvivalCurve, ok bool) {
	if measure.Censored == "" {
		return c, false
	}
	times, events := r.sample(measure.Name, subject.Name, arm, budget), r.sample(measure.Censored, subject.Name, arm, budget)
	if len(times.values) == 0 || len(times.values) != len(events.values) {
		return c, false
	}
	c, err := stats.KaplanMeier(observations(times, events), 1-r.Campaign.Analysis.Level)
	return c, err == nil
}

// curveMedian returns the median of a curve, and prints it with the share of runs that reached their target, if that is not all.
func curveMedian(c stats.SurvivalCurve) (x float64, text string) {
	if x = c.Median().Estimate; math.IsInf(x, 1) {
		x, text = c.Last, "> "
	}
	if text += figure(x); c.Events < c.N {
		text += fmt.Sprintf(" (%d/%d)", c.Events, c.N)
	}
	return x, text
}

// survivals draws the Kaplan-Meier curves of a subject, with the bands of their limits. It returns nothing if the measure is no
// time.
func (r *Report) survivals(measure task.Measure, subject, budget campaign.Part) template.HTML {
	p := plot.New()
	p.X.Label.Text = measure.Doc
	drawn := false
	for i, arm := range r.Campaign.Arms {
		c, ok := r.survival(measure, subject, arm, budget.Name)
		if !ok {
			continue
		}
		var low, middle, high plotter.XYs
		step := func(x float64, now stats.Step) {
			for _, of := range []struct {
				line *plotter.XYs
				y    float64
			}{{&low, now.Low}, {&middle, now.Survival}, {&high, now.High}} {
				if n := len(*of.line); n > 0 {
					*of.line = append(*of.line, plotter.XY{X: x, Y: (*of.line)[n-1].Y})
				}
				*of.line = append(*of.line, plotter.XY{X: x, Y: of.y})
			}
		}
		now := stats.Step{Survival: 1, Low: 1, High: 1}
		step(0, now)
		for _, now = range c.Steps {
			step(now.Time, now)
		}
		step(c.Last, now)
		banded(p, i, low, middle, high)
		drawn = true
	}
	if !drawn {
		return ""
	}
	p.Y.Min, p.Y.Max = 0, 1
	return svg(p, curveHeight, fmt.Sprintf("runs of %s without their target over %s, %s", subject.Name, measure.Name, budget.Name))
}

const reachedWords = "Runs that reach their target within the budget, with Wilson's intervals, and p of the log-rank test with subjects as strata. " +
	"Its unit is the run, so that it speaks of these subjects alone: no verdict depends on it."

// reachedTable has the contrasts of times. It has no rows if there are none.
func (r *Report) reachedTable(verdicts []Verdict) table {
	t := table{Head: columns(3, "claim", "arm", "against", "runs of the arm", "of the other one", "p")}
	for _, v := range verdicts {
		x := v.Reached
		if x == nil {
			continue
		}
		share := func(n, of int, s stats.Interval) entry {
			return number(s.Estimate, fmt.Sprintf("%d of %d: %s", n, of, span(s, percent)))
		}
		t.add([]entry{
			plain(v.Contrast.Claim), plain(v.Contrast.Arm), plain(v.Contrast.Against),
			share(x.Arm, x.ArmRuns, x.ArmShare), share(x.Against, x.AgainstRuns, x.AgainstShare), number(x.P, probability(x.P)),
		})
	}
	return t
}
