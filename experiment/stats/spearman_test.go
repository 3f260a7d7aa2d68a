package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Intelligence and hours of television a week of ten persons, a worked example of textbooks: the sum of the squared
// differences of ranks is 194, rho is -29/165, and t with 8 degrees of freedom gives p = 0.627.
func TestSpearmanExample(t *testing.T) {
	iq := []float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	hours := []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	r, err := Spearman(iq, hours, 20_000, rand.New(rand.NewPCG(1, 1)))
	if err != nil || math.Abs(r.Rho+29.0/165) > 1e-12 || math.Abs(r.P-0.627) > 0.02 || r.N != 10 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Of four subjects all 24 permutations are known: p of ranks in order is 2/24.
func TestSpearmanExact(t *testing.T) {
	r, err := Spearman([]float64{1, 2, 3, 4}, []float64{10, 20, 30, 45}, 60_000, rand.New(rand.NewPCG(2, 1)))
	if err != nil || r.Rho != 1 || math.Abs(r.P-1.0/12) > 0.006 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestSpearmanLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "n")
		values := func(name string) []float64 {
			list := make([]float64, n)
			for i := range list {
				list[i] = float64(rapid.IntRange(-4, 4).Draw(t, name))
			}
			return list
		}
		x, y := values("x"), values("y")
		test := func(x, y []float64) (SpearmanResult, error) {
			return Spearman(x, y, 200, rand.New(rand.NewPCG(3, 1)))
		}
		r, err := test(x, y)
		if (err != nil) != (slices.Min(x) == slices.Max(x) || slices.Min(y) == slices.Max(y)) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		if r.Rho < -1-1e-12 || r.Rho > 1+1e-12 || !(r.P > 0 && r.P <= 1) {
			t.Fatalf("%+v", r)
		}
		swapped, _ := test(y, x)
		cubed, negated := make([]float64, n), make([]float64, n)
		for i := range x { // ranks are the same, or the other way round
			cubed[i], negated[i] = x[i]*x[i]*x[i]+7, -x[i]
		}
		up, _ := test(cubed, y)
		down, _ := test(negated, y)
		if math.Abs(swapped.Rho-r.Rho) > 1e-12 || up != r || math.Abs(down.Rho+r.Rho) > 1e-12 {
			t.Fatalf("%+v; swapped %+v, by a rising function %+v, by a falling one %+v", r, swapped, up, down)
		}
	})
}

func TestSpearmanErrors(t *testing.T) {
	good := []float64{1, 2, 3}
	for _, tt := range []struct {
		x, y []float64
		n    int
	}{{good, good[:2], 9}, {good[:2], good[:2], 9}, {good, []float64{1, 1, 1}, 9}, {good, []float64{1, math.NaN(), 2}, 9}, {good, good, 0}} {
		if r, err := Spearman(tt.x, tt.y, tt.n, rand.New(rand.NewPCG(1, 1))); err == nil {
			t.Errorf("%v: %+v", tt, r)
		}
	}
}
