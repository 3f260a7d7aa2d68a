package report

import (
	"math"

	"nearmiss/experiment/campaign"
)

// A unit is what counts once in a contrast: a subject, or the subjects of a group. It has no subjects if none is hard.
type unit struct {
	name     string
	subjects []string
}

// units returns the units of a contrast, in the order of the campaign.
func (r *Report) units(c campaign.Contrast) (list []unit) {
	group := map[string]string{}
	for _, s := range r.Campaign.Subjects {
		group[s.Name] = s.Group
	}
	for _, name := range c.Subjects {
		u := unit{name: name}
		if c.Groups {
			u.name = group[name]
		}
		if n := len(list); n == 0 || list[n-1].name != u.name { // those of a group stand side by side
			list = append(list, u)
		}
		if r.hard(c, name) {
			last := &list[len(list)-1]
			last.subjects = append(last.subjects, name)
		}
	}
	return list
}

// hard reports whether a subject takes part in a contrast. One without rows does, so that they are missed.
func (r *Report) hard(c campaign.Contrast, subject string) bool {
	h := c.Hard
	if h.Arm == "" {
		return true
	}
	s := r.sample(h.Measure, subject, r.arm(h.Arm), c.Budget)
	return len(s.values) == 0 || median(s.values) >= h.Least && !r.level(c, subject)
}

// unitSample returns the values of a unit by seed: means over its subjects.
func (r *Report) unitSample(c campaign.Contrast, u unit, arm campaign.Part) (all sample) {
	for i, name := range u.subjects {
		s := r.sample(c.Measure, name, arm, c.Budget)
		if all.rows = all.rows.plus(s.rows); all.rows.Lacking() > 0 {
			continue
		}
		if i == 0 {
			all.values = make([]float64, len(s.values))
		}
		for seed, x := range s.values {
			all.values[seed] += x
		}
	}
	for seed := range all.values {
		all.values[seed] /= float64(len(u.subjects))
	}
	return all
}

// centre returns the statistic of the values of a unit that a contrast compares. It may sort them.
func centre(c campaign.Contrast) func([]float64) float64 {
	of := median
	if c.Groups || c.Censored != "" {
		of = mean
	}
	if !c.Ratio {
		return of
	}
	return func(values []float64) float64 { return math.Log2(of(values)) }
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// least is how much more the arm has by the claim; of ratios, a logarithm, as all values are.
func (v *Verdict) least() float64 {
	if !v.Contrast.Ratio {
		return 0
	}
	return math.Log2(v.Contrast.Least)
}

// margin is the margin of the tests.
func (v *Verdict) margin() float64 {
	if v.Contrast.Ratio {
		return math.Log2(v.Contrast.Margin)
	}
	return v.Contrast.Margin
}
