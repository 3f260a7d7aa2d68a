package pathexpr_test

import (
	"fmt"

	"nearmiss/pathexpr"
)

// A loop, approximated for k = 1, and its products.
func Example() {
	b := pathexpr.NewBuilder()
	loop := pathexpr.Graph{Nodes: 4, Start: 0, Sink: 3, Arcs: []pathexpr.Arc{
		{From: 0, To: 1, Label: 0}, {From: 1, To: 2, Label: 1}, {From: 2, To: 1, Label: 2}, {From: 1, To: 3, Label: 3},
	}}
	paths := pathexpr.Reduce(b, loop)
	once, err := pathexpr.Approximate(b, paths, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(paths.Format(pathexpr.Letters), once.Format(pathexpr.Letters))
	dag, err := pathexpr.NewDAG(once, 100)
	if err != nil {
		panic(err)
	}
	for p := range dag.Products() {
		fmt.Println(dag.Format(p, pathexpr.Letters))
	}
	// Output:
	// a(bc)*d a(1 + bcD[bc])d
	// ad
	// abcD[bc]d
}
