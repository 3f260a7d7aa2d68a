package stats

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") in R prints 0.03 0.06 0.06 0.02; the example is that of
// the article on the method in Wikipedia, where the first and the last are rejected at 0.05.
func TestHolmExample(t *testing.T) {
	names := []string{"H1", "H2", "H3", "H4"}
	p := map[string]float64{"H1": 0.01, "H2": 0.04, "H3": 0.03, "H4": 0.005}
	rows := must[[]Adjusted](t)(Holm(names, p, 0.05))
	for i, want := range []string{"0.03", "0.06", "0.06", "0.02"} {
		printed(t, names[i], rows[i].Adjusted, want)
		if rows[i].Name != names[i] || rows[i].P != p[names[i]] || rows[i].Rejected != (i == 0 || i == 3) {
			t.Errorf("%+v", rows[i])
		}
	}
}

func drawContrasts(t *rapid.T) (names []string, p map[string]float64) {
	value := rapid.OneOf(rapid.SampledFrom([]float64{0, 0.01, 0.02, 1}), rapid.Float64Range(0, 0.2))
	values := rapid.SliceOfN(value, 1, 7).Draw(t, "p")
	p = map[string]float64{}
	for i, v := range values {
		names = append(names, fmt.Sprint("contrast ", i))
		p[names[i]] = v
	}
	return names, p
}

// Holm 1979, 2: the closure of Bonferroni's test. A contrast is rejected if and only if, of each set of
// contrasts that it belongs to, the smallest p-value is at most alpha divided by the size of the set.
func TestHolmIsClosedBonferroni(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, p := drawContrasts(t)
		alpha := rapid.Float64Range(0.01, 0.3).Draw(t, "alpha")
		rows := must[[]Adjusted](t)(Holm(names, p, alpha))
		for i := range names {
			rejected, nearest := true, math.Inf(1)
			for set := range 1 << len(names) {
				if set>>i&1 == 0 {
					continue
				}
				size, least := 0.0, math.Inf(1)
				for j, name := range names {
					if set>>j&1 == 1 {
						size++
						least = min(least, p[name])
					}
				}
				rejected = rejected && size*least <= alpha
				nearest = min(nearest, math.Abs(size*least-alpha))
			}
			if nearest > 1e-12 && rows[i].Rejected != rejected {
				t.Errorf("%+v at %v, by closure %v", rows[i], alpha, rejected)
			}
		}
	})
}

func TestHolmLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, p := drawContrasts(t)
		rows := must[[]Adjusted](t)(Holm(names, p, 0.05))
		for _, a := range rows {
			if a.Adjusted < a.P || a.Adjusted > min(1, a.P*float64(len(rows))) || a.Rejected != (a.Adjusted <= 0.05) {
				t.Errorf("%+v", a)
			}
			for _, b := range rows {
				if a.P <= b.P && a.Adjusted > b.Adjusted {
					t.Errorf("%+v and %+v: adjusted in another order", a, b)
				}
			}
		}
		if len(rows) == 1 && rows[0].Adjusted != rows[0].P {
			t.Errorf("one contrast: %+v", rows[0])
		}
		order := rapid.Permutation(seq(len(names))).Draw(t, "order")
		shuffled := make([]string, len(names))
		for i, from := range order {
			shuffled[i] = names[from]
		}
		again := must[[]Adjusted](t)(Holm(shuffled, p, 0.05))
		for i, from := range order {
			if again[i] != rows[from] {
				t.Errorf("in another order %+v, first %+v", again[i], rows[from])
			}
		}
	})
}

func TestHolmBad(t *testing.T) {
	for _, test := range []struct {
		names []string
		p     map[string]float64
		alpha float64
		part  string
	}{
		{[]string{"a"}, map[string]float64{"a": 0.1}, 0, "alpha"},
		{[]string{"a"}, map[string]float64{"a": 0.1}, math.NaN(), "alpha"},
		{nil, nil, 0.05, "no primary contrast"},
		{[]string{""}, map[string]float64{"": 0.1}, 0.05, "no name"},
		{[]string{"a", "a"}, map[string]float64{"a": 0.1}, 0.05, `"a" is named twice`},
		{[]string{"a", "b"}, map[string]float64{"a": 0.1}, 0.05, `"b" has no p-value`},
		{[]string{"a"}, map[string]float64{"a": 0.1, "c": 0.2, "b": 0.2}, 0.05, `"b" is not primary`},
		{[]string{"a"}, map[string]float64{"a": 1.1}, 0.05, "between 0 and 1"},
		{[]string{"a"}, map[string]float64{"a": math.NaN()}, 0.05, "between 0 and 1"},
	} {
		_, err := Holm(test.names, test.p, test.alpha)
		refused(t, err, test.part)
	}
}
