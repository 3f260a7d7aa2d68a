package symexec

import (
	"math"
	"testing"

	"nearmiss/term"
)

// odd lists floats at which functions of package math have special cases.
var odd = []float64{0, math.Copysign(0, -1), 1, -1, 0.3, -2.5, 1e300, -1e300, 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}

// TestMathTerms checks that the terms for package math have the values of its functions,
// including the sign of zero.
func TestMathTerms(t *testing.T) {
	b, s := term.NewBuilder(), term.Floating(64)
	x := []*term.Term{b.Slot(0, s, false), b.Slot(1, s, false)}
	for _, c := range []struct {
		name string
		term *term.Term
		f    func(x, y float64) float64
	}{
		{"max", maxTerm(b, x), math.Max},
		{"min", minTerm(b, x), math.Min},
		{"sqrt", operator(term.Sqrt)(b, x), func(x, _ float64) float64 { return math.Sqrt(x) }},
		{"exp", operator(term.Exp)(b, x), func(x, _ float64) float64 { return math.Exp(x) }},
		{"log", operator(term.Log)(b, x), func(x, _ float64) float64 { return math.Log(x) }},
		{"floor", operator(term.Floor)(b, x), func(x, _ float64) float64 { return math.Floor(x) }},
		{"ceil", ceilTerm(b, x), func(x, _ float64) float64 { return math.Ceil(x) }},
		{"trunc", truncTerm(b, x), func(x, _ float64) float64 { return math.Trunc(x) }},
		{"pow", powTerm(b, x), math.Pow},
	} {
		for _, v := range odd {
			for _, w := range odd {
				got, ok := term.NewWordEvaluator(func(slot int) uint64 { return math.Float64bits([]float64{v, w}[slot]) }).Bits(c.term)
				want := c.f(v, w)
				if g := math.Float64frombits(got); !ok || math.Float64bits(g) != math.Float64bits(want) && (g == g || want == want) {
					t.Errorf("%s(%v, %v) = %v, want %v", c.name, v, w, g, want)
				}
			}
		}
	}
}
