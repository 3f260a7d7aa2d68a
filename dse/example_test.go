package dse_test

import (
	"context"
	"fmt"

	"nearmiss/dse"
	"nearmiss/target"
)

// Run an input and see what it takes of a function.
func Example() {
	ctx := context.Background()
	f, err := target.Open(ctx, "nearmiss/bench/subjects/figure1.Words16", target.Options{})
	if err != nil {
		panic(err)
	}
	defer f.Close()
	p, err := f.DSE(ctx, dse.ConcolicOptions{})
	if err != nil {
		panic(err)
	}
	defer p.Close()
	r, err := p.Run(ctx, p.Zero(), nil)
	if err != nil {
		panic(err)
	}
	for _, b := range r.Covered {
		fmt.Println(f.Package().BranchName(b))
	}
	// Output:
	// figure1.go:8:5/T
	// figure1.go:9:6/T
	// figure1.go:10:7/T
}
