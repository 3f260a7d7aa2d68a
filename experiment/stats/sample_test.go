package stats

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// printed fails unless got, rounded to the digits of want, is want: a figure as a book or a program prints it.
func printed(t testing.TB, what string, got float64, want string) {
	t.Helper()
	decimals := 0
	if point := strings.IndexByte(want, '.'); point >= 0 {
		decimals = len(want) - point - 1
	}
	if s := fmt.Sprintf("%.*f", decimals, got); s != want {
		t.Errorf("%s = %s (%v), want %s", what, s, got, want)
	}
}

// near fails unless got is want up to a share of 1e-9, or up to 1e-12.
func near(t rapid.TB, what string, got, want float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= 1e-12+1e-9*math.Abs(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// refused fails unless err is an error of this package whose text contains part.
func refused(t testing.TB, err error, part string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), "stats: ") || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want one with %q", err, part)
	}
}

func must[T any](t rapid.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// scores draws whole numbers: few, so that many are equal.
func scores(least, most int) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.Map(rapid.IntRange(-5, 5), func(i int) float64 { return float64(i) }), least, most)
}

// reals draws numbers that are hardly ever equal, 1/1024 apart at least.
func reals(least, most int) *rapid.Generator[[]float64] {
	number := rapid.Map(rapid.IntRange(-100_000, 100_000), func(i int) float64 { return float64(i) / 1024 })
	return rapid.SliceOfN(number, least, most)
}

// samples draws either kind.
func samples(least, most int) *rapid.Generator[[]float64] {
	return rapid.OneOf(scores(least, most), reals(least, most))
}

// monotone returns increasing functions that keep whole numbers and reals distinct.
func monotone() *rapid.Generator[func(float64) float64] {
	return rapid.SampledFrom([]func(float64) float64{
		func(v float64) float64 { return 4*v + 1000 },
		math.Cbrt,
		math.Atan,
		func(v float64) float64 { return math.Exp(v / 50) },
	})
}

func mapped(f func(float64) float64, values []float64) []float64 {
	result := make([]float64, len(values))
	for i, v := range values {
		result[i] = f(v)
	}
	return result
}

func TestBadSamples(t *testing.T) {
	one, two, nan, inf := []float64{1}, []float64{1, 2}, []float64{math.NaN()}, []float64{math.Inf(1)}
	for _, test := range []struct {
		x, y []float64
		part string
	}{
		{nil, one, "sample x is empty"},
		{one, nil, "sample y is empty"},
		{nan, one, "NaN"},
		{one, inf, "+Inf"},
	} {
		_, err := SignedRank(test.x, test.y, 0.95)
		refused(t, err, test.part)
		_, err = TOST(test.x, test.y, 0.01, 0.05)
		refused(t, err, test.part)
		_, err = MannWhitney(test.x, test.y)
		refused(t, err, test.part)
		_, err = A12(test.x, test.y, 0.95)
		refused(t, err, test.part)
	}
	_, err := SignedRank(one, two, 0.95)
	refused(t, err, "one of each for every subject")
	_, err = TOST(one, two, 0.01, 0.05)
	refused(t, err, "one of each for every subject")
	_, err = SignedRank([]float64{math.MaxFloat64}, []float64{-math.MaxFloat64}, 0.95)
	refused(t, err, "overflows")
	many := make([]float64, MaxPairs+1)
	_, err = SignedRank(many, many, 0.95)
	refused(t, err, "cluster bootstrap")
}

// Values of any size that a float has are ranked without a panic.
func TestAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		values := rapid.SliceOfN(rapid.Float64(), n, n)
		x, y := values.Draw(t, "x"), values.Draw(t, "y")
		u, a := must[MannWhitneyResult](t)(MannWhitney(x, y)), must[Interval](t)(A12(x, y, 0.9))
		near(t, "Â12", a.Estimate, u.U/float64(n*n))
		r, err := SignedRank(x, y, 0.9)
		if err != nil {
			t.Skip(err)
		}
		e := must[TOSTResult](t)(TOST(x, y, 0.01, 0.05))
		for _, p := range []float64{u.P, r.P, e.PLower, e.PUpper} {
			if !(p > 0 && p <= 1) {
				t.Errorf("p = %v", p)
			}
		}
		if !(r.Shift.Low <= r.Shift.Estimate && r.Shift.Estimate <= r.Shift.High) {
			t.Errorf("%+v", r.Shift)
		}
	})
}

func TestBadLevels(t *testing.T) {
	x, y := []float64{1, 2}, []float64{3, 5}
	for _, level := range []float64{0, 1, -1, 95, math.NaN()} {
		_, err := SignedRank(x, y, level)
		refused(t, err, "confidence level")
		_, err = A12(x, y, level)
		refused(t, err, "confidence level")
		_, err = Wilson(1, 2, level)
		refused(t, err, "confidence level")
		_, err = KaplanMeier([]Observation{{1, true}}, level)
		refused(t, err, "confidence level")
		_, err = Replicates{}.Percentile(level)
		refused(t, err, "confidence level")
		_, err = Replicates{}.BCa(level)
		refused(t, err, "confidence level")
	}
}
