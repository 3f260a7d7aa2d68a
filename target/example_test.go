package target_test

import (
	"context"
	"fmt"

	_ "nearmiss/avm"
	"nearmiss/target"
)

// Find an input for a branch of a function of another package.
func Example() {
	ctx := context.Background()
	f, err := target.Open(ctx, "nearmiss/bench/subjects/figure1.Words16", target.Options{})
	if err != nil {
		panic(err)
	}
	defer f.Close()
	branch, err := f.Branch("figure1.go:10:7/T")
	if err != nil {
		panic(err)
	}
	r, err := f.Search(ctx, branch, "avm-lattice", "symbolic", 1, 10_000)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Status, f.Call(r.Hit().Vector))
	// Output: found Words16(0, 0, 0)
}
