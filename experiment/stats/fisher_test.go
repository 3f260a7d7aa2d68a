package stats

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestFisherExamples(t *testing.T) {
	for _, test := range []struct {
		table [4]int
		want  string
	}{
		{[4]int{3, 1, 1, 3}, "0.4857"},      // tea tasting: Fisher 1935; Agresti; fisher.test in R
		{[4]int{2, 15, 10, 3}, "0.0005367"}, // convicted twins: Fisher 1962; fisher.test in R
		{[4]int{1, 11, 9, 3}, "0.002759"},   // studying: the test in Wikipedia, both tails
		{[4]int{3, 13, 0, 16}, "0.226"},     // 3 of 16 seeds against none
		{[4]int{5, 11, 0, 16}, "0.043"},     // 5 of 16 seeds against none
	} {
		r := must[FisherResult](t)(Fisher(test.table[0], test.table[1], test.table[2], test.table[3]))
		printed(t, "p", r.P, test.want)
	}
}

// enumerateFisher sums the probabilities of all tables that are no more probable, in whole numbers.
func enumerateFisher(a, b, c, d int) float64 {
	ways := func(x int) *big.Int {
		first := new(big.Int).Binomial(int64(a+c), int64(x))
		return first.Mul(first, new(big.Int).Binomial(int64(b+d), int64(a+b-x)))
	}
	sum, all, observed := new(big.Int), new(big.Int), ways(a)
	for x := max(0, a-d); x <= min(a+b, a+c); x++ {
		w := ways(x)
		all.Add(all, w)
		if w.Cmp(observed) <= 0 {
			sum.Add(sum, w)
		}
	}
	p, _ := new(big.Rat).SetFrac(sum, all).Float64()
	return p
}

func TestFisherEnumerated(t *testing.T) {
	for a := range 8 {
		for b := range 8 {
			for c := range 8 {
				for d := range 8 {
					if a+b+c+d > 0 {
						near(t, "p", must[FisherResult](t)(Fisher(a, b, c, d)).P, enumerateFisher(a, b, c, d))
					}
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.IntRange(0, 120)
		a, b, c, d := cell.Draw(t, "a"), cell.Draw(t, "b"), cell.Draw(t, "c"), cell.Draw(t, "d")
		if a+b+c+d == 0 {
			t.Skip("no runs")
		}
		r := must[FisherResult](t)(Fisher(a, b, c, d))
		near(t, "p", r.P, enumerateFisher(a, b, c, d))
		near(t, "p with arms exchanged", must[FisherResult](t)(Fisher(c, d, a, b)).P, r.P)
		near(t, "p of failures", must[FisherResult](t)(Fisher(b, a, d, c)).P, r.P)
		near(t, "p transposed", must[FisherResult](t)(Fisher(a, c, b, d)).P, r.P)
		if r.N != a+b+c+d || !(r.P > 0 && r.P <= 1) {
			t.Errorf("%+v", r)
		}
	})
}

func TestFisherBad(t *testing.T) {
	_, err := Fisher(1, 1, -1, 1)
	refused(t, err, "none negative")
	_, err = Fisher(0, 0, 0, 0)
	refused(t, err, "without runs")
}
