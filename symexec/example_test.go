package symexec_test

import (
	"context"
	"fmt"

	"nearmiss/input"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/target"
)

// least is a Chooser that wants every condition to be false.
type least struct{ symexec.Follow }

func (least) Choose(*symexec.Branch) bool { return false }

func Example() {
	ctx := context.Background()
	f, err := target.Open(ctx, "./testdata/sorting.Sum", target.Options{})
	if err != nil {
		panic(err)
	}
	defer f.Close()
	program, err := f.Program(ctx)
	if err != nil {
		panic(err)
	}
	solver := embedded.New(embedded.Options{})
	defer solver.Close()
	e, err := symexec.NewExecutor(ctx, program, program.Entry("Sum"), symexec.Options{
		Vector: input.Vector{4, 7, 8, 9}, // []int{7, 8, 9}
		Solver: solver,
	})
	if err != nil {
		panic(err)
	}
	path, err := e.Explore(ctx, nil, least{})
	if err != nil {
		panic(err)
	}
	for _, clause := range path.Condition {
		fmt.Println(clause)
	}
	fmt.Println(path.End.Kind, path.Cost.Statements, path.Queries)
	// Output:
	// $1 < 0
	// $2 < 0
	// $3 < 0
	// returned 8 3
}
