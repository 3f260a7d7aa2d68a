package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The depression data with margins of 0.6, 0.8 and 1: wilcox.test(x, y, paired = TRUE, mu = -margin,
// alternative = "greater") and (…, mu = margin, alternative = "less") in R 4.2.2, and conf.level = 0.9.
func TestTOSTDepression(t *testing.T) {
	for _, test := range []struct {
		margin       float64
		lower, upper string
		outside      int
	}{
		{0.6, "0.001953125", "0.150390625", 3},
		{0.8, "0.001953125", "0.019531250", 2},
		{1, "0.001953125", "0.003906250", 1},
	} {
		r := must[TOSTResult](t)(TOST(depressionBefore, depressionAfter, test.margin, 0.05))
		printed(t, "p of below", r.PLower, test.lower)
		printed(t, "p of above", r.PUpper, test.upper)
		printed(t, "low", r.Shift.Low, "0.175")
		printed(t, "high", r.Shift.High, "0.726")
		if r.P != max(r.PLower, r.PUpper) || r.Outside != test.outside || r.N != 9 {
			t.Errorf("margin %v: %+v", test.margin, r)
		}
	}
}

func TestTOSTEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "n")
		x, y := samples(n, n).Draw(t, "x"), samples(n, n).Draw(t, "y")
		margin := rapid.SampledFrom([]float64{0.5, 1, 2, 7.25}).Draw(t, "margin")
		r := must[TOSTResult](t)(TOST(x, y, margin, 0.05))
		d := minus(x, y)
		ranks, signs := naiveRanks(mapped(func(v float64) float64 { return v + margin }, d))
		_, atLeast, _ := enumerateSigns(ranks, signs)
		near(t, "p of below", r.PLower, atLeast)
		ranks, signs = naiveRanks(mapped(func(v float64) float64 { return v - margin }, d))
		atMost, _, _ := enumerateSigns(ranks, signs)
		near(t, "p of above", r.PUpper, atMost)
	})
}

// Without ties: equal at alpha if and only if the interval of level 1-2·alpha lies within the margins.
func TestTOSTIntervalWithinMargins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "n")
		d := distinct(n).Draw(t, "d")
		margin := math.Abs(between().Draw(t, "margin"))
		alpha := rapid.SampledFrom([]float64{0.01, 0.05, 0.1, 0.25}).Draw(t, "alpha")
		r := must[TOSTResult](t)(TOST(d, make([]float64, n), margin, alpha))
		if within := -margin < r.Shift.Low && r.Shift.High < margin; within != (r.P <= alpha+1e-12) {
			t.Errorf("interval [%v, %v] in margin %v, p %v", r.Shift.Low, r.Shift.High, margin, r.P)
		}
	})
}

// Pratt's treatment of zeros: a wider margin never makes equality less plausible.
func TestTOSTMonotoneInMargin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		x, y := samples(n, n).Draw(t, "x"), samples(n, n).Draw(t, "y")
		margin := float64(rapid.IntRange(1, 12).Draw(t, "half margins")) / 2
		wider := margin + float64(rapid.IntRange(1, 6).Draw(t, "half steps"))/2
		a := must[TOSTResult](t)(TOST(x, y, margin, 0.05))
		b := must[TOSTResult](t)(TOST(x, y, wider, 0.05))
		if b.PLower > a.PLower+1e-12 || b.PUpper > a.PUpper+1e-12 || b.Outside > a.Outside {
			t.Errorf("margin %v: %+v; %v: %+v", margin, a, wider, b)
		}
	})
}

func TestTOSTLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		x, y := samples(n, n).Draw(t, "x"), samples(n, n).Draw(t, "y")
		r := must[TOSTResult](t)(TOST(x, y, 1.5, 0.05))
		swapped := must[TOSTResult](t)(TOST(y, x, 1.5, 0.05))
		near(t, "p of below with arms exchanged", swapped.PLower, r.PUpper)
		near(t, "p of above with arms exchanged", swapped.PUpper, r.PLower)
		if !(r.P > 0 && r.P <= 1) || swapped.Outside != r.Outside {
			t.Errorf("%+v", r)
		}
	})
}

// Equal arms are shown equal from five subjects on, at 0.05, and differences of the margin itself are not.
func TestTOSTAtTheMargin(t *testing.T) {
	x := []float64{0.93, 0.94, 0.95, 0.96, 0.97}
	if r := must[TOSTResult](t)(TOST(x, x, 0.01, 0.05)); r.P != 1.0/32 || r.Outside != 0 {
		t.Errorf("equal arms: %+v", r)
	}
	y := []float64{0.94, 0.95, 0.96, 0.97, 0.98}
	if r := must[TOSTResult](t)(TOST(x, y, 0.01, 0.05)); r.PLower != 1 || r.Outside != 0 {
		t.Errorf("arms a margin apart: %+v", r)
	}
}

func TestTOSTBad(t *testing.T) {
	x := []float64{1, 2}
	for _, margin := range []float64{0, -0.01, math.NaN(), math.Inf(1)} {
		_, err := TOST(x, x, margin, 0.05)
		refused(t, err, "margin")
	}
	for _, alpha := range []float64{0, 0.5, math.NaN()} {
		_, err := TOST(x, x, 0.01, alpha)
		refused(t, err, "alpha")
	}
}
