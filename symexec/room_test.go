package symexec

import (
	"fmt"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// BenchmarkRoom follows an input of a few elements in lists with small and with large
// capacities, and solves for the other side of its last clause.
func BenchmarkRoom(b *testing.B) {
	for _, c := range []struct {
		pattern, fn string
		vector      input.Vector
	}{
		{"./testdata/sorting", "Sum", ints(1, 2, 3, 4, 5)},
		{"./testdata/words", "Tokens", input.Vector{5, 'a', 'b', ' ', '1', '2'}},
		{"./testdata/words", "Build", input.Vector{3, 1, 'a', 1, 'b', 1, '-'}},
	} {
		p := program(b, c.pattern)
		for _, bound := range []int{16, 128} {
			b.Run(fmt.Sprintf("%s/%d", c.fn, bound), func(b *testing.B) {
				solver := embedded.New(embedded.Options{})
				e := executor(b, p, c.fn, Options{Vector: c.vector, Solver: solver, Fork: true, Bound: bound})
				b.ReportAllocs()
				for b.Loop() {
					path, err := e.Explore(b.Context(), nil, Follow{})
					if err != nil {
						b.Fatal(err)
					}
					at := len(path.Condition) - 1
					if _, _, err := e.Satisfy(b.Context(), path.Input, path.Condition[:at], e.Builder().Not(path.Condition[at])); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
