// Package worst searches for the input of a given size on which a function does the most work,
// and writes a test and a benchmark for it.
//
//	results, err := worst.Run(ctx, worst.Options{Func: "./sorts.Quick", Sizes: worst.Sizes{All: []int{100}}})
//	r := results[0] // r.Cost.Worst statements on r.Input, r.Cost.Typical on a random one
//
// For
//
//	func Insert(list []int) {
//		for i := range list {
//			for j := i; j > 0 && list[j-1] > list[j]; j-- {
//				list[j-1], list[j] = list[j], list[j-1]
//			}
//		}
//	}
//
// and size 4, the search starts from the input {?, ?, ?, ?}, whose length is concrete and whose
// numbers are symbolic. A strategy of package ese chooses paths through the function. The search
// returns an input for the path that executes the most statements, such as {3, 2, 1, 0}.
//
// # From a function to its worst input
//
//  1. The package and the packages of its module that it imports are loaded and instrumented
//     (package subject). The instrumented source is built into a worker (package native), and
//     loaded into the symbolic executor (package symexec).
//  2. The size determines the shape of an input (package subject). Only its scalars are symbolic.
//  3. A strategy searches until its budget or the time limit is reached (search.go).
//  4. A solver gets the whole path condition of the best path (solver.go): Z3 where it is
//     installed, else the embedded solvers. Its model is the input. Without a model, the input is
//     the witness that the executor kept for the path.
//  5. The worker runs the input (confirm.go). The reported cost is the count of that run. If the
//     executor counted differently, a note says so.
//  6. The typical cost is the median over random inputs of the same shape (measure.go).
//
// With Options.Out, Run writes a test file and the curve of the best cost over time (write.go,
// curve.go).
//
// # Not modelled
//
// An object is only constructed: the search calls none of its methods before the function. Keys
// of maps are fixed. Lengths are concrete: each list of an input has the size that the options
// give. Statements of the standard library and of other modules are not counted, unless the
// function is declared there.
//
// A call of Run is deterministic in the seed if the budget is in paths or evaluations and the
// limits of the solver are in steps. With a clock it is not. Random draws do not depend on the
// position of the function in its package. The strategies auto, nrpa and climb do: they index
// the weights that they learn by the numbers of conditions in the package.
package worst
