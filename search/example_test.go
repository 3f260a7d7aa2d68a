package search_test

import (
	"fmt"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// Random search finds a byte below 7; Shrink then reduces it to the smallest.
func Example() {
	space := input.NewSpace(&input.Signature{
		Params: []input.Field{{Name: "b", Type: &input.Type{Kind: input.Uint, Bits: 8, Go: "byte"}}},
	}, input.Limits{})
	e := evaluate(func(v input.Vector) float64 { return max(float64(v[0])-6, 0) })
	g := search.NewGate(e, search.GateOptions{Seed: 1, Evaluations: 1000})
	r := search.Random(g, space, rand.New(rand.NewPCG(1, 0)))
	fmt.Println(r.Status, r.Hit().Vector[0] < 7)
	small, _ := search.Shrink(space, r.Hit().Vector, 100, func(v input.Vector) bool { return v[0] < 7 })
	fmt.Println(small)
	// Output:
	// found true
	// [0]
}

type evaluate func(input.Vector) float64

func (e evaluate) Evaluate(v input.Vector, f *search.Fitness) { *f = search.Fitness{Value: e(v)} }
