package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
)

// timed is a report of times up to a budget of 100, in which a time of 100 is censored.
func timed(t fataler, subjects []string, analysis string, value func(subject, arm string, seed int) float64) *Report {
	s := scripted{subjects: subjects, arms: []string{"fast", "slow"}, seeds: []int{1, 2, 3, 4}, value: value}
	s.analysis = strings.ReplaceAll(analysis, "measure = 'value'\n", "measure = 'value'\ncensored = 'twice'\n")
	r := s.report(t)
	for _, row := range r.Rows {
		row.Numbers["twice"] = 1
		if row.Numbers["value"] == 100 {
			row.Numbers["twice"] = 0
		}
	}
	return r
}

// The slow arm needs ten more on each of six subjects, and does not reach the target of two, nor with one seed of two more. The
// medians of these two do not differ from those of others; the means do.
func TestCensored(t *testing.T) {
	subjects := numbered("s", 9)
	value := func(subject, arm string, seed int) float64 {
		i := int(subject[1] - '0')
		switch {
		case i == 9:
			return 100 // nobody comes there
		case arm == "fast":
			return float64(10 * i)
		case i >= 7, i >= 5 && seed == 1:
			return 100
		case i >= 5:
			return float64(10 * i)
		}
		return float64(10*i + 10)
	}
	analysis := contrast("primary", "slow needs more", "slow", "fast") + contrast("secondary", "fast needs more", "fast", "slow")
	r := timed(t, subjects, analysis, value)
	primary, secondary, err := r.verdicts(1000)
	if err != nil {
		t.Fatal(err)
	}
	v := primary[0]
	if v.Word != Holds || v.For != 8 || v.Opposed != 0 || v.Level != 1 || v.Differ.Raw != 2.0/256 {
		t.Errorf("%+v", v)
	}
	if s := v.Subjects[5]; s.Arm != (100+3*60)/4.0 || s.Against != 60 || s.Level {
		t.Errorf("%+v", s)
	}
	x := v.Reached
	if x.Arm != 6*4-2 || x.ArmRuns != 36 || x.Against != 8*4 || x.AgainstRuns != 36 || x.P > 0.001 {
		t.Errorf("%+v", x)
	}
	if back := secondary[0].Reached; back.P != x.P || back.Arm != x.Against || secondary[0].Opposed != v.For {
		t.Errorf("%+v", secondary[0])
	}
	var b, page bytes.Buffer
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Reached", "\n| slow needs more | slow | fast | 22 of 36: 61.1 % [44.9 %, 75.2 %] | 32 of 36: 88.9 % [74.7 %, 95.6 %] | ", "- **times**: "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if err := r.HTML(&page); err != nil || !strings.Contains(page.String(), "<h3>Reached</h3>") {
		t.Errorf("%v: no table of what was reached", err)
	}
}

// The median of times is that of Kaplan and Meier, not reached by half where the survival stays above one half; a page has the curves.
func TestSurvival(t *testing.T) {
	value := func(subject, arm string, seed int) float64 {
		switch {
		case subject == "s1" && arm == "slow" && seed > 1:
			return 100
		case subject == "s2" && arm == "slow" && seed > 3:
			return 100
		}
		return float64(10 * seed)
	}
	r := timed(t, numbered("s", 2), contrast("primary", "slow needs more", "slow", "fast"), value)
	for i := range r.Campaign.Measures {
		if m := &r.Campaign.Measures[i]; m.Name == "value" {
			m.Censored = "twice"
		}
	}
	var b, page bytes.Buffer
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| s1 | 25 | > 100 (1/4) |", "| s2 | 25 | 25 (3/4) |", "Medians of Kaplan and Meier"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if err := r.HTML(&page); err != nil || strings.Count(page.String(), "runs of s1 without their target over value") != 1 ||
		strings.Count(page.String(), "share of the runs that have not reached their target") != 2 {
		t.Errorf("%v: no curves", err)
	}
	delete(r.Rows[campaign.Key{Subject: "s1", Arm: "slow", Seed: 2, Budget: "sleep=1ms"}].Numbers, "twice") // it does not tell
	if got := r.median(r.Campaign.Measures[0], r.Campaign.Subjects[0], r.Campaign.Arms[1], "sleep=1ms"); got.Text != "100" {
		t.Errorf("without all events: %+v", got)
	}
}

// A run that is stopped before others is no run of the same budget; a row that does not tell whether it was is none.
func TestCensoredRefused(t *testing.T) {
	r := timed(t, numbered("s", 2), contrast("primary", "slow needs more", "slow", "fast"), func(_, _ string, seed int) float64 { return float64(seed) })
	key := campaign.Key{Subject: "s2", Arm: "fast", Seed: 2, Budget: "sleep=1ms"}
	r.Rows[key].Numbers["twice"] = 0
	if _, _, err := r.verdicts(10); err == nil || !strings.Contains(err.Error(), "s2: a run was stopped at 2, before its target, and another one took 4") {
		t.Error(err)
	}
	delete(r.Rows[key].Numbers, "twice")
	primary, _, err := r.verdicts(10)
	if err != nil || primary[0].Word != NoVerdict || primary[0].Rows.Unmeasured != 1 {
		t.Errorf("%v, %+v", err, primary)
	}
}

// The center of times with one budget is the restricted mean of their Kaplan-Meier curve up to the budget.
func TestRestrictedMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var times []float64
		var list []stats.Observation
		for _, x := range rapid.SliceOfN(rapid.IntRange(0, 12), 1, 20).Draw(t, "times") {
			x := float64(min(x, 10))
			times, list = append(times, x), append(list, stats.Observation{Time: x, Event: x < 10})
		}
		curve, err := stats.KaplanMeier(list, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		area, from, survival := 0.0, 0.0, 1.0
		for _, s := range curve.Steps {
			area, from, survival = area+survival*(s.Time-from), s.Time, s.Survival
		}
		area += survival * (10 - from)
		if got := centre(campaign.Contrast{Censored: "reached"})(times); math.Abs(got-area) > 1e-9 {
			t.Errorf("%v, want %v", got, area)
		}
	})
}
