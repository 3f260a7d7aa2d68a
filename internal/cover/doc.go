// Package cover is the whole way of the cover command: from package patterns
// to tests that have been checked.
//
//	r, err := cover.Run(ctx, cover.Options{Patterns: []string{"./examples/triangle"}, Seed: 1})
//	fmt.Println(r.Totals.Covered, "of", r.Totals.Branches)
//
// # The pipeline
//
// A package is planned, searched, and taken from its archive to its tests; every step knows
// nothing of those behind it.
//
//	plan      load, refuse what can do harm, build workers     plan harm study lost seeds variant diff
//	search    slices of search and of symbolic execution       schedule job target guide caution; solve explorer dsetask structure
//	archive   the input of each branch and panic               archive state
//	boundary  inputs on the borders of comparisons             boundary
//	select    the fewest inputs, small and time-independent    select fewest shrink strengthen timedependent nilreceiver panics
//	confirm   run in new processes, watched, other settings    confirm runcases watched setting variables harm
//	check     print the tests, compile and run them            check warm parts tests
//	write     where the user wants them                        write
//
// What decides how is searched is a method (method.go): everything, or what was published
// alone. A package has two deadlines (clock.go): when its search ends, and when all ends.
//
// From the archive on, each stage takes cases and returns those that it keeps and those that
// it drops (pipeline.go). A drop (drop.go) is one record: the case, its branches, the stage and
// the reason. Which branches count as covered is computed once, from the cases that were
// written, and why others do not from the drops; so are the notes and the counts. The order
// of the tests is fixed before they are confirmed. Where a case has fallen in the checks, the
// others are confirmed once more.
//
// # Search
//
// Breadth comes before depth: every function is run on a few inputs, then on more, and then
// its branches are searched for in rounds. A round visits each function: it hands as many open
// branches of each a slice of evaluations as make up a batch together, one at least. The slices
// of a branch grow, and branches that have stopped getting nearer wait until the
// others are done. With a clock each pass over the functions has a span of time, of which
// each has an equal share (clock.go): wherever the clock ends a round, each function has been
// visited as often as any other, within one. Behind a round dynamic symbolic execution
// (package dse) has tasks for the functions that search gets no nearer to, of about as much
// work, or as long with a clock. Inputs of each structure
// (which alternatives values are made by) have a tree of their own; a function has a few
// trees, and other structures wait in a queue. Every input that the executor runs is run as
// machine code, too, and what it does there is all that counts.
//
// Answers are merged in the order of functions and branches, so that without a clock the same
// seed gives the same result whatever the number of workers is. As published there is one
// round without an archive: each branch is searched for by itself.
//
// Places at which a run can panic are goals beside the branches (panics.go): a run that panics
// at one takes it, whatever it was looking for, and an input with a better setup takes the
// place of a worse one. What no search for a branch came across has searches of its
// own, for a ninth of the evaluations.
//
// With Boundaries the operands of an ordered comparison are to be equal once, too: this is
// searched for from the inputs of its branches, and counts as a branch in the selection.
//
// # Safety
//
// The executor interprets code in this process. Nothing of the package under test
// runs here as machine code, and no model of a function asks the operating
// system for anything: there are no files, no network, no clock, no environment
// and no random numbers; what is written to standard files is lost. The one thing that
// models ask of the machine is which instructions the processor has.
// Functions that are refused for the harm that they could do are not executed
// either.
//
// Not modelled: state that lives outside the process. Run may be called
// concurrently; each call has its own workers.
package cover
