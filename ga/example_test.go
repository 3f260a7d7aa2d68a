package ga_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// reach is the branch distance of a == b+10.
type reach struct{}

func (reach) Evaluate(_ context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	list := make([]search.Fitness, len(vectors))
	for i, v := range vectors {
		a, b := int64(int16(v[0])), int64(int16(v[1]))
		d := max(a-b-10, b+10-a)
		list[i].Value = float64(d) / float64(d+1)
	}
	return list, nil
}

// A search for inputs of func F(a, b int16) with a == b+10.
func Example() {
	word := &input.Type{Kind: input.Int, Bits: 16, Go: "int16"}
	space := input.NewSpace(&input.Signature{
		Name:   "F",
		Params: []input.Field{{Name: "a", Type: word}, {Name: "b", Type: word}},
	}, input.Limits{})
	r, err := ga.Search(context.Background(), reach{}, space, rand.New(rand.NewPCG(1, 0)), ga.Options{Evaluations: 100_000})
	if err != nil {
		panic(err)
	}
	v := r.Hit().Vector
	fmt.Println(r.Status, int16(v[0])-int16(v[1]))
	// Output: found 10
}
