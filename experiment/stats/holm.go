package stats

import (
	"fmt"
	"slices"
)

// Adjusted is a contrast with its p-value after Holm's correction.
type Adjusted struct {
	Name     string
	P        float64 // as tested
	Adjusted float64 // the least level at which Holm's procedure rejects the contrast
	Rejected bool    // Adjusted ≤ alpha
}

// Holm corrects the p-values of the primary contrasts, so that the probability of one or more false
// rejections among them is at most alpha, however they depend on each other. The i-th smallest of m
// p-values is multiplied by m-i+1, and is no less than the adjusted one before.
//
// primary names the contrasts in the order in which the analysis declared them, which is that of the result.
// A contrast that could not be tested stays in the family: its p is 1.
//
// Errors: alpha outside (0, 1), no contrast, one without a name or named twice, one without p, a p of no
// primary contrast, p outside [0, 1] or NaN.
//
// Source: Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 1979.
func Holm(primary []string, p map[string]float64, alpha float64) ([]Adjusted, error) {
	if err := checkHolm(primary, p, alpha); err != nil {
		return nil, err
	}
	result := make([]Adjusted, len(primary))
	order := make([]*Adjusted, len(primary))
	for i, name := range primary {
		result[i] = Adjusted{Name: name, P: p[name]}
		order[i] = &result[i]
	}
	slices.SortStableFunc(order, func(a, b *Adjusted) int {
		if a.P < b.P {
			return -1
		}
		if a.P > b.P {
			return 1
		}
		return 0
	})
	before := 0.0
	for i, a := range order {
		a.Adjusted = min(1, max(before, float64(len(order)-i)*a.P))
		a.Rejected = a.Adjusted <= alpha
		before = a.Adjusted
	}
	return result, nil
}

func checkHolm(primary []string, p map[string]float64, alpha float64) error {
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("stats: alpha %v: give a share between 0 and 1, such as 0.05", alpha)
	}
	if len(primary) == 0 {
		return fmt.Errorf("stats: no primary contrast: name at least one before the campaign runs")
	}
	seen := map[string]bool{}
	for _, name := range primary {
		value, ok := p[name]
		switch {
		case name == "":
			return fmt.Errorf("stats: a primary contrast has no name: give it one")
		case seen[name]:
			return fmt.Errorf("stats: primary contrast %q is named twice: leave one out", name)
		case !ok:
			return fmt.Errorf("stats: primary contrast %q has no p-value: test it, or give 1 if it cannot be tested", name)
		case !(value >= 0 && value <= 1):
			return fmt.Errorf("stats: p-value %v of contrast %q: give one between 0 and 1", value, name)
		}
		seen[name] = true
	}
	var others []string
	for name := range p {
		if !seen[name] {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		return fmt.Errorf("stats: contrast %q is not primary: report it as exploratory, without Holm", slices.Min(others))
	}
	return nil
}
