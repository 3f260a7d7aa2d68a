package main

import (
	"math"
	"testing"
)

// TestCompare: five of one kind against five of another, as a table of the test
// has them; ties count half.
func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		a, b     []float64
		a12, p   float64
		approxim float64
	}{
		{[]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}, 1, 0.008, 0.005}, // exact: 2/252
		{[]float64{1, 4, 5, 8}, []float64{2, 3, 6, 7}, 0.5, 1, 0.001},
		{[]float64{7, 7, 7}, []float64{7, 7, 7}, 0.5, 1, 0},
		{[]float64{1, 1, 2}, []float64{1, 2, 2}, 6. / 9, 0.57, 0.05},
	} {
		a12, p := compare(tt.a, tt.b)
		if math.Abs(a12-tt.a12) > 1e-9 || math.Abs(p-tt.p) > tt.approxim {
			t.Errorf("%v and %v: %v, %v", tt.a, tt.b, a12, p)
		}
		if back, again := compare(tt.b, tt.a); math.Abs(back+a12-1) > 1e-9 || math.Abs(again-p) > 1e-9 {
			t.Errorf("%v and %v: %v, %v", tt.b, tt.a, back, again)
		}
	}
}
