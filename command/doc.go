// Package command is the nearmiss command, for programs of other modules that add
// fitnesses, searches, operators or strategies to it: they import what registers them
// and call Run.
//
// # nearmiss
//
// Nearmiss writes tests for Go functions by search.
//
// Usage:
//
//	nearmiss <command> [flags] [arguments]
//
// The commands are:
//
//	cover     find inputs that take the branches of packages, and write them as tests
//	explain   show what the fitness of a function's branches sees
//	worst     find the input of a size on which a function does the most work
//	explore   find inputs that take a function's branches, by running and solving
//	version   print the version
//	help      print this text, or that of a command
//
// Flags may stand before or after the arguments. Exit codes: 0 done, 1 a
// failure, 2 wrong usage.
//
// # cover
//
// Usage:
//
//	nearmiss cover [flags] [packages]
//
// Cover searches for inputs that take every branch of every function of the
// packages, which are named as for go build: ., ./..., or an import path
// such as path. It prints a table by function and lists what it skipped and
// why. It changes nothing unless -w or -o says where to write the tests.
//
//	nearmiss cover -w .                   write nearmiss_test.go beside the code
//	nearmiss cover -func '^Parse' ./...   search some functions only
//	nearmiss cover -json - path           the result as JSON
//	nearmiss cover -diff HEAD ./...       search only what has changed since a commit
//	nearmiss cover -w -boundaries=false   write tests for branches alone
//	nearmiss cover -w -corpus             write fuzz targets and their seeds too
//	nearmiss cover -coverprofile c.out    say what the tests cover as go test does
//	nearmiss cover -domain n=0..99 .      take the numbers of parameter n from a range
//
// Where functions can panic is listed apart, what looks most like a fault first.
// The tests of these calls go into a file of their own,
// nearmiss_panics_test.go: each is to be read, since it may hold a fault.
//
// The code under test runs in a sandbox: it writes in an empty directory only,
// has no network, starts no processes and sends no signals to others. A case is
// written as a test only if it has tried none of this, for a test runs without
// a sandbox. What -allow names is done for real and written. Where the system
// lacks a part of the sandbox, functions that could do harm are refused unless
// -allow names it; cover says so.
//
// A package whose worker cannot be built, or that ends the process when it is
// initialized, is left out and named; the others are searched and written all
// the same, and the exit code is 1.
//
// Ctrl-C ends the search and keeps what was found so far; a second one ends
// the command at once, and nothing more is written. The end of the terminal
// counts as a first one. Temporary files of a call that was killed are removed by
// the next.
//
// # explain
//
// Usage:
//
//	nearmiss explain [flags] FUNC
//
// Explain shows the control flow graph of a function, and for each branch
// the critical nodes and what the symbolic fitness computes at them: path
// expression, approximation, products, path conditions with the dropped
// conditions marked, approximation level; and of conditions on what a call
// returned, which conditions of the function called decide it. FUNC is named as in Go:
//
//	nearmiss explain ./examples/triangle.Classify
//	nearmiss explain -branch triangle.go:37:5/T ./examples/triangle.Classify
//	nearmiss explain 'bytes.(*Buffer).ReadBytes'
//
// # worst
//
// Usage:
//
//	nearmiss worst [flags] FUNC
//
// Worst finds the input of a size on which a function does the most work. The
// size is the length of its slices, strings and maps; of a matrix it is that
// of the rows and of the columns, of a linked structure the number of nodes.
// FUNC is named as for explain, with () behind it if what it returns is to be
// searched, a function literal:
//
//	nearmiss worst -size 100 ./bench/subjects/ese.QuicksortJDK
//	nearmiss worst -size 10,50,100 ./bench/subjects/ese.MergeSort      one search after the other
//	nearmiss worst -size 100,pattern=3 ./bench/subjects/ese.KMP        a size for one parameter alone
//	nearmiss worst -size 50 -o out -json out.json .Insert        what is written: see below
//
// What counts are the statements, or with -cost branches the conditions, that
// are executed in the function's package and in those packages of its module
// that it reaches. The search takes paths with symbols for the numbers in the
// input; what is reported was counted in a native run. The input is printed as
// Go, beside the cost of a typical one: the median over random inputs.
//
// With -o a test that counts the statements, a benchmark with the worst and a
// typical input, and the curve of the best cost over time (worst.svg) are
// written. The test counts as the go command does for coverage.
//
// With -algo ese, ga, generational or steady the search is a genetic algorithm.
// It varies the conditions of paths, or inputs that run as machine code:
//
//	nearmiss worst -size 50 -algo ese -operators input .Insert
//
// Ctrl-C ends the search and keeps the best so far.
//
// # explore
//
// Usage:
//
//	nearmiss explore [flags] FUNC
//
// Explore reaches the branches of a function by dynamic symbolic execution: it
// runs an input, first that of zeros and empty lists, keeps the conditions on
// its path in a tree, flips one of them, and has a solver make the input that
// takes the other side. Which one is flipped next is the strategy's choice. It
// prints how many runs it took to each branch, the input that reached it, as
// Go, and of the others why they were not reached. FUNC is named as for explain,
// with () behind it if what it returns is to be searched, a function literal:
//
//	nearmiss explore ./bench/subjects/fitnex.TestLoop
//	nearmiss explore -target loops.go:11:6/T ./bench/subjects/fitnex.TestLoop      one branch, or several
//	nearmiss explore -strategy random -runs 200 strconv.ParseBool
//	nearmiss explore '.Above()'                                              what Above returns
//	nearmiss explore -json - -seed 7 ./bench/subjects/fitnex.GCD                   the result as JSON
//	nearmiss explore -dot - -runs 30 ./bench/subjects/fitnex.GCD | dot -Tsvg >tree.svg
//
// An input counts once a native run of it, in the sandbox, has taken the branch.
// Lists grow up to -bound elements. With -time 0 the same seed gives the same.
//
// With -strategy tardis or fifo, or with -states calls, the receiver of a method is in a state
// that calls make, if its type has unexported fields. A search over call sequences takes the
// place of the solver: which calls make a state with the fields that the other side asks for?
//
//	nearmiss explore -strategy tardis './bench/subjects/tardis/stack.(*Stack).Drain'
//
// Then each branch has the shortest calls that are known to take it, and the first of them
// without which it is not taken. Of the others it is said which invariants forbid them as it
// seems: what held in every state that was seen (n <= high), which is a hint and no proof.
//
// That a branch is infeasible is said where every path was taken, that it is out
// of bound where every path of the inputs was that the bound allows. A strategy may
// decline before that, as fitnex and shortest do: then it is said how
// many nodes it has left open.
//
// Ctrl-C ends the search and keeps what was found so far.
//
// # version
//
// Usage:
//
//	nearmiss version
//
// Version prints the version of nearmiss.
//
// # help
//
// Usage:
//
//	nearmiss help [command]
//
// Help prints the list of commands, or the usage and the flags of one.
package command
