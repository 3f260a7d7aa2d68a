package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
func TestWilsonNewcombe(t *testing.T) {
	for _, test := range []struct {
		successes, n int
		low, high    string
	}{
		{81, 263, "0.2553", "0.3662"},
		{15, 148, "0.0624", "0.1605"},
		{0, 20, "0.0000", "0.1611"},
		{1, 29, "0.0061", "0.1718"},
	} {
		w := must[Interval](t)(Wilson(test.successes, test.n, 0.95))
		printed(t, "low", w.Low, test.low)
		printed(t, "high", w.High, test.high)
		near(t, "estimate", w.Estimate, float64(test.successes)/float64(test.n))
	}
}

// Newcombe, Interval estimation for the difference between independent proportions, 1998, table II, method 10.
func TestShareDifferenceNewcombe(t *testing.T) {
	for _, test := range []struct {
		x, nX, y, nY int
		low, high    string
	}{
		{56, 70, 48, 80, "0.0524", "0.3339"},
		{9, 10, 3, 10, "0.1705", "0.8090"},
		{6, 7, 2, 7, "0.0582", "0.8062"},
		{5, 56, 0, 29, "-0.0381", "0.1926"},
		{10, 10, 0, 20, "0.6791", "1.0000"},
	} {
		d := must[Interval](t)(ShareDifference(test.x, test.nX, test.y, test.nY, 0.95))
		printed(t, "low", d.Low, test.low)
		printed(t, "high", d.High, test.high)
	}
}

func TestWilsonLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "successes")
		w := must[Interval](t)(Wilson(k, n, 0.95))
		if !(0 <= w.Low && w.Low <= w.Estimate && w.Estimate <= w.High && w.High <= 1 && w.Low < w.High) {
			t.Errorf("%+v", w)
		}
		failures := must[Interval](t)(Wilson(n-k, n, 0.95))
		near(t, "low of failures", failures.Low, 1-w.High)
		for _, p := range []float64{w.Low, w.High} {
			if p > 0 && p < 1 { // z errors of p away from the estimate
				z := math.Abs(w.Estimate-p) / math.Sqrt(p*(1-p)/float64(n))
				if math.Abs(z-1.959964) > 1e-5 {
					t.Errorf("limit %v of %v is %v errors away", p, w.Estimate, z)
				}
			}
		}
		if k > 0 {
			fewer := must[Interval](t)(Wilson(k-1, n, 0.95))
			if fewer.Low >= w.Low && w.Low > 0 || fewer.High >= w.High && w.High < 1 {
				t.Errorf("%d of %d: %+v, one fewer %+v", k, n, w, fewer)
			}
		}
		narrower := must[Interval](t)(Wilson(k, n, 0.8))
		if narrower.High-narrower.Low >= w.High-w.Low {
			t.Errorf("level 0.8 %+v, 0.95 %+v", narrower, w)
		}

		m := rapid.IntRange(1, 300).Draw(t, "m")
		j := rapid.IntRange(0, m).Draw(t, "other successes")
		d := must[Interval](t)(ShareDifference(k, n, j, m, 0.95))
		swapped := must[Interval](t)(ShareDifference(j, m, k, n, 0.95))
		near(t, "low with arms exchanged", swapped.Low, -d.High)
		if !(-1 <= d.Low && d.Low <= d.Estimate && d.Estimate <= d.High && d.High <= 1) {
			t.Errorf("%+v", d)
		}
	})
}

// The probability that the interval of 20 runs covers p, summed exactly: 0.95 on average over p, and nowhere far
// below (Agresti, Coull, Approximate is better than exact, 1998).
func TestWilsonCovers(t *testing.T) {
	const n, grid = 20, 1000
	sum, least := 0.0, 1.0
	for i := range grid {
		p, covered := (float64(i)+0.5)/grid, 0.0
		for k := range n + 1 {
			if w := must[Interval](t)(Wilson(k, n, 0.95)); w.Low <= p && p <= w.High {
				covered += distuv.Binomial{N: n, P: p}.Prob(float64(k))
			}
		}
		sum += covered
		least = min(least, covered)
	}
	if mean := sum / grid; mean < 0.945 || mean > 0.96 || least < 0.82 {
		t.Errorf("coverage %v on average, %v at least", mean, least)
	}
}

func TestWilsonBad(t *testing.T) {
	for _, test := range [][2]int{{0, 0}, {-1, 3}, {4, 3}, {0, -1}} {
		_, err := Wilson(test[0], test[1], 0.95)
		refused(t, err, "no more successes than runs")
		_, err = ShareDifference(1, 2, test[0], test[1], 0.95)
		refused(t, err, "no more successes than runs")
		_, err = ShareDifference(test[0], test[1], 1, 2, 0.95)
		refused(t, err, "no more successes than runs")
	}
}
