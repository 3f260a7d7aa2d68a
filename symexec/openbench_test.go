package symexec

import (
	"fmt"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// BenchmarkOpen follows an input of a few elements with a fixed shape, and with symbolic
// lengths.
func BenchmarkOpen(b *testing.B) {
	for _, c := range []struct {
		pattern, fn string
		vector      input.Vector
	}{
		{"./testdata/sorting", "Sum", ints(1, 2, 3, 4, 5)},
		{"./testdata/words", "Tokens", input.Vector{5, 'a', 'b', ' ', '1', '2'}},
		{"./testdata/words", "Build", input.Vector{3, 1, 'a', 1, 'b', 1, '-'}},
		{"../bench/subjects/fitnex", "RowSums", input.Vector{3, 3, 1, 2, 2, 5}},
	} {
		p := program(b, c.pattern)
		for _, bound := range []int{0, 64} {
			b.Run(fmt.Sprintf("%s/%d", c.fn, bound), func(b *testing.B) {
				solver := embedded.New(embedded.Options{})
				e := executor(b, p, c.fn, Options{Vector: c.vector, Solver: solver, Fork: true, Bound: bound})
				b.ReportAllocs()
				clauses := 0
				for b.Loop() {
					path, err := e.Explore(b.Context(), nil, Follow{})
					if err != nil {
						b.Fatal(err)
					}
					clauses = len(path.Condition)
				}
				b.ReportMetric(float64(clauses), "clauses")
			})
		}
	}
}
