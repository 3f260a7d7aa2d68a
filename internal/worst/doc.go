// Package worst finds the input of a size on which a function does the most
// work, and writes it out.
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
// and the size 4 it makes the input {?, ?, ?, ?}, whose length is fixed and whose
// numbers are symbols, takes paths through the function under a strategy of
// package ese, and returns the one that executes the most statements: that of
// {3, 2, 1, 0}, say.
//
// # From a function to its worst input
//
//  1. The package is loaded and rewritten once (package prepare), with the other
//     packages of its module that it reaches. The rewritten source is built
//     into a worker (package native), and into the executor (package symexec).
//  2. The shape of an input is fixed by the size (shape.go). What is left open are
//     its scalars.
//  3. A strategy searches (search.go), until its budget or the time is over.
//  4. The path condition of the best path goes whole to a solver (solver.go): to Z3
//     where there is one, else to the embedded chain. Its model is the input;
//     where there is no answer, the input that the executor kept stands in.
//  5. The input is run natively (settle.go), and only what is counted there is reported. If the
//     executor counted something else, a note says so.
//  6. What a typical run costs is the median over random inputs of the same shape.
//
// With Options.Out a test file and the curve of the best cost over time are
// written (write.go, curve.go).
//
// # Not modelled
//
// Steps of objects after their constructors: there are none. Keys of maps are
// fixed. Lengths are concrete: all lists of an input have the size that was
// asked for. The standard library and other modules are run, and not counted,
// unless the function is theirs.
//
// A call of Run is deterministic in the seed if the budget is in paths or
// evaluations and the solver's limits are counted steps; with a clock it is not.
// What a seed draws does not depend on where the function stands. What auto, nrpa and
// climb learn does: their weights lie by the numbers of conditions in the package.
package worst
