package target

import (
	"math/rand/v2"
	"testing"

	"nearmiss/input"
)

// BenchmarkEvaluate measures an evaluation of the function Triangle, in batches of 300 inputs, and
// one input at a time.
func BenchmarkEvaluate(b *testing.B) {
	f, err := Open(b.Context(), "nearmiss/bench/subjects/triangle.Triangle", Options{Dir: ".."})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	branches := f.Branches()
	e, err := f.Evaluator(b.Context(), branches[len(branches)-1], "standard")
	if err != nil {
		b.Fatal(err)
	}
	e.job.First = false
	rng := rand.New(rand.NewPCG(1, 0))
	vectors := make([]input.Vector, 300)
	for i := range vectors {
		vectors[i] = f.Space().Random(nil, rng)
	}
	run := func(name string, size int, batch func(v []input.Vector) error) {
		b.Run(name, func(b *testing.B) {
			for i := 0; i < b.N; i += size {
				if err := batch(vectors[:size]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("batch", 300, func(v []input.Vector) error { _, err := e.Evaluate(b.Context(), v); return err })
	run("one", 1, func(v []input.Vector) error { _, err := e.Evaluate(b.Context(), v); return err })
}
