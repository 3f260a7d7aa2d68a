package ese_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nearmiss/ese"
	"nearmiss/ese/internal/toy"
	"nearmiss/smt/order"
)

// Evolution finds an input that an insertion sort takes longest for.
func Example() {
	const size = 5
	t := ese.Target{Explorer: toy.New(toy.InsertionSort, size, order.New()), Size: size}
	r, err := ese.Search(context.Background(), t, ese.ESE{}, rand.New(rand.NewPCG(1, 0)), ese.Options{
		Budget: ese.Budget{Explorations: 1000},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	falling := true
	for i := 1; i < size; i++ {
		falling = falling && int64(r.Best.Input[i]) < int64(r.Best.Input[i-1])
	}
	fmt.Println(r.Status, r.Cost, falling)
	// Output: budget 25 true
}
