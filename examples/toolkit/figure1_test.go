package toolkit

import (
	"context"
	"fmt"
	"os"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/target"
)

// Figure 1 of Baars et al. 2011: x == 0, y == z and x == z around one target.
func Example_figure1() {
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
	explained, err := fitness.New(f.Package(), f.Func(), fitness.Options{K: 1}).Explain(branch, 10)
	if err != nil {
		panic(err)
	}
	line := func(c *cfg.Cond) string { return fmt.Sprint("line ", f.Package().Fset.Position(c.Pos).Line) }
	explained.Text(os.Stdout, line)
	// Output:
	// edge a: block 0 to block 1: line 20 x == 0
	// edge b: block 1 to block 2: line 21 y == z
	// edge c: block 2 to the target: line 22 x == z
	//
	// node line 20: x == 0, approach level 2
	//   path expression abc
	//   approximated    abc
	//   1 products, 0 infeasible, 0 left out
	//   abc: ⟨x == 0 ∧ y == z ∧ x == z⟩ level 0
	//
	// node line 21: y == z, approach level 1
	//   path expression bc
	//   approximated    bc
	//   1 products, 0 infeasible, 0 left out
	//   bc: ⟨y == z ∧ x == z⟩ level 0
	//
	// node line 22: x == z, approach level 0
	//   path expression c
	//   approximated    c
	//   1 products, 0 infeasible, 0 left out
	//   c: ⟨x == z⟩ level 0
}
