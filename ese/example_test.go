package ese_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/ese"
	"nearmiss/target"
)

// Evolution finds an input for which short lists take longest, which are sorted by insertion.
func Example() {
	ctx := context.Background()
	f, err := target.Open(ctx, "nearmiss/bench/subjects/ese.QuicksortJDK", target.Options{})
	if err != nil {
		panic(err)
	}
	defer f.Close()
	t, done, err := f.ESE(ctx, 5)
	if err != nil {
		panic(err)
	}
	defer done()
	r, err := ese.Search(ctx, t, ese.ESE{}, rand.New(rand.NewPCG(1, 0)), ese.Options{Budget: ese.Budget{Explorations: 1000}})
	if err != nil {
		panic(err)
	}
	list := r.Best.Input[1:]
	fmt.Println(r.Status, slices.IsSortedFunc(list, func(a, b uint64) int { return int(int64(b) - int64(a)) }))
	// Output: budget true
}
