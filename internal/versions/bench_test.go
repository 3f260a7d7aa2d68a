package versions

import (
	"testing"

	"nearmiss/input"
)

// BenchmarkApart counts the runs of a small function, with the code as it is and with its six mutants.
func BenchmarkApart(b *testing.B) {
	v, set := open(b, library)
	var vectors []input.Vector
	for i := range 1000 {
		vectors = append(vectors, input.Vector{uint64(i % 40), uint64(i % 13)})
	}
	var fee []int
	for i, m := range v.Mutants {
		if m.Func.Name() == "Fee" {
			fee = append(fee, i)
		}
	}
	runs := 0
	for b.Loop() {
		run, err := v.Runs(b.Context(), set.Entry("Fee"), vectors)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := v.Apart(b.Context(), set.Entry("Fee"), run, fee); err != nil {
			b.Fatal(err)
		}
		runs += len(vectors) * (2 + len(fee))
	}
	b.ReportMetric(float64(runs)/b.Elapsed().Seconds(), "runs/s")
}
