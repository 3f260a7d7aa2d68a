package ga

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// digest is an evaluator that hashes all vectors it evaluates.
type digest struct {
	fitness func(input.Vector) float64
	sum     uint64
}

func (d *digest) Evaluate(_ context.Context, vectors []input.Vector) (fs []search.Fitness, _ error) {
	h := fnv.New64a()
	for _, v := range vectors {
		fmt.Fprint(h, d.sum, v)
		d.sum = h.Sum64()
		fs = append(fs, search.Fitness{Value: d.fitness(v), N: 1, Exact: [search.MaxExact]uint64{search.Hash(v)}})
	}
	return fs, nil
}

// TestGolden asserts that the published method evaluates the same inputs as before it was a model
// of eaopt, and leaves the generator in the same state.
func TestGolden(t *testing.T) {
	scalars := space(tInt32, tInt64, tFloat64, tBool)
	for _, tt := range []struct {
		space *input.Space
		exact bool
		seed  uint64
		want  string
	}{
		{scalars, false, 1, "3251da8360bb8f49 1 at 3, next 939a0e458522b678"},
		{scalars, true, 2, "3f27ccceabbec1da 1 at 20047, next c835c177914a4265"},
		{space(tInt8, tUint64, tUint16), false, 3, "7875d31a5889c518 1 at 1, next fd4604f27a6b2845"},
	} {
		d := &digest{fitness: func(v input.Vector) float64 { return 1 + math.Floor(math.Abs(float64(v[0]%1_000_003)-77)/100) }}
		rng := generator(tt.seed)
		r, err := Search(t.Context(), d, tt.space, rng, Options{Evaluations: 100*300 + 17, Lexicographic: tt.exact})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%x %v at %d, next %x", d.sum, r.Bests[0].Fitness.Value, r.Bests[0].FoundAt, rng.Uint64())
		if got != tt.want {
			t.Errorf("seed %d: %s, want %s", tt.seed, got, tt.want)
		}
	}
}
