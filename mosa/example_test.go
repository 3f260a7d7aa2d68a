package mosa_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/mosa"
	"nearmiss/search"
)

// Both outcomes of a == 7, and both of b == a+10 below the first.
func ExampleSearch() {
	word := &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	space := input.NewSpace(&input.Signature{Params: []input.Field{{Name: "a", Type: word}, {Name: "b", Type: word}}}, input.Limits{})
	r, err := mosa.Search(context.Background(), function{}, space, rand.New(rand.NewPCG(1, 0)), mosa.Options{
		Objectives: []mosa.Objective{{}, {}, {Needs: []int{0}}, {Needs: []int{0}}},
		Seed:       1, Evaluations: 100_000,
	})
	fmt.Println(r.Status, err)
	for _, c := range r.Covered {
		a, b := int64(c.Vector[0]), int64(c.Vector[1])
		fmt.Println(c.Objective, a == 7, b == a+10)
	}
	// Output:
	// found <nil>
	// 1 false false
	// 0 true false
	// 3 true false
	// 2 true true
}

// function is measured by the standard fitness.
type function struct{}

func (function) Evaluate(_ context.Context, vectors []input.Vector, objectives []int) (answer mosa.Answer, err error) {
	for _, v := range vectors {
		a, b := float64(int64(v[0])), float64(int64(v[1]))
		outer, inner := math.Abs(a-7), math.Abs(b-a-10)
		var row []search.Fitness
		for _, objective := range objectives {
			var f float64
			switch {
			case objective == 0:
				f = outer / (outer + 1)
			case objective == 1 && outer == 0, objective == 3 && outer == 0 && inner == 0:
				f = 0.5
			case objective > 1 && outer > 0:
				f = 1 + outer/(outer+1)
			case objective == 2:
				f = inner / (inner + 1)
			}
			row = append(row, search.Fitness{Value: f})
		}
		answer.Fitness = append(answer.Fitness, row)
	}
	return answer, nil
}
