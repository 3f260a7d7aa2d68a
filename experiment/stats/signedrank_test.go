package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Hamilton depression scale before and after a tranquilizer, nine patients.
// Hollander, Wolfe, Nonparametric statistical methods, 1973, 3.1 (Salsburg 1970); wilcox.test in R.
var (
	depressionBefore = []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	depressionAfter  = []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
)

func TestSignedRankDepression(t *testing.T) {
	r := must[SignedRankResult](t)(SignedRank(depressionBefore, depressionAfter, 0.95))
	printed(t, "V", r.W, "40")
	printed(t, "p", r.P, "0.03906") // one-sided 0.01953
	printed(t, "estimate", r.Shift.Estimate, "0.46")
	printed(t, "low", r.Shift.Low, "0.010")
	printed(t, "high", r.Shift.High, "0.786")
	printed(t, "attained level", r.Shift.Level, "0.961") // the book's 96 %
	near(t, "rank-biserial", r.RankBiserial, (40.0-5)/45)
	if r.N != 9 || r.Zeros != 0 || r.Ties != 0 {
		t.Errorf("n, zeros, ties = %d, %d, %d", r.N, r.Zeros, r.Ties)
	}
}

// Extra hours of sleep with two drugs, ten patients: Student, The probable error of a mean, 1908 (sleep in R).
// Nine differences are positive and one is zero, so that P is 2/2⁹. Two differences are 1.3 on paper, and not
// in binary.
func TestSignedRankSleep(t *testing.T) {
	dextro := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}
	laevo := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	r := must[SignedRankResult](t)(SignedRank(laevo, dextro, 0.95))
	near(t, "p", r.P, 2.0/512)
	near(t, "rank-biserial", r.RankBiserial, 1)
	near(t, "W", r.W, 54)
	if r.N != 10 || r.Zeros != 1 || r.Ties != 2 {
		t.Errorf("n, zeros, ties = %d, %d, %d", r.N, r.Zeros, r.Ties)
	}
}

// With two zeros Pratt's treatment gives 0.1875 where Wilcoxon's gives 0.15625: R's coin 1.4-2,
// wilcoxsign_test with the exact distribution; TestSignedRankEnumerated derives such values.
func TestSignedRankZeros(t *testing.T) {
	x := []float64{5, 7, 3, 3, 9, 4, 8, 8, 2, 6}
	y := []float64{5, 4, 3, 6, 4, 2, 8, 5, 3, 1}
	r := must[SignedRankResult](t)(SignedRank(x, y, 0.95))
	printed(t, "p", r.P, "0.1875")
	if r.Zeros != 3 || r.Ties != 5 {
		t.Errorf("zeros, ties = %d, %d", r.Zeros, r.Ties)
	}
}

// In the manner of Pratt 1959: with zeros dropped, a sample is less significantly positive than the same sample
// with every value less by one. With zeros ranked it is not.
func TestSignedRankGrowingSample(t *testing.T) {
	greater := []float64{0, 2, 3, 4, 6, 7, 8, 9, 11, 14, 15, 17, -18}
	less := mapped(func(v float64) float64 { return v - 1 }, greater)
	_, _, dropped := enumerateSigns(naiveRanks(greater[1:]))
	_, _, shifted := enumerateSigns(naiveRanks(less))
	if dropped <= shifted {
		t.Fatalf("with zeros dropped p falls from %v to %v", shifted, dropped)
	}
	zero := make([]float64, len(greater))
	a := must[SignedRankResult](t)(SignedRank(greater, zero, 0.95))
	b := must[SignedRankResult](t)(SignedRank(less, zero, 0.95))
	if a.P > b.P {
		t.Errorf("p rises from %v to %v", b.P, a.P)
	}
}

// Largest rank sums that are significant at 0.05, two-sided, for 6 to 25 pairs: Wilcoxon, Wilcox, Some rapid
// approximate statistical procedures, 1964, table 2, as reprinted in textbooks.
func TestSignedRankCriticalValues(t *testing.T) {
	critical := []int{0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89}
	for i, want := range critical {
		n := 6 + i
		if k, attained := walshOutside(n, 0.025); k-1 != want || attained > 0.025 {
			t.Errorf("n = %d: critical value %d at %v, want %d", n, k-1, attained, want)
		}
	}
}

// naiveRanks ranks magnitudes by counting: half the ranks of those that are no greater and of those that are
// less, plus a half.
func naiveRanks(d []float64) (ranks, signs []float64) {
	for _, a := range d {
		less, notGreater := 0.0, 0.0
		for _, b := range d {
			if math.Abs(b) < math.Abs(a) {
				less++
			}
			if math.Abs(b) <= math.Abs(a) {
				notGreater++
			}
		}
		if a != 0 {
			ranks = append(ranks, (less+1+notGreater)/2)
			signs = append(signs, math.Copysign(1, a))
		}
	}
	return ranks, signs
}

// enumerateSigns returns the shares of all 2ⁿ choices of signs whose positive rank sum is at most, at least,
// and at least as far from its mean as that of the signs given.
func enumerateSigns(ranks, signs []float64) (atMost, atLeast, far float64) {
	total, observed := 0.0, 0.0
	for i, r := range ranks {
		total += r
		if signs[i] > 0 {
			observed += r
		}
	}
	choices := 1 << len(ranks)
	for choice := range choices {
		sum := 0.0
		for i, r := range ranks {
			if choice>>i&1 == 1 {
				sum += r
			}
		}
		if sum <= observed {
			atMost++
		}
		if sum >= observed {
			atLeast++
		}
		if math.Abs(sum-total/2) >= math.Abs(observed-total/2) {
			far++
		}
	}
	n := float64(choices)
	return atMost / n, atLeast / n, far / n
}

func minus(x, y []float64) []float64 {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	return d
}

func TestSignedRankEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 11).Draw(t, "n")
		x, y := samples(n, n).Draw(t, "x"), samples(n, n).Draw(t, "y")
		r := must[SignedRankResult](t)(SignedRank(x, y, 0.95))
		d := minus(x, y)
		ranks, signs := naiveRanks(d)
		_, _, far := enumerateSigns(ranks, signs)
		near(t, "p", r.P, far)
		plus, total := 0.0, 0.0
		for i, rank := range ranks {
			total += rank
			if signs[i] > 0 {
				plus += rank
			}
		}
		near(t, "W", r.W, plus)
		if total > 0 {
			near(t, "rank-biserial", r.RankBiserial, 2*plus/total-1)
		}
		if r.N != n || r.Zeros != n-len(ranks) {
			t.Errorf("n, zeros = %d, %d, want %d, %d", r.N, r.Zeros, n, n-len(ranks))
		}
	})
}

// distinct draws n different multiples of 1/16.
func distinct(n int) *rapid.Generator[[]float64] {
	return rapid.Map(rapid.SliceOfNDistinct(rapid.IntRange(-160, 160), n, n, rapid.ID), func(whole []int) []float64 {
		d := make([]float64, n)
		for i, v := range whole {
			d[i] = float64(v) / 16
		}
		return d
	})
}

// between draws a shift that gives no two such differences one magnitude.
func between() *rapid.Generator[float64] {
	return rapid.Map(rapid.IntRange(-160, 160), func(whole int) float64 { return (float64(whole) + 0.25) / 16 })
}

// The limits are found again by shifting: a shift lies within them if and only if the test does not reject it.
func TestSignedRankIntervalInvertsTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "n")
		d, shift := distinct(n).Draw(t, "d"), between().Draw(t, "shift")
		level := rapid.SampledFrom([]float64{0.5, 0.8, 0.9, 0.95, 0.99}).Draw(t, "level")
		y := make([]float64, n)
		within := must[SignedRankResult](t)(SignedRank(d, y, level)).Shift
		r := must[SignedRankResult](t)(SignedRank(d, mapped(func(float64) float64 { return shift }, y), level))
		if r.Ties > 0 || r.Zeros > 0 {
			t.Fatalf("the shift made ties: %+v", r)
		}
		if inside := within.Low <= shift && shift <= within.High; inside != (r.P > 1-level+2e-12) {
			t.Errorf("shift %v, interval [%v, %v], p %v", shift, within.Low, within.High, r.P)
		}
		if within.Level < level-1e-9 || within.Low > within.Estimate || within.Estimate > within.High {
			t.Errorf("interval %+v at %v", within, level)
		}
	})
}

// With ties the closed interval keeps its level: all 5⁶ samples of a uniform variable on -2 … 2.
func TestSignedRankCoversWithTies(t *testing.T) {
	const n, values = 6, 5
	for _, level := range []float64{0.5, 0.8, 0.9, 0.95} {
		covered, all := 0, 1
		for range n {
			all *= values
		}
		for sample := range all {
			d := make(differences, n)
			for i, rest := 0, sample; i < n; i, rest = i+1, rest/values {
				d[i].value = float64(rest%values - values/2)
			}
			if s := d.shift(level); s.Low <= 0 && 0 <= s.High {
				covered++
			}
		}
		if share := float64(covered) / float64(all); share < level || share == 1 {
			t.Errorf("interval of level %v covers %v", level, share)
		}
	}
}

func TestSignedRankLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		x, y := samples(n, n).Draw(t, "x"), samples(n, n).Draw(t, "y")
		r := must[SignedRankResult](t)(SignedRank(x, y, 0.9))
		if !(r.P > 0 && r.P <= 1 && math.Abs(r.RankBiserial) <= 1) {
			t.Errorf("p %v, rank-biserial %v", r.P, r.RankBiserial)
		}

		swapped := must[SignedRankResult](t)(SignedRank(y, x, 0.9))
		near(t, "p with arms exchanged", swapped.P, r.P)
		near(t, "rank-biserial with arms exchanged", swapped.RankBiserial, -r.RankBiserial)
		near(t, "estimate with arms exchanged", swapped.Shift.Estimate, -r.Shift.Estimate)
		near(t, "low with arms exchanged", swapped.Shift.Low, -r.Shift.High)

		order := rapid.Permutation(seq(n)).Draw(t, "order")
		permuted := must[SignedRankResult](t)(SignedRank(pick(x, order), pick(y, order), 0.9))
		if permuted != r {
			t.Errorf("in another order of pairs %+v, first %+v", permuted, r)
		}

		scale := func(v float64) float64 { return 8 * v }
		scaled := must[SignedRankResult](t)(SignedRank(mapped(scale, x), mapped(scale, y), 0.9))
		near(t, "scaled p", scaled.P, r.P)
		near(t, "scaled low", scaled.Shift.Low, 8*r.Shift.Low)
		near(t, "scaled high", scaled.Shift.High, 8*r.Shift.High)
	})
}

func seq(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func pick(values []float64, order []int) []float64 {
	result := make([]float64, len(order))
	for i, from := range order {
		result[i] = values[from]
	}
	return result
}

// Rounding hides no tie and no zero: hundredths give what whole numbers give.
func TestSignedRankRounding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		whole := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 100), func(i int) float64 { return float64(i) }), n, n)
		x, y := whole.Draw(t, "x"), whole.Draw(t, "y")
		hundredth := func(v float64) float64 { return v / 100 }
		a := must[SignedRankResult](t)(SignedRank(x, y, 0.95))
		b := must[SignedRankResult](t)(SignedRank(mapped(hundredth, x), mapped(hundredth, y), 0.95))
		if a.Zeros != b.Zeros || a.Ties != b.Ties || a.P != b.P || a.W != b.W {
			t.Errorf("whole %+v, hundredths %+v", a, b)
		}
	})
}

// A subject with huge values hides no difference of other subjects.
func TestSignedRankHugeSubject(t *testing.T) {
	x, y := []float64{1e18, 5, 7, 9}, []float64{2e18, 4, 5, 6}
	r := must[SignedRankResult](t)(SignedRank(x, y, 0.5))
	if r.Zeros != 0 || r.Ties != 0 || r.W != 1+2+3 {
		t.Errorf("%+v", r)
	}
}

// The tolerance of a tie is that of the value with the larger error, which rounding may have made
// the smaller or the larger one.
func TestSignedRankTiedWithRounded(t *testing.T) {
	rounded := map[bool]bool{}
	for _, part := range []float64{0.3, 0.7} {
		x := 1e6 + part
		rounded[x-1e6 > part] = true
		r := must[SignedRankResult](t)(SignedRank([]float64{x, part}, []float64{1e6, 0}, 0.5))
		if r.Ties != 2 {
			t.Errorf("%+v", r)
		}
	}
	if len(rounded) != 2 {
		t.Errorf("parts are rounded one way: %v", rounded)
	}
}

func TestSignedRankWithoutDifference(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6}
	r := must[SignedRankResult](t)(SignedRank(x, x, 0.95))
	want := SignedRankResult{N: 6, Zeros: 6, P: 1, Shift: Interval{Level: r.Shift.Level}}
	if r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
}

func TestSignedRankTooFewForInterval(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5}
	r := must[SignedRankResult](t)(SignedRank(x, make([]float64, 5), 0.95))
	if !math.IsInf(r.Shift.Low, -1) || !math.IsInf(r.Shift.High, 1) || r.Shift.Estimate != 3 || r.Shift.Level != 1 {
		t.Errorf("interval of five pairs: %+v", r.Shift)
	}
	near(t, "p", r.P, 2.0/32)
}

func TestSignedRankMaxPairs(t *testing.T) {
	x, y := make([]float64, MaxPairs), make([]float64, MaxPairs)
	for i := range x {
		x[i] = float64(i + 1)
	}
	r := must[SignedRankResult](t)(SignedRank(x, y, 0.95))
	if !(r.P > 0 && r.P < 1e-300) || r.RankBiserial != 1 || r.Shift.Estimate != 500.5 {
		t.Errorf("%+v", r)
	}
}
