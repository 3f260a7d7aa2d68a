package experiment

import (
	"math"
	"testing"
)

// TestMedianInterval: a point if all values agree, else within them; infinite ones count.
func TestMedianInterval(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		values         []float64
		median, lo, hi float64
	}{
		{[]float64{7}, 7, 7, 7},
		{[]float64{3, 3, 3, 3}, 3, 3, 3},
		{[]float64{1, 2}, 1.5, 1, 2},
		{[]float64{9, 1, 5}, 5, 1, 9},
		{[]float64{inf, 1, 2}, 2, 1, inf},
		{[]float64{inf, inf, 2}, inf, 2, inf},
	} {
		lo, hi := MedianInterval(test.values)
		if m := Median(test.values); m != test.median || lo != test.lo || hi != test.hi {
			t.Errorf("%v: %v [%v, %v], want %v [%v, %v]", test.values, m, lo, hi, test.median, test.lo, test.hi)
		}
	}
}
