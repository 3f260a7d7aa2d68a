package kinds

import (
	"testing"

	"nearmiss/experiment/task"
)

// Branches and products of functions of the paper; a loop that is unrolled twice has more products.
func TestAnalysis(t *testing.T) {
	kind := staticAnalysis()
	for _, tt := range []struct {
		fn                          string
		unrollings                  int64
		branches, products, leftOut float64
	}{
		{triangle, 1, 28, 1, 0},
		{"./bench/subjects/f2.F2", 1, 46, 2160, 0},
		{"./bench/subjects/defroster.DefrosterMain", 1, 72, 744, 0},
		{"./bench/subjects/tiff.SetSample", 1, 28, 64, 0},
		{"./bench/subjects/tiff.GetSourceSamples", 1, 32, 2775423008, 0},
		{"./bench/subjects/tiff.GetSourceSamples", 2, 32, 1 << 64, 0}, // counts end there,
	} {
		subject := task.Options{"func": tt.fn}
		session, err := kind.Open(t.Context(), "../..", subject)
		if err != nil {
			t.Fatal(err)
		}
		m, err := session.Run(t.Context(), task.Cell{Arm: task.Options{"unrollings": tt.unrollings}, Budget: task.Options{"times": int64(2)}})
		if err != nil {
			t.Fatal(err)
		}
		n := m.Numbers
		if n["branches"] != tt.branches || n["products"] != tt.products || n["left_out"] != tt.leftOut || n["analysis_ms"] <= 0 {
			t.Errorf("%s, %d unrollings: %v", tt.fn, tt.unrollings, n)
		}
	}
}
