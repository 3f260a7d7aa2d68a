package symexec_test

import (
	"context"
	"fmt"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/subject"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// least wants every condition to fail.
type least struct{ symexec.Follow }

func (least) Choose(*symexec.Branch) bool { return false }

func Example() {
	ctx := context.Background()
	pkgs, err := load.Load(ctx, ".", load.Options{}, "./testdata/sorting")
	if err != nil {
		panic(err)
	}
	set, err := subject.Prepare(ctx, pkgs[0], nil, subject.SetOptions{Module: true})
	if err != nil {
		panic(err)
	}
	program, err := symexec.Load(ctx, set)
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
