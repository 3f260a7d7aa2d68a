package stats

import (
	"math/big"
	"testing"
)

func TestMcNemarExamples(t *testing.T) {
	for _, test := range []struct {
		onlyX, onlyY int
		want         string
	}{
		{1, 7, "0.0703"},            // Fagerland, Lydersen, Laake, The McNemar test for binary matched-pairs data, 2013
		{6, 16, "0.0525"},           // McNemar's test in Wikipedia: 59, 6, 16, 80
		{150, 86, "0.000037159361"}, // binom.test(86, 236) in R 4.2.2
	} {
		r := must[McNemarResult](t)(McNemar(test.onlyX, test.onlyY))
		printed(t, "p", r.P, test.want)
		if r.Discordant != test.onlyX+test.onlyY {
			t.Errorf("%+v", r)
		}
	}
}

// Approval of the prime minister in two surveys of the same people: 794, 150, 86, 570 (Agresti, Categorical data
// analysis, 1990, 10.1; mcnemar.test in R, without correction for continuity 17.36). The
// exact P must be of the size of the asymptotic one.
func TestMcNemarApproval(t *testing.T) {
	const onlyX, onlyY = 150.0, 86.0
	printed(t, "z²", (onlyX-onlyY)*(onlyX-onlyY)/(onlyX+onlyY), "17.36")
	r := must[McNemarResult](t)(McNemar(onlyX, onlyY))
	if r.P < 0.000031 || r.P > 0.000041 { // 3.099e-05 without the correction, 4.115e-05 with
		t.Errorf("p %v", r.P)
	}
}

// All tables of up to 60 discordant pairs against whole binomial coefficients.
func TestMcNemarExact(t *testing.T) {
	for n := range 61 {
		all := new(big.Int).Lsh(big.NewInt(1), uint(n))
		for x := range n + 1 {
			sum := new(big.Int)
			for k := range min(x, n-x) + 1 {
				sum.Add(sum, new(big.Int).Binomial(int64(n), int64(k)))
			}
			want, _ := new(big.Rat).SetFrac(sum.Lsh(sum, 1), all).Float64()
			near(t, "p", must[McNemarResult](t)(McNemar(x, n-x)).P, min(1, want))
		}
	}
}

func TestMcNemarBad(t *testing.T) {
	_, err := McNemar(-1, 2)
	refused(t, err, "none negative")
	_, err = McNemar(2, -1)
	refused(t, err, "none negative")
}
