package report

import (
	"math"
	"slices"

	"nearmiss/experiment/campaign"
)

// A sample has the values of a measure in the rows of one subject, arm and budget, in the order of the seeds.
type sample struct {
	values []float64
	rows   Rows
}

// Rows counts rows that a contrast or a table needs.
type Rows struct {
	Wanted     int
	Missing    int // not there yet
	Failed     int // with an error
	Unmeasured int // without the measure
}

// Lacking returns how many of the rows have no value.
func (r Rows) Lacking() int { return r.Missing + r.Failed + r.Unmeasured }

func (r Rows) plus(s Rows) Rows {
	return Rows{r.Wanted + s.Wanted, r.Missing + s.Missing, r.Failed + s.Failed, r.Unmeasured + s.Unmeasured}
}

func (r *Report) sample(measure, subject string, arm campaign.Part, budget string) (s sample) {
	for _, seed := range r.Campaign.SeedsOf(arm) {
		s.rows.Wanted++
		row := r.Rows[campaign.Key{Subject: subject, Arm: arm.Name, Seed: seed, Budget: budget}]
		switch {
		case row == nil:
			s.rows.Missing++
			continue
		case row.Error != "":
			s.rows.Failed++
			continue
		}
		if x, ok := row.Number(measure); ok {
			s.values = append(s.values, x)
		} else {
			s.rows.Unmeasured++
		}
	}
	return s
}

// level reports whether no arm can win on a subject: all arms of the campaign have the same median, or mean where
// the contrast is of means, which is the best or the worst value of all runs, as where all are at the optimum. Arms without a value do not count.
func (r *Report) level(c campaign.Contrast, subject string) bool {
	var centres, runs []float64
	of := median
	if c.Groups || c.Censored != "" {
		of = mean
	}
	for _, arm := range r.Campaign.Arms {
		if s := r.sample(c.Measure, subject, arm, c.Budget); len(s.values) > 0 {
			centres, runs = append(centres, of(s.values)), append(runs, s.values...)
		}
	}
	m := slices.Min(centres)
	return same(m, slices.Max(centres)) && (same(m, slices.Max(runs)) || same(m, slices.Min(runs)))
}

// same reports whether two values differ by no more than rounding.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b)) }

// median returns the middle value, or the mean of both middle values.
func median(values []float64) float64 { return sortedMedian(slices.Clone(values)) }

// sortedMedian sorts values, and returns their median.
func sortedMedian(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return values[(n-1)/2]/2 + values[n/2]/2
}
