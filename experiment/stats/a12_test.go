package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// R's effsize documents Cliff's delta = -0.25 for these samples, and Vargha and Delaney 2000 that
// Â12 = (delta + 1)/2.
func TestA12Cliff(t *testing.T) {
	treatment := []float64{10, 10, 20, 20, 20, 30, 30, 30, 40, 50}
	control := []float64{10, 20, 30, 40, 40, 50}
	a := must[Interval](t)(A12(treatment, control, 0.95))
	near(t, "delta", 2*a.Estimate-1, -0.25)
}

// Vargha and Delaney 2000 give Â12 = (R₁/m - (m+1)/2)/n with R₁ the rank sum of the first sample, which
// is counted here pair by pair.
func TestA12Laws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := samples(1, 12).Draw(t, "x"), samples(1, 12).Draw(t, "y")
		a := must[Interval](t)(A12(x, y, 0.95))
		rankSum := 0.0
		for _, v := range x {
			rankSum += 0.5 // the value itself: half of 1 for ≤, none for <, and a half
			for _, all := range [][]float64{x, y} {
				for _, w := range all {
					if w < v {
						rankSum += 0.5
					}
					if w <= v {
						rankSum += 0.5
					}
				}
			}
		}
		m, n := float64(len(x)), float64(len(y))
		near(t, "estimate", a.Estimate, (rankSum/m-(m+1)/2)/n)
		if !(0 <= a.Low && a.Low <= a.Estimate && a.Estimate <= a.High && a.High <= 1 && a.Low < a.High) {
			t.Errorf("%+v", a)
		}

		swapped := must[Interval](t)(A12(y, x, 0.95))
		near(t, "estimate with arms exchanged", swapped.Estimate, 1-a.Estimate)
		near(t, "low with arms exchanged", swapped.Low, 1-a.High)

		f := monotone().Draw(t, "f")
		if m := must[Interval](t)(A12(mapped(f, x), mapped(f, y), 0.95)); m != a {
			t.Errorf("of increasing values %+v, first %+v", m, a)
		}
	})
}

// A limit θ inside (0, 1) is z errors away from the estimate (Newcombe 2006, method 5), with Hanley and
// McNeil's Q₁ = θ/(2-θ) and Q₂ = 2θ²/(1+θ): an independent form of the variance for samples of one size.
func TestA12LimitsSolveEquation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		x, y := samples(n, n).Draw(t, "x"), samples(n, n).Draw(t, "y")
		a := must[Interval](t)(A12(x, y, 0.95))
		for _, theta := range []float64{a.Low, a.High} {
			if theta == 0 || theta == 1 {
				if theta != a.Estimate {
					t.Errorf("limit %v of estimate %v", theta, a.Estimate)
				}
				continue
			}
			q1, q2, k := theta/(2-theta), 2*theta*theta/(1+theta), float64(n)
			variance := (theta*(1-theta) + (k-1)*(q1-theta*theta) + (k-1)*(q2-theta*theta)) / (k * k)
			if z := math.Abs(a.Estimate-theta) / math.Sqrt(variance); math.Abs(z-1.959964) > 1e-5 {
				t.Errorf("limit %v is %v errors away from %v", theta, z, a.Estimate)
			}
		}
	})
}

// Complete separation of 20 and 20 seeds says A12 > 0.8, not A12 = 1.
func TestA12Separated(t *testing.T) {
	x, y := make([]float64, 20), make([]float64, 20)
	for i := range x {
		x[i], y[i] = float64(100+i), float64(i)
	}
	a := must[Interval](t)(A12(x, y, 0.95))
	if a.Estimate != 1 || a.High != 1 || a.Low < 0.8 || a.Low > 0.95 {
		t.Errorf("%+v", a)
	}
}

// Two values only, so that most pairs are ties.
func TestA12CoversWithTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, p := range [][2]float64{{0.5, 0.5}, {0.9, 0.5}, {1, 0.2}} {
		theta := (1 + p[0] - p[1]) / 2
		const runs = 2000
		covered := 0
		for range runs {
			var arms [2][]float64
			for arm := range arms {
				for range 20 {
					arms[arm] = append(arms[arm], math.Floor(rng.Float64()+p[arm]))
				}
			}
			if a := must[Interval](t)(A12(arms[0], arms[1], 0.95)); a.Low <= theta && theta <= a.High {
				covered++
			}
		}
		if share := float64(covered) / runs; share < 0.94 {
			t.Errorf("θ = %.3f: covered by %v of intervals", theta, share)
		}
	}
}

func TestA12Covers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, shift := range []float64{0, 0.8, 2} {
		theta := distuv.UnitNormal.CDF(shift / math.Sqrt2)
		const runs = 2000
		covered := 0
		for range runs {
			x, y := make([]float64, 20), make([]float64, 15)
			for i := range x {
				x[i] = rng.NormFloat64() + shift
			}
			for i := range y {
				y[i] = rng.NormFloat64()
			}
			if a := must[Interval](t)(A12(x, y, 0.95)); a.Low <= theta && theta <= a.High {
				covered++
			}
		}
		if share := float64(covered) / runs; share < 0.93 || share > 0.985 {
			t.Errorf("θ = %.3f: covered by %v of intervals", theta, share)
		}
	}
}
