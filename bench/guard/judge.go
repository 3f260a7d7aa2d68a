package main

import (
	"fmt"
	"math"
)

// A verdict says what a comparison came to.
type verdict string

const (
	fine     verdict = "ok"
	worse    verdict = "WORSE"
	reported verdict = "reported" // no rule is about it
	unstored verdict = "no stored value"
)

// A line is one comparison.
type line struct {
	part, what  string
	stored, now float64
	rule        string
	verdict     verdict
}

// compare makes a line of two values. A stored NaN is one that is not there.
func compare(what string, stored, now float64, rule string, ok bool) line {
	l := line{what: what, stored: stored, now: now, rule: rule, verdict: worse}
	switch {
	case math.IsNaN(stored):
		l.verdict = unstored
	case rule == "":
		l.verdict = reported
	case ok:
		l.verdict = fine
	}
	return l
}

// loss allows a value to fall by a share of the stored one, or by a count if that is more.
func loss(what string, stored, now, share, count float64) line {
	rule := fmt.Sprintf("-%.1f %%", 100*share)
	if count > 0 {
		rule += fmt.Sprintf(" or -%g", count)
	}
	return compare(what, stored, now, rule, now >= stored-max(share*stored, count)-epsilon)
}

// gain allows a value to grow by a share of the stored one.
func gain(what string, stored, now, share float64) line {
	return compare(what, stored, now, fmt.Sprintf("+%.1f %%", 100*share), now <= stored*(1+share)+epsilon)
}

// fewest allows a value to be no less than the stored one.
func fewest(what string, stored, now float64) line {
	return compare(what, stored, now, "not less", now >= stored-epsilon)
}

func report(what string, stored, now float64) line { return compare(what, stored, now, "", true) }

// epsilon is below the least difference of two means of counts.
const epsilon = 1e-9

// title marks lines with their part.
func title(part string, lines []line) []line {
	for i := range lines {
		lines[i].part = part
	}
	return lines
}

// alike cuts what is stored and what was measured to as many values as both have, of what was
// measured. What was not stored is NaN.
func alike(stored, now samples) (was, is samples) {
	was, is = samples{}, samples{}
	for name, values := range now {
		old := stored[name]
		if len(old) == 0 {
			was[name], is[name] = []float64{math.NaN()}, values
			continue
		}
		n := min(len(old), len(values))
		was[name], is[name] = old[:n], values[:n]
	}
	return was, is
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// geometric is the geometric mean of positive values.
func geometric(values []float64) float64 {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	return math.Exp(mean(logs))
}
