package input_test

import (
	"fmt"
	"math/rand/v2"

	"nearmiss/input"
)

func Example() {
	i32 := &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	list := &input.Type{Kind: input.Slice, Elem: i32, Go: "[]int32"}
	s := input.NewSpace(&input.Signature{
		Name:   "Find",
		Params: []input.Field{{Name: "list", Type: list}, {Name: "key", Type: i32}},
	}, input.Limits{Len: 8})

	vec := s.Normalize(nil, input.Vector{3, 7, 9, 9})
	for _, v := range s.Vars(nil, vec) {
		fmt.Println(s.Name(vec, v.Off), v.Role)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	fmt.Println(s.Canonical(s.Mutate(vec, rng)))

	length := s.Vars(nil, vec)[0]
	fmt.Println(s.Set(vec, &length, 5))
	// Output:
	// len(list) len
	// list[0] int
	// list[1] int
	// key int
	// true
	// [5 7 9 0 0 9]
}
