// Package cover implements the cover command. It takes package patterns and produces checked tests.
//
//	r, err := cover.Run(ctx, cover.Options{Patterns: []string{"./examples/triangle"}, Seed: 1})
//	fmt.Println(r.Totals.Covered, "of", r.Totals.Branches)
//
// # The pipeline
//
// A package passes through these stages. No stage depends on a later one. The right column lists
// the files of the stage.
//
//	plan      load what has changed, analyse harm              plan unchanged dependencies harm study seeds variant diff
//	build     build, start and release workers                 workers lost
//	search    slices of search and of symbolic execution       owntests schedule job next outside target guide bycalls caution; solve explorer dsetask objects structure ends
//	archive   the input of each branch and panic               archive nearest state
//	boundary  inputs on the boundaries of comparisons          boundary
//	select    the fewest inputs, small and time-independent    select fewest shrink timedependent panics purpose; scenario scene effect
//	confirm   run in other worlds, watched, other settings     confirm evidence lasting runcases watched setting variables harm
//	check     print the tests, compile and run them            check warm parts tests machine
//	write     merge the tests into those of their directories  write keep labels refuse
//	notice    cases for mutants that live; the fewest checks   notice trials beside choose; before check if there is time
//
// A method (method.go) holds the decisions on how to search: with all of nearmiss, or with the
// published method alone. A package has two deadlines (clock.go): one for its search, one for all
// of its stages.
//
// From the archive on, each stage takes cases and returns the cases that it keeps and the cases
// that it drops (pipeline.go). A drop (drop.go) records the case, its branches and the reason. The
// account (account.go) is computed once: a branch that some run took is taken by a case with a test,
// or withheld for the reason of its last drop. The order of the tests
// is fixed before the cases are confirmed. After some cases have failed the checks, the remaining
// cases are confirmed once more.
//
// # Search
//
// What the package's own tests call a function with is run first (package owntests), and the constants there join
// those of the source.
//
// Breadth comes before depth. Every function is run on a few inputs, then on more inputs, and then
// its branches are searched for in rounds. A round visits each function. It gives a slice of
// evaluations to one or more open branches of the function, so that the branches of all functions
// fill a batch. The slices of a branch grow from round to round. A stagnant branch, with no recent
// improvement of its fitness, waits until no other branch is left. With a clock, each pass over the
// functions has a span of time that the functions share equally (clock.go). Wherever the clock ends
// a round, the numbers of visits of any two functions differ by one at most.
//
// A state that a literal with unexported fields makes may be one that no program has. Branches that only such inputs have taken
// are searched for once more, from inputs made by calls, of whatever function comes near (bycalls.go); cases made by hand are left
// out if others take their branches and notice their mutants.
//
// After a round, dynamic symbolic execution (package dse) runs tasks for the functions with
// stagnant branches. The tasks take about as much work as the round did, or as much time with a
// clock. The structure of an input consists of the alternatives that its values are made by and
// their numbers of steps. All inputs of a structure share one execution tree. A function has a few
// trees at a time, and other structures wait in a queue. Every input that the executor runs is also
// run as machine code, and only the result of machine code counts.
//
// Results are merged in the order of functions and branches. Therefore, without a clock, the same
// seed gives the same result for any number of workers. The published method has a single round and
// no archive: each branch is searched for by itself.
//
// Sites at which a run can panic are goals besides the branches (panics.go). A run that panics at a
// site covers it, even if the run was meant for another goal. The setup of an input ranks how
// unusual its values are, such as a nil receiver (input.Setup): an input with a more ordinary setup
// replaces one with a stranger setup. Sites that the searches for branches have not covered get
// searches of their own, with one evaluation for nine evaluations for branches. All are listed; tests
// expect those on purpose, and those that alone take branches (purpose.go).
//
// With Options.Boundaries, the search also looks for inputs that make the operands of an ordered
// comparison equal. It starts from inputs that reach the comparison. In the selection, a boundary
// counts as a branch.
//
// # Safety
//
// The executor interprets code in this process. No code of the package under test runs here as
// machine code. The executor's models of functions do not call the operating system: there are no
// files, no network, no clock, no environment and no random numbers, and output to standard files
// is lost. Models only ask the machine for the instructions that its processor has. Functions that
// are refused as harmful are not executed either.
//
// State outside the process is not modelled. Run may be called concurrently; each call has its own
// workers.
package cover
