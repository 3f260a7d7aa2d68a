package report

import (
	"fmt"
	"slices"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
)

// Single is what a test says about each single subject, whose units are its seeds, after Holm's correction for the number of
// subjects.
type Single struct {
	Test       string // one of campaign.SingleTests
	More, Less int    // subjects on which the arm has more, and less
	Subjects   []SingleSubject
}

// A SingleSubject is one subject by itself.
type SingleSubject struct {
	Name         string
	Arm, Against stats.Interval // shares of runs with 1, by Wilson; of numbers the medians, without limits
	Effect       stats.Interval // difference of both shares, by Newcombe unless runs are paired; of numbers Â12
	P            PValue
	Rejected     bool
}

// single tests each single subject of a contrast by itself. It returns nil if the contrast names no test and a value is
// neither 0 nor 1.
func (r *Report) single(c campaign.Contrast, level float64) (*Single, error) {
	s := &Single{Test: c.Single}
	if s.Test == "" {
		s.Test = "mcnemar"
	}
	p := map[string]float64{}
	var names []string
	for _, u := range r.units(c) {
		for _, name := range u.subjects {
			one := r.sample(c.Measure, name, r.arm(c.Arm), c.Budget).values
			other := r.sample(c.Measure, name, r.arm(c.Against), c.Budget).values
			if s.Test != "mann-whitney" && slices.ContainsFunc(slices.Concat(one, other), func(x float64) bool { return x != 0 && x != 1 }) {
				if c.Single == "" {
					return nil, nil
				}
				return nil, fmt.Errorf("%s is a test of measures that are 0 or 1: mann-whitney is one of numbers", s.Test)
			}
			x, err := testSingle(s.Test, one, other, 1-level)
			if err != nil {
				return nil, fmt.Errorf("subject %s: %w", name, err)
			}
			x.Name = name
			s.Subjects, names, p[name] = append(s.Subjects, x), append(names, name), x.P.Raw
		}
	}
	adjusted, err := stats.Holm(names, p, level)
	if err != nil {
		return nil, err
	}
	for i, a := range adjusted {
		x := &s.Subjects[i]
		x.P.Holm, x.Rejected = a.Adjusted, a.Rejected
		switch less := x.Effect.Estimate < s.none(); {
		case a.Rejected && less:
			s.Less++
		case a.Rejected:
			s.More++
		}
	}
	return s, nil
}

// none is the effect of a subject on which the arms do not differ.
func (s *Single) none() float64 {
	if s.Test == "mann-whitney" {
		return 0.5
	}
	return 0
}

// testSingle tests the seeds of a subject.
func testSingle(test string, one, other []float64, level float64) (x SingleSubject, err error) {
	if test == "mann-whitney" {
		x.Arm.Estimate, x.Against.Estimate = median(one), median(other)
		if x.Effect, err = stats.A12(one, other, level); err != nil {
			return x, err
		}
		t, err := stats.MannWhitney(one, other)
		x.P.Raw = t.P
		return x, err
	}
	yes, yesOther := ones(one), ones(other)
	if x.Arm, err = stats.Wilson(yes, len(one), level); err != nil {
		return x, err
	}
	if x.Against, err = stats.Wilson(yesOther, len(other), level); err != nil {
		return x, err
	}
	if test == "fisher" {
		if x.Effect, err = stats.ShareDifference(yes, len(one), yesOther, len(other), level); err != nil {
			return x, err
		}
		t, err := stats.Fisher(yes, len(one)-yes, yesOther, len(other)-yesOther)
		x.P.Raw = t.P
		return x, err
	}
	var alone [2]int // pairs of which the arm, and of which the other one alone has 1
	for _, p := range pairs(one, other) {
		if p.arm > p.against {
			alone[0]++
		} else if p.arm < p.against {
			alone[1]++
		}
	}
	x.Effect.Estimate = x.Arm.Estimate - x.Against.Estimate
	t, err := stats.McNemar(alone[0], alone[1])
	x.P.Raw = t.P
	return x, err
}

func ones(values []float64) (n int) {
	for _, x := range values {
		n += int(x)
	}
	return n
}

// words says what the test is.
func (s *Single) words() string {
	test := map[string]string{
		"mcnemar": "McNemar's exact test of pairs of one seed", "fisher": "Fisher's exact test", "mann-whitney": "Mann-Whitney test",
	}[s.Test]
	return fmt.Sprintf("%s over seeds and Holm over %s", test, count(len(s.Subjects), "subject"))
}

// table has the subjects, or only those on which the arms differ.
func (s *Single) table(c campaign.Contrast, all bool) table {
	effectOf, print, value := "difference of shares", percent, percent
	if s.Test == "mann-whitney" {
		effectOf, print, value = "Â12", twoDecimals, figure
	}
	t := table{Head: columns(1, "single subject", c.Arm, c.Against, effectOf, "p", "p (Holm)")}
	for _, x := range s.Subjects {
		if all || x.Rejected {
			t.add([]entry{plain(x.Name), estimate(x.Arm, value), estimate(x.Against, value), estimate(x.Effect, print),
				number(x.P.Raw, probability(x.P.Raw)), number(x.P.Holm, probability(x.P.Holm))})
		}
	}
	return t
}
