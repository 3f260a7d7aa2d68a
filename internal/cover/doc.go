// Package cover is the whole way of the cover command: from package patterns
// to tests that have been checked.
//
//	r, err := cover.Run(ctx, cover.Options{Patterns: []string{"./examples/triangle"}, Seed: 1})
//	fmt.Println(r.Totals.Covered, "of", r.Totals.Branches)
//
// A run has five steps, a file each: plan (load packages, refuse what can do
// harm, build workers), rounds (search), finish (shrink inputs, run them once
// more, keep the fewest), emit (write and check tests), summary (the report).
//
// The search goes in rounds with a barrier. A round hands each open branch
// the same slice of evaluations; slices grow from round to round, so that the
// time goes evenly to what is still open, and branches that have stopped
// getting nearer wait until the others are done. Answers are merged in the
// order of functions and branches, so that without a clock the same seed gives
// the same result whatever the number of workers is. As published (Paper)
// there is one round without an archive: each branch is searched for itself.
//
// Two things keep one function from taking the time of all. Goals of functions with
// hundreds of branches have their first slice without path expressions (target.go). And
// functions whose inputs hang, with those that take values of the same types, have small
// integers in most jobs, and few goals in a round (caution.go).
//
// # The hybrid
//
// With Algo "auto" a round has another half: dynamic symbolic execution, for the
// functions with goals that search gets no nearer to (hybrid.go). Such a function
// has an errand, beside the slices of the round: its execution tree is taken
// further by some runs and queries (package dse), from the nearest inputs of
// those goals and those that took the other sides. There is one tree for each
// structure of inputs: which alternatives values are made by, for what they are
// made from is symbolic (structure.go). A function has a few trees; other
// structures wait until there is nothing to be had from those (rotate.go). Every
// input that the executor runs is run as machine code, too, and what it does there
// is all that counts: it goes to the archive, and is where searches for other goals
// start from. So are inputs borrowed from functions that are called (borrow.go).
//
// What search covers in its first slices is never loaded for the executor. A
// bandit says how much work errands may do beside the slices (bandit.go), in
// evaluations, by what the halves have gained lately. Errands are merged behind
// the slices of their round, in the order in which they were planned; with a clock
// they may outlast it. Trees and packages that take too much memory are forgotten,
// and begun anew when their turn comes (turns.go). Algo "search" is search alone,
// "dse" random inputs and errands alone.
//
// A function of numbers and truth values whose every path was taken has proved
// that its open branches are infeasible, if what it does hangs on its inputs
// alone (closed.go).
//
// The executor interprets code in this process. Nothing of the package under test
// runs here as machine code, and no model of a function asks the operating
// system for anything: there are no files, no network, no clock, no environment
// and no random numbers; what is written to standard files is lost. The one thing that
// models ask of the machine is which instructions the processor has.
// Functions that are refused for the harm that they could do are not executed
// either.
//
// Places at which a run can panic are goals beside the branches (panics.go):
// a run that panics at one takes it, whatever it was looking for, and an input
// with a better setup takes the place of a worse one. What no search for a
// branch came across has searches of its own (guide.go), for a ninth of the
// evaluations and a tenth of the time. Their inputs are shrunk and run again
// like all others, and are reported in a list and tested in a file of their own.
//
// With Boundaries the operands of an ordered comparison are to be equal once, too
// (boundary.go): what the cases for its branches do not show is searched for from these,
// when they have been chosen and made small.
//
// A branch belongs to the archive as soon as a run takes it, whatever that
// run was looking for (Rojas et al., A detailed investigation of the
// effectiveness of whole test suite generation, EMSE 2017). An input with which
// the function returns takes the place of one with which it panics.
//
// Not modelled: state that lives outside the process. Run may be called
// concurrently; each call has its own workers.
package cover
