package stats

import (
	"math"
	"testing"

	moremath "github.com/aclements/go-moremath/stats"
	"gonum.org/v1/gonum/stat/combin"
	"pgregory.net/rapid"
)

// Permeability of the human chorioamnion at term and at 12 to 26 weeks.
// Hollander, Wolfe, Nonparametric statistical methods, 1973, 4.1; wilcox.test in R.
func TestMannWhitneyPermeability(t *testing.T) {
	term := []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	weeks := []float64{1.15, 0.88, 0.90, 0.74, 1.21}
	r := must[MannWhitneyResult](t)(MannWhitney(term, weeks))
	printed(t, "W", r.U, "35")
	printed(t, "p", r.P, "0.2544") // one-sided 0.1272
	if want := (MannWhitneyResult{N1: 10, N2: 5, U: 35, P: r.P, Exact: true}); r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
}

// Endurance of rats on a rotating rod: Bergmann, Ludbrook, Spooren, Different outcomes of the
// Wilcoxon-Mann-Whitney test from different statistics packages, The American Statistician 2000.
func TestMannWhitneyRotarod(t *testing.T) {
	control, treatment := make([]float64, 12), []float64{22, 300, 75, 271, 300, 18, 300, 300, 163, 300, 300, 300}
	for i := range control {
		control[i] = 300
	}
	r := must[MannWhitneyResult](t)(MannWhitney(control, treatment))
	printed(t, "p", r.P, "0.0373")
	if r.Ties != 19 || !r.Exact {
		t.Errorf("%+v", r)
	}
}

// Ozone in New York in May and August 1973, 26 days each: airquality in R. wilcox.test prints U; the exact P is
// that of wilcox_test in R's coin 1.4-2.
func TestMannWhitneyOzone(t *testing.T) {
	may := []float64{41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37}
	august := []float64{39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118,
		84, 85}
	r := must[MannWhitneyResult](t)(MannWhitney(may, august))
	printed(t, "W", r.U, "127.5")
	printed(t, "exact p", r.P, "0.00006108735")
}

// enumerateGroups returns U and the share of all choices of a first sample whose U is at least as far from
// its mean.
func enumerateGroups(x, y []float64) (u, far float64) {
	all := append(append([]float64{}, x...), y...)
	mean := float64(len(x)*len(y)) / 2
	statistic := func(first []int) float64 {
		belongs := make([]bool, len(all))
		for _, i := range first {
			belongs[i] = true
		}
		sum := 0.0
		for i, a := range all {
			for j, b := range all {
				if belongs[i] && !belongs[j] {
					switch {
					case a > b:
						sum++
					case a == b:
						sum += 0.5
					}
				}
			}
		}
		return sum
	}
	u = statistic(seq(len(x)))
	choices := combin.Combinations(len(all), len(x))
	for _, first := range choices {
		if math.Abs(statistic(first)-mean) >= math.Abs(u-mean) {
			far++
		}
	}
	return u, far / float64(len(choices))
}

func TestMannWhitneyEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]func(int, int) *rapid.Generator[[]float64]{scores, reals}).Draw(t, "kind")
		x, y := kind(1, 6).Draw(t, "x"), kind(1, 6).Draw(t, "y")
		u, far := enumerateGroups(x, y)
		r := must[MannWhitneyResult](t)(MannWhitney(x, y))
		near(t, "U", r.U, u)
		near(t, "p", r.P, far)
	})
}

// The library doubles one tail, which with ties and samples of unequal size is not the probability of either.
// The library and the enumeration differ here, so that this package adds both tails.
func TestMannWhitneyAddsTails(t *testing.T) {
	x, y := []float64{3}, []float64{1, 1, 2, 2, 2, 3, 4}
	_, far := enumerateGroups(x, y)
	r := must[MannWhitneyResult](t)(MannWhitney(x, y))
	near(t, "p", r.P, far)
	doubled, err := moremath.MannWhitneyUTest(x, y, moremath.LocationDiffers)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(doubled.P-far) < 0.1 {
		t.Errorf("the library now gives %v for %v: take its P", doubled.P, far)
	}
}

// Below the least U the library counts too much when there are two groups of ties.
func TestMannWhitneyTwoGroups(t *testing.T) {
	x, y := []float64{1, 2}, []float64{1, 1, 1, 2, 2}
	for range 2 {
		_, far := enumerateGroups(x, y)
		near(t, "p", must[MannWhitneyResult](t)(MannWhitney(x, y)).P, far)
		x, y = y, x
	}
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 1}), 1, 7)
		x, y := bits.Draw(t, "x"), bits.Draw(t, "y")
		_, far := enumerateGroups(x, y)
		near(t, "p", must[MannWhitneyResult](t)(MannWhitney(x, y)).P, far)
	})
}

func TestMannWhitneyLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := samples(1, 60).Draw(t, "x"), samples(1, 20).Draw(t, "y")
		r := must[MannWhitneyResult](t)(MannWhitney(x, y))
		if !(r.P > 0 && r.P <= 1 && r.U >= 0 && r.U <= float64(len(x)*len(y))) {
			t.Errorf("%+v", r)
		}
		swapped := must[MannWhitneyResult](t)(MannWhitney(y, x))
		near(t, "p with arms exchanged", swapped.P, r.P)
		near(t, "U with arms exchanged", swapped.U, float64(len(x)*len(y))-r.U)

		f := monotone().Draw(t, "f")
		m := must[MannWhitneyResult](t)(MannWhitney(mapped(f, x), mapped(f, y)))
		if m != r {
			t.Errorf("of increasing values %+v, first %+v", m, r)
		}
		if r.Exact != (len(x) <= MaxExact) {
			t.Errorf("exact %v with %d values", r.Exact, len(x))
		}
	})
}

// wilcox.test(1:60, 1:60 + 10.5, exact = FALSE) in R 4.2.2 prints W = 1225, p-value = 0.002567.
func TestMannWhitneyApproximate(t *testing.T) {
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i], y[i] = float64(i), float64(i)+10.5
	}
	r := must[MannWhitneyResult](t)(MannWhitney(x, y))
	printed(t, "W", r.U, "1225")
	printed(t, "p", r.P, "0.002567")
	if r.Exact {
		t.Error("exact")
	}
}

func TestMannWhitneyAllEqual(t *testing.T) {
	for _, n := range []int{1, 3, MaxExact + 1} {
		x := make([]float64, n)
		if r := must[MannWhitneyResult](t)(MannWhitney(x, x)); r.P != 1 || r.Ties != 2*n {
			t.Errorf("%+v", r)
		}
	}
}
