package toolkit

import (
	"context"
	"fmt"

	"nearmiss/input"
	"nearmiss/target"
)

// How far three inputs are from the branch of Figure 1, by three fitnesses.
func Example_measure() {
	ctx := context.Background()
	f, err := target.Open(ctx, "nearmiss/bench/subjects/figure1.Words32", target.Options{})
	if err != nil {
		panic(err)
	}
	defer f.Close()
	branch, err := f.Branch("figure1.go:22:7/T")
	if err != nil {
		panic(err)
	}
	inputs := []input.Vector{{1, 0, 0}, {0, 1, 1}, {1, 2, 1}}
	for _, name := range []string{"standard", "symbolic", "raw-sum"} {
		e, err := f.Evaluator(ctx, branch, name)
		if err != nil {
			panic(err)
		}
		rows, err := e.Evaluate(ctx, inputs)
		if err != nil {
			panic(err)
		}
		for i, row := range rows {
			fmt.Printf("%s %s = %.3g\n", name, f.Call(inputs[i]), row.Value)
		}
	}
	// Output:
	// standard Words32(1, 0, 0) = 2.67
	// standard Words32(0, 1, 1) = 0.667
	// standard Words32(1, 2, 1) = 2.67
	// symbolic Words32(1, 0, 0) = 1.33
	// symbolic Words32(0, 1, 1) = 0.667
	// symbolic Words32(1, 2, 1) = 1.33
	// raw-sum Words32(1, 0, 0) = 4
	// raw-sum Words32(0, 1, 1) = 2
	// raw-sum Words32(1, 2, 1) = 4
}
