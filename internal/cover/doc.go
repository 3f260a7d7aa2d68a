// Package cover is the whole way of the cover command: from package patterns
// to tests that have been checked.
//
//	r, err := cover.Run(ctx, cover.Options{Patterns: []string{"./examples/triangle"}, Seed: 1})
//	fmt.Println(r.Totals.Covered, "of", r.Totals.Branches)
//
// # The pipeline
//
// Five stages; all but the first take one package at a time (session.cover), and know nothing
// of the stages behind them.
//
//	Plan     load, refuse what can do harm, build workers     plan harm study lost seeds variant diff
//	Search   slices of search and of symbolic execution       schedule job target guide caution; solve explorer dsetask structure
//	Archive  the input of each branch and panic               archive state
//	Cases    shrink, run again, keep the fewest               finish runcases panics nilreceiver lasting boundary
//	Suite    run in new processes, print, check, write        suite check confirm tests; settle
//
// What decides how is searched is a method (method.go): everything, or what was published
// alone. A package has two deadlines (clock.go): when its search ends, and when all ends.
// From the archive on, what becomes of its inputs is a draft, and settle (settle.go) decides
// from that which branches count as covered, and why others do not.
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
// With Boundaries the operands of an ordered comparison are to be equal once, too: what the
// cases for its branches do not show is searched for from these.
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
