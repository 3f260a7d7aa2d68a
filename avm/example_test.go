package avm_test

import (
	"fmt"
	"math/rand/v2"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

// reach is the branch distance of a == b+10.
type reach struct{}

func (reach) Evaluate(v input.Vector, f *search.Fitness) {
	a, b := int64(int32(v[0])), int64(int32(v[1]))
	d := max(a-b-10, b+10-a)
	*f = search.Fitness{Value: float64(d) / float64(d+1), N: 1}
	f.Exact[0] = uint64(d)
}

// A search for inputs of func F(a, b int32) with a == b+10.
func Example() {
	int32s := &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	space := input.NewSpace(&input.Signature{
		Name:   "F",
		Params: []input.Field{{Name: "a", Type: int32s}, {Name: "b", Type: int32s}},
	}, input.Limits{})
	g := search.NewGate(reach{}, search.GateOptions{Seed: 1, Evaluations: 100_000, Lexicographic: true})
	r := avm.Search(g, space, rand.New(rand.NewPCG(1, 0)), avm.Options{
		Local:  avm.Lattice,
		Starts: []input.Vector{{1 << 20, 0}},
	})
	v := r.Hit().Vector
	fmt.Println(r.Status, r.Evaluations, int32(v[0]), int32(v[1]))
	// Output:
	// found 50 10 0
}
