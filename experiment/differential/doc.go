// Package differential asks whether the executor does what the machine does:
// it runs the functions of a package on random inputs as machine code and in
// package symexec, and compares how the runs end, what they return, which
// branches they take in which order, and what they cost.
//
//	rows, err := differential.Package(ctx, "strconv", differential.Options{Inputs: 1000})
//
// For
//
//	func Quo(a, b int) int { return a / b }
//
// the input (7, 0) must end in the runtime's own words for a division by zero
// in both, and (7, 2) give the word 3 after the same single statement.
//
// By default each input is run a second time with all its words symbolic, along
// the path that they take: then the path condition must hold for the input,
// and all the rest is the same as before.
//
// Where Go leaves the order open, native runs of one input differ among
// themselves. Such an input is run natively some more times, and what varies
// there is left out: order alone, so that results still count, or all of it.
//
// The cost is that of the runs. Not compared: what a function leaves behind in
// package variables, other than by its outcome; inputs that end the process.
package differential
